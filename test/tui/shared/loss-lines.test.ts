import {expect, test} from 'vitest';
import {deletionUndoLines, noteLines} from '../../../source/tui/shared/loss-lines.ts';

const exact = {contentUnknown: 0, undocumented: 0, incomplete: 0};

test.each([
	[exact, 1, 'plain: u recreates it exactly, with a new ID.'],
	[exact, 1200, 'plain: u recreates all 1,200 exactly, with new IDs.'],
	[{...exact, contentUnknown: 1}, 1, 'warning: ! u recreates it without its template, which is unknown here.'],
])('before a deletion the operator sees what an undo could recreate: %j of %i', (losses, total, line) => {
	expect(deletionUndoLines(losses, total, 200, undefined).map(({tone, text}) => `${tone}:${text}`)).toStrictEqual([
		line,
	]);
});

test('a note is safe to show', () => {
	expect(noteLines(['members prio\u{7}rity.'], 80)).toStrictEqual([{tone: 'warning', text: ' ! members prio␇rity.'}]);
});

test('where the journal does not keep changes forever, the operator sees for how long a deletion can be undone', () => {
	expect(deletionUndoLines(exact, 1, 200, 90).map(({text}) => text.trim())).toStrictEqual([
		'u recreates it exactly, with a new ID.',
		'u works for 90 days: storage.history deletes older changes.',
	]);
});
