import type {Draft} from '../domain/draft/draft.ts';
import {readBody} from './body-draft.ts';
import {readValues, type InputName} from './body-values.ts';
import {invalidInput, type CommandError} from './command-error.ts';

/** A body of a file. */
export type ReadBody = {
	/** Where it is, for messages: `line 12`, or `number 3`. */
	readonly place: string;
	readonly draft: Draft;
	/** The ID that it was listed with, if it has one: it is not sent. */
	readonly id: string | undefined;
};

/** The name of a file, or of standard input for `-`. */
export const inputName = (file: string): InputName => file === '-' ? 'the standard input' : file;

/**
Reads bodies as interface.md names their fields, and records as they were listed.

@param text - Of the file.
@param name - Of the file, for messages.
@throws CommandError, exit code 5, that names the line or the number, and the field, of each mistake.
*/
export async function readBodies(text: string, name: InputName): Promise<readonly ReadBody[]> {
	const values = await readValues(text, name);
	const read = values.map(({place, value}) => ({place, ...readBody(value)}));
	const issues = read.flatMap(body => 'issues' in body ? body.issues.map(({field, message}) => ({field, message: `${body.place}: ${message}`})) : []);
	if (issues.length > 0) {
		throw invalidBodies(issues);
	}

	if (read.length === 0) {
		throw invalidInput('Nothing was sent: the file has no notification.', 'Give one body, a list of bodies, or one JSON object a line.');
	}

	return read.flatMap(body => 'draft' in body ? [{place: body.place, draft: body.draft, id: body.id}] : []);
}

/** The error of bodies that cannot be sent. `hint`: what to do about it. */
export function invalidBodies(issues: ReadonlyArray<{readonly field: string; readonly message: string}>, hint = 'Correct the file and run it again.'): CommandError {
	const shown = issues.slice(0, 10).map(({field, message}) => {
		const [place, ...rest] = message.split(': ');
		return field === '' ? message : `${place!}, ${field}: ${rest.join(': ')}`;
	});
	const others = issues.length - shown.length;
	return invalidInput(`Nothing was sent. ${[...shown, ...others > 0 ? [`and ${others.toLocaleString('en')} more`] : []].join('; ')}`, hint, issues);
}
