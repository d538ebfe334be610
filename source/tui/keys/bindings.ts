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
Every key of the program: what is matched, and what the footer, the help screen and the table of docs/keys.md show. The rows are in the files of `rows/`.

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

/** The actions that the program handles for every screen. A screen may override them. */
export type CommonAction = ActionOf<'everywhere'>;

/** The actions that the bindings of a scope name. */
export type ActionOf<S extends Scope> = Extract<Row, {readonly scope: S}>['action'];

/** The guards that the bindings of a scope name. */
export type GuardOf<S extends Scope> = Extract<Row, {readonly scope: S; readonly guards: readonly Guard[]}>['guards'][number];

/** The guards that the program sets for every screen. */
export type CommonGuard = GuardOf<'everywhere'>;
