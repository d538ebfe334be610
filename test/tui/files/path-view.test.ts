import {expect, test} from 'vitest';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';
import {completedBy, movedBy, openPathField, typedInto} from '../../../source/tui/files/plan-screen.tsx';

const recent = ['/a.yaml', '/b.yaml'];

test('the path planned last is there and replaced by typing, and the others can be chosen', () => {
	const field = openPathField(recent);
	expect(field).toMatchObject({edit: {text: '/a.yaml'}, offered: recent, chosen: 0});
	expect(movedBy(field, 1)).toMatchObject({edit: {text: '/b.yaml'}, chosen: 1});
	expect(movedBy(movedBy(field, 1), 1)).toMatchObject({edit: {text: '/b.yaml'}});
	expect(typedInto(editAtEnd('x'), recent)).toMatchObject({offered: [], chosen: -1});
	expect(typedInto(editAtEnd(''), recent)).toMatchObject({offered: recent});
	expect(openPathField([])).toMatchObject({edit: {text: ''}, chosen: -1});
	expect(movedBy(openPathField([]), 1)).toMatchObject({edit: {text: ''}, chosen: -1});
});

test('one path completes the text; of several, what all of them begin with', () => {
	const typed = typedInto(editAtEnd('al'), recent);
	expect(completedBy(typed, ['alerts.yaml'])).toMatchObject({edit: {text: 'alerts.yaml', cursor: 11}, offered: []});
	expect(completedBy(typed, ['alerts.yaml', 'alerts/'])).toMatchObject({
		edit: {text: 'alerts'},
		offered: ['alerts.yaml', 'alerts/'],
		chosen: -1,
	});
	// A home that was typed as ~ stays, and nothing typed is lost.
	expect(completedBy(typed, ['al', 'az'])).toMatchObject({edit: {text: 'al'}});
});
