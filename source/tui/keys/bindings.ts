import {accountKeys} from '../account/account-keys.ts';
import {apiKeyKeys} from '../api-key/api-key-keys.ts';
import {bulkDeleteKeys} from '../bulk/bulk-delete-keys.ts';
import {bulkRunKeys} from '../bulk/bulk-run-keys.ts';
import {bulkEditKeys} from '../bulk-edit/bulk-edit-keys.ts';
import {connectKeys} from '../connect/connect-keys.ts';
import {copyKeys} from '../copy/copy-keys.ts';
import {deleteKeys} from '../delete/delete-keys.ts';
import {detailKeys} from '../detail/detail-keys.ts';
import {draftsKeys} from '../drafts/drafts-keys.ts';
import {duplicatesKeys} from '../duplicates/duplicates-keys.ts';
import {filesKeys} from '../files/files-keys.ts';
import {formKeys} from '../form/form-keys.ts';
import {tryKeys} from '../form/try-keys.ts';
import {helpKeys} from '../help/help-keys.ts';
import {historyKeys} from '../history/history-keys.ts';
import {listKeys} from '../list/list-keys.ts';
import {queryKeys} from '../list/query-keys.ts';
import {paletteKeys} from '../palette/palette-keys.ts';
import {protectedKeys} from '../protected/protected-keys.ts';
import {profilesKeys} from '../profiles/profiles-keys.ts';
import {recoveryKeys} from '../recovery/recovery-keys.ts';
import {requestsKeys} from '../requests/requests-keys.ts';
import {undoKeys} from '../undo/undo-keys.ts';
import {everywhereKeys} from './everywhere-keys.ts';
import type {KeyRow, KeyScopes} from './key-row.ts';

/** The scopes of all screens, in the order of the help. Only one is active at a time, in addition to `everywhere`. */
export const scopes = {
	...everywhereKeys,
	...listKeys,
	...detailKeys,
	...formKeys,
	...bulkEditKeys,
	...filesKeys,
	...draftsKeys,
	...historyKeys,
	...queryKeys,
	...recoveryKeys,
	...requestsKeys,
	...tryKeys,
	...deleteKeys,
	...duplicatesKeys,
	...bulkDeleteKeys,
	...protectedKeys,
	...undoKeys,
	...bulkRunKeys,
	...profilesKeys,
	...connectKeys,
	...apiKeyKeys,
	...accountKeys,
	...copyKeys,
	...paletteKeys,
	...helpKeys,
} as const satisfies KeyScopes;

type Scopes = typeof scopes;

export type Scope = keyof Scopes;

type RowOf<S extends Scope> = Scopes[S]['rows'][number];

/** An action in the bindings of a scope. */
export type ActionOf<S extends Scope> = RowOf<S>['action'];

export type Action = ActionOf<Scope>;

/** An action that the program handles on every screen. A screen may override it. */
export type CommonAction = ActionOf<'everywhere'>;

/** A guard in the bindings of a scope. */
export type GuardOf<S extends Scope> = NameIn<Extract<RowOf<S>, {readonly guards: object}>['guards']>;

type NameIn<G> = G extends unknown ? keyof G : never;

export type Guard = GuardOf<Scope>;

/** A row of the table. */
export type Binding = Omit<KeyRow, 'action'> & {readonly scope: Scope; readonly action: Action};

/** The table of all keys of the program. Keys are matched with it, and the footer, the help screen and the table in docs/keys.md are made from it. */
export const bindings: readonly Binding[] = (Object.keys(scopes) as Scope[]).flatMap(scope =>
	scopes[scope].rows.map(row => ({scope, ...row})),
);

/** Whether single characters are typed as text in a scope. */
export const isTextScope = (scope: Scope): boolean => 'isText' in scopes[scope];
