import {historyNotes, lossNotes, type LossCounts} from '../../domain/loss-notes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {messages, type Message} from './message.ts';

/** Sentences about what an undo cannot recreate, as lines of at most `columns`. */
export const noteLines = (notes: readonly string[], columns: number): Message[] =>
	notes.flatMap(note => messages('warning', `! ${sanitise(note)}`, columns));

/** The effect of undoing a deletion, as lines of at most `columns`. Shown before anything is deleted. `total`: the number of notifications to delete. `historyDays`: the days for which the journal keeps changes; undefined: forever. */
export function deletionUndoLines(
	losses: LossCounts,
	total: number,
	columns: number,
	historyDays: number | undefined,
): Message[] {
	const undo = keyOf('list', 'undo');
	const notes = lossNotes(losses, total, undo);
	const effect =
		notes.length === 0
			? messages(
					'plain',
					`${undo} recreates ${total === 1 ? 'it exactly, with a new ID' : `all ${numberText(total)} exactly, with new IDs`}.`,
					columns,
				)
			: noteLines(notes, columns);
	return [...effect, ...historyNotes(historyDays, undo).flatMap(note => messages('plain', note, columns))];
}
