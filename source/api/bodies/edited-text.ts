import {toHeldInput, type Draft} from '../../domain/draft/draft.ts';
import type {Notification} from '../../domain/notification.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {yamlText} from '../../terminal/yaml-text.ts';
import {draftChangesBetween} from '../draft-changes.ts';
import {toSentBody} from '../sent-body.ts';
import {BodiesError} from './bodies-error.ts';
import {parseBodies} from './parse-bodies.ts';

/** A notification to edit as text, and its content so far. */
export type TextEntry = {readonly of: Notification; readonly draft: Draft};

/** Formats a notification as an item of a YAML list, with its ID: the text for the editor. */
export const editableText = ({of, draft}: TextEntry): string => yamlText([{id: of.id, ...toSentBody(toHeldInput(draft, of), of.raw)}]);

/**
Reads what the editor saved.

@returns The drafts in the order of the entries. One that the editor did not change is the same object.
@throws BodiesError if it cannot be read, or if its IDs are not those of the entries.
*/
export async function readEditedText(text: string, entries: readonly TextEntry[]): Promise<readonly Draft[]> {
	const read = await parseBodies(text, 'the edited text');
	const bodies = new Map(read.map(({id, draft}) => [id, draft]));
	const missing = entries.filter(({of: {id}}) => !bodies.has(id)).map(({of: {id}}) => sanitise(id));
	if (missing.length > 0 || bodies.size !== entries.length) {
		throw new BodiesError(`Nothing was sent: ${missing.length > 0 ? `the text no longer has ${missing.join(', ')}` : 'the text has IDs that were not there'}.`, 'Leave the IDs as they are; delete notifications with chainbell delete.');
	}

	return entries.map(({of, draft: before}) => {
		// The listed record is omitted, because it is already in the listing.
		const {listed, ...draft} = bodies.get(of.id)!;
		return draftChangesBetween(before, draft).length === 0 ? before : draft;
	});
}
