/** An invalid field of a body: its path with dots, and the position of the body with what is wrong, as in `line 12: is required`. */
export type BodyIssue = {readonly field: string; readonly message: string};

/** A text that cannot be read as notifications, or that has invalid ones. The message quotes the text: sanitise it before it is shown. */
export class BodiesError extends Error {
	/** The advice on what to do next, in one line. */
	readonly hint: string;
	readonly issues: readonly BodyIssue[];

	constructor(message: string, hint: string, issues: readonly BodyIssue[] = []) {
		super(message);
		this.hint = hint;
		this.issues = issues;
	}
}

/** Creates the error for a text that cannot be parsed. `name`: the name of the file. */
export const unreadableInput = (name: string, why: string): BodiesError => new BodiesError(`Nothing was sent: ${name} cannot be read: ${why}.`, 'Correct the file and run it again.');
