/** An invalid field of a body: its path with dots, and the position of the body with what is wrong, as in `line 12: is required`. */
export type BodyIssue = {readonly field: string; readonly message: string};

/** The mistake that prevents reading a text, and its line and column, from 1, as far as they are known. */
type TextMistake = {readonly message: string; readonly line?: number; readonly column?: number};

/** A text that cannot be read as notifications, or that has invalid ones. The message quotes the text: sanitise it before it is shown. */
export class BodiesError extends Error {
	/** The advice on what to do next, in one line. */
	readonly hint: string;
	readonly issues: readonly BodyIssue[];
	/** Set if the text cannot be parsed. */
	readonly mistake: TextMistake | undefined;

	constructor(message: string, hint: string, issues: readonly BodyIssue[] = [], mistake?: TextMistake) {
		super(message);
		this.hint = hint;
		this.issues = issues;
		this.mistake = mistake;
	}
}

/** Creates the error for a text that cannot be parsed. `name`: the name of the file. */
export function unreadableInput(name: string, mistake: TextMistake): BodiesError {
	const {message, line, column} = mistake;
	const place = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `;
	return new BodiesError(
		`Nothing was sent: ${name} cannot be read: ${place}${message}.`,
		'Correct the file and run it again.',
		[],
		mistake,
	);
}
