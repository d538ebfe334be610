import type {BindingRow} from './binding-row.ts';
import type {Guard} from './guards.ts';
import {accountBindings} from './rows/account.ts';
import {bulkBindings} from './rows/bulk.ts';
import {copyBindings} from './rows/copy.ts';
import {deleteBindings} from './rows/delete.ts';
import {detailBindings} from './rows/detail.ts';
import {draftsBindings} from './rows/drafts.ts';
import {duplicatesBindings} from './rows/duplicates.ts';
import {everywhereBindings} from './rows/everywhere.ts';
import {formBindings} from './rows/form.ts';
import {helpBindings} from './rows/help.ts';
import {historyBindings} from './rows/history.ts';
import {listBindings} from './rows/list.ts';
import {paletteBindings} from './rows/palette.ts';
import {profilesBindings} from './rows/profiles.ts';
import {queryBindings} from './rows/query.ts';
import {recoveryBindings} from './rows/recovery.ts';
import {requestsBindings} from './rows/requests.ts';
import {reviewBindings} from './rows/review.ts';
import {sampleBindings} from './rows/sample.ts';
import {undoBindings} from './rows/undo.ts';
import type {Scope} from './scopes.ts';

/**
The table of all keys of the program. Keys are matched with it, and the footer, the help screen and the table in docs/keys.md are made from it. The rows are in the files of `rows/`.

A scope in which text is typed leaves single characters to the text.
*/
export const bindings = [
	...everywhereBindings,
	...listBindings,
	...detailBindings,
	...formBindings,
	...reviewBindings,
	...draftsBindings,
	...historyBindings,
	...queryBindings,
	...recoveryBindings,
	...requestsBindings,
	...sampleBindings,
	...deleteBindings,
	...duplicatesBindings,
	...bulkBindings,
	...undoBindings,
	...profilesBindings,
	...accountBindings,
	...copyBindings,
	...paletteBindings,
	...helpBindings,
] as const;

/** A row of the table. */
export type Binding = Omit<BindingRow, 'action'> & {readonly action: Action};

type Row = (typeof bindings)[number];

export type Action = Row['action'];

/** An action that the program handles on every screen. A screen may override it. */
export type CommonAction = ActionOf<'everywhere'>;

/** An action in the bindings of a scope. */
export type ActionOf<S extends Scope> = Extract<Row, {readonly scope: S}>['action'];

/** A guard in the bindings of a scope. */
export type GuardOf<S extends Scope> = Extract<Row, {readonly scope: S; readonly guards: readonly Guard[]}>['guards'][number];

/** A guard that the program sets on every screen. */
export type CommonGuard = GuardOf<'everywhere'>;
