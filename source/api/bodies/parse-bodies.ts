import type {Draft} from '../../domain/draft/draft.ts';
import {BodiesError, type BodyIssue} from './bodies-error.ts';
import {readBody} from './body-draft.ts';
import {readValues, type InputName} from './body-values.ts';

/** A body read from a text. */
export type ReadBody = {
	/** The position for messages: `line 12`, or `number 3`. */
	readonly place: string;
	readonly draft: Draft;
	/** The ID of a listed record, which is not sent. */
	readonly id: string | undefined;
};

/**
Reads bodies with the field names of interface.md, or listed records.

@param text - The text of a file, or of the editor.
@param name - The name of the text, for messages.
@throws BodiesError, with the line or number and the field of each mistake.
*/
export async function parseBodies(text: string, name: InputName): Promise<readonly ReadBody[]> {
	const {entries} = await readValues(text, name);
	const read = entries.map(({place, value}) => ({place, ...readBody(value)}));
	const issues = read.flatMap(body => 'issues' in body ? body.issues.map(({field, message}) => ({field, message: `${body.place}: ${message}`})) : []);
	if (issues.length > 0) {
		throw bodiesErrorOf(issues);
	}

	if (read.length === 0) {
		throw new BodiesError('Nothing was sent: the file has no notification.', 'Give one body, a list of bodies, or one JSON object a line.');
	}

	return read.flatMap(body => 'draft' in body ? [{place: body.place, draft: body.draft, id: body.id}] : []);
}

/** Creates the error for invalid bodies. `hint`: the advice on what to do. */
export function bodiesErrorOf(issues: readonly BodyIssue[], hint = 'Correct the file and run it again.'): BodiesError {
	const shown = issues.slice(0, 10).map(({field, message}) => {
		const [place, ...rest] = message.split(': ');
		return field === '' ? message : `${place!}, ${field}: ${rest.join(': ')}`;
	});
	const others = issues.length - shown.length;
	return new BodiesError(`Nothing was sent. ${[...shown, ...others > 0 ? [`and ${others.toLocaleString('en')} more`] : []].join('; ')}`, hint, issues);
}
