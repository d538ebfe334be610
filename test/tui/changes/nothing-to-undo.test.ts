import {expect, test} from 'vitest';
import {nothingToUndo} from '../../../source/tui/ui/notices.ts';

test.each([
	[0, false, 'Nothing to undo.'],
	[0, true, 'Nothing to redo.'],
	[1, false, 'Nothing to undo yet. Press ! in the list for the pending changes.'],
	[1, true, 'Nothing to undo yet. Press ! in the list for the pending changes.'],
])('with %i pending changes, to redo: %s', (pending, isRedo, text) => {
	expect(nothingToUndo(pending, isRedo)).toBe(text);
});
