import type {Guard} from './guards.ts';
import type {Scope} from './scopes.ts';

/** A row of a file in `rows/`. Being in the table makes its action one of the program's. */
export type BindingRow = {
	readonly scope: Scope;
	readonly action: string;
	/** The names of the keys, as in `toKeyPress`. The first one is shown in the footer. */
	readonly keys: readonly string[];
	readonly label: string;
	/** The text in the footer. Without it the key is shown only in the help. */
	readonly hint?: string | undefined;
	/** The hint while notifications are marked, if the key then acts on those; undefined hides it. */
	readonly markedHint?: string | undefined;
	readonly guards?: readonly Guard[];
	/** Whether it deletes or discards something after a confirmation. */
	readonly isDangerous?: true;
	/** Whether it answers a question or discards something at once. Only a key pressed on its own does that, once the question could be read (use-confirmation.ts). */
	readonly confirms?: true;
};
