import {expect, test} from 'vitest';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';
import {completedBy} from '../../../source/tui/files/plan-screen.tsx';

test('one path completes the text; of several, what all of them begin with', () => {
	const typed = editAtEnd('al');
	expect(completedBy(typed, ['alerts.yaml'])).toMatchObject({typed: {text: 'alerts.yaml', cursor: 11}, offered: []});
	expect(completedBy(typed, ['alerts.yaml', 'alerts/'])).toMatchObject({
		typed: {text: 'alerts'},
		offered: ['alerts.yaml', 'alerts/'],
	});
	// A home that was typed as ~ stays, and nothing typed is lost.
	expect(completedBy(typed, ['al', 'az'])).toMatchObject({typed: {text: 'al'}});
});
