import {expect, test} from 'vitest';
import {deletionUndoLines, noteLines, placeLosses} from '../../../source/tui/shared/loss-lines.ts';

const exact = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test.each([
	[exact, 1, 'plain: Undo (u) can recreate it exactly, with a new ID.'],
	[exact, 1200, 'plain: Undo (u) can recreate all 1,200 exactly, with new IDs.'],
	[{...exact, contentUnknown: 1}, 1, 'warning: ! Undo (u) can recreate it, but not its template: it was not sent from this machine.'],
])('before a deletion the operator sees what an undo could recreate: %j of %i', (losses, total, line) => {
	expect(deletionUndoLines(losses, total, 200).map(({tone, text}) => `${tone}:${text}`)).toStrictEqual([line]);
});

test('a note is safe to show', () => {
	expect(noteLines(['members prio\u{7}rity.'], 80)).toStrictEqual([{tone: 'warning', text: ' ! members prio␇rity.'}]);
});

test('what the question has no room for is above the details', () => {
	const linesOf = (columns: number) => noteLines(['it would be lost'], columns);
	expect(placeLosses(linesOf, 40, 1)).toStrictEqual({inQuestion: [{tone: 'warning', text: ' ! it would be lost'}], above: []});
	expect(placeLosses(linesOf, 25, 1)).toStrictEqual({inQuestion: [{tone: 'warning', text: ' ! it would be lost'}], above: []});
	expect(placeLosses(linesOf, 25, 0)).toStrictEqual({inQuestion: [], above: [{label: 'Undo (u)', text: '! it would'}, {label: '', text: 'be lost'}]});
});
