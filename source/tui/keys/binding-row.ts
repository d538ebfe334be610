import type {Guard} from './guards.ts';
import type {Scope} from './scopes.ts';

/** A row of a file in `rows/`. Its action becomes one of the program's by being in the table. */
export type BindingRow = {
	readonly scope: Scope;
	readonly action: string;
	/** As `toKeyPress` names them. The first is shown in the footer. */
	readonly keys: readonly string[];
	readonly label: string;
	/** For the footer. Without it the key is shown in the help only. */
	readonly hint?: string | undefined;
	/** The hint while notifications are marked, where the key acts on those; undefined hides it. */
	readonly markedHint?: string | undefined;
	readonly guards?: readonly Guard[];
	/** It deletes or discards something once it is confirmed. */
	readonly isDangerous?: true;
	/** It answers a question, or discards something at once: only a key pressed on its own does that, after the question could be read (use-confirmation.ts). */
	readonly confirms?: true;
};
