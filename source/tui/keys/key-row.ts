/** A key of a scope. Being in the table makes its action one of the program's. */
export type KeyRow = {
	readonly action: string;
	/** The names of the keys, as in `toKeyPress`. The first one is shown in the footer. */
	readonly keys: readonly string[];
	readonly label: string;
	/** The text in the footer. Without it the key is shown only in the help. */
	readonly hint?: string | undefined;
	/** The hint while notifications are marked, if the key then acts on those; undefined hides it. */
	readonly markedHint?: string | undefined;
	/** The text in the footer while the screen asks a question. */
	readonly askedHint?: string | undefined;
	/** The text in the footer while a request is sent: while the guard `isIdle` does not hold. */
	readonly busyHint?: string | undefined;
	/** The conditions for the key, each with the notice shown after a key press if it does not hold. The screen says which hold. `{list clone}` stands for the key of an action. */
	readonly guards?: Readonly<Record<string, string>>;
	/** Whether it deletes or discards something after a confirmation. */
	readonly isDangerous?: true;
	/** Whether it answers a question or discards something at once. Only a key pressed on its own does that, once the question could be read (use-confirmation.ts). */
	readonly confirms?: true;
};

/** The scopes of a screen, with their keys. A scope is a screen or one of its modes. */
export type KeyScopes = Readonly<
	Record<
		string,
		{
			/** The name of the scope in the help, in the key table of docs/keys.md, and in the header of its screen. */
			readonly title: string;
			/** Whether single characters are typed as text, and therefore no keys. */
			readonly isText?: true;
			readonly rows: readonly [...KeyRow[], KeyRow];
		}
	>
>;
