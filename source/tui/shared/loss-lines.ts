import {lossNotes, type LossCounts} from '../../domain/loss-notes.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {type TextLine} from '../detail/detail-lines.ts';
import {labelWidth} from './label-width.ts';
import {messages, type Message} from './message.ts';

/** Sentences about what an undo cannot recreate, as lines of at most `columns`. */
export const noteLines = (notes: readonly string[], columns: number): Message[] => notes.flatMap(note => messages('warning', `! ${sanitise(note)}`, columns));

/** The effect of undoing a deletion, as lines of at most `columns`. Shown before anything is deleted. `total`: the number of notifications to delete. */
export function deletionUndoLines(losses: LossCounts, total: number, columns: number): Message[] {
	const undo = `Undo (${keyOf('list', 'undo')})`;
	const notes = lossNotes(losses, total, undo);
	return notes.length === 0
		? messages('plain', `${undo} can recreate ${total === 1 ? 'it exactly, with a new ID' : `all ${total.toLocaleString('en')} exactly, with new IDs`}.`, columns)
		: noteLines(notes, columns);
}

/** Places the lines about an undo in the question if it has room for all of them; otherwise above the details of the notification, which scroll. `room`: in lines. */
export function placeLosses(linesOf: (columns: number) => readonly Message[], columns: number, room: number): {readonly inQuestion: readonly Message[]; readonly above: readonly TextLine[]} {
	const inQuestion = linesOf(columns);
	return inQuestion.length <= room
		? {inQuestion, above: []}
		: {inQuestion: [], above: linesOf(columns - labelWidth).map(({text}, index) => ({label: index === 0 ? `Undo (${keyOf('list', 'undo')})` : '', text: text.trim()}))};
}
