import {draftChangesBetween, toSentBody} from '../service/body.ts';
import {toHeldInput, type Draft} from '../notification/fields.ts';
import {type Notification, rawOf} from '../notification/notification.ts';
import {joined, sentence, numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {yamlText} from '../terminal/yaml-text.ts';
import {noSources} from './find-files.ts';
import {BodiesError, type Mistake} from './notification-file.ts';
import {readFile} from './read-file.ts';

/** A notification to edit as text, and its content so far. */
type TextEntry = {readonly of: Notification; readonly draft: Draft};

/** Formats a notification as an item of a YAML list, with its ID: the text for the editor. */
export const editableText = ({of, draft}: TextEntry): string =>
	yamlText([{id: of.id, ...toSentBody(toHeldInput(draft, of), rawOf(of))}]);

/**
Reads what the editor saved.

@returns The drafts in the order of the entries. One that the editor did not change is the same object.
@throws BodiesError if it cannot be read, with all its mistakes, or if its IDs are not those of the entries.
*/
export function readEditedText(text: string, entries: readonly TextEntry[]): readonly Draft[] {
	const originals = new Map(entries.map(({of}) => [of.id, rawOf(of)]));
	const reading = readFile(text, 'the edited text', noSources, id => originals.get(id));
	if (reading.mistakes.length > 0) {
		throw mistakesError(reading.mistakes);
	}

	const bodies = new Map(reading.file.entries.map(({id, draft}) => [id, draft]));
	const missing = entries.filter(({of: {id}}) => !bodies.has(id)).map(({of: {id}}) => sanitise(id));
	if (missing.length > 0 || bodies.size !== entries.length) {
		throw new BodiesError(
			`Nothing was sent: ${missing.length > 0 ? `the text no longer has ${missing.join(', ')}` : 'the text has IDs that were not there'}.`,
			'Leave the IDs as they are; delete notifications with chainbell delete.',
		);
	}

	return entries.map(({of, draft: before}) => {
		// The listed record is omitted, because it is already in the listing.
		const {listed, ...draft} = bodies.get(of.id)!;
		return draftChangesBetween(before, draft).length === 0 ? before : draft;
	});
}

/** The most mistakes in one sentence. */
const maxMistakes = 10;

/** Creates the error for a text with mistakes, as one sentence. */
function mistakesError(mistakes: readonly Mistake[]): BodiesError {
	const shown = mistakes
		.slice(0, maxMistakes)
		.map(({line, column, field, message}) => `line ${line}, column ${column}: ${joined([field, message], ' ')}`);
	const others = mistakes.length - shown.length;
	return new BodiesError(
		sentence(`Nothing was sent: ${[...shown, ...(others > 0 ? [`and ${numberText(others)} more`] : [])].join('; ')}`),
		'Correct it and try again.',
		mistakes,
	);
}
