import {expect, test} from 'vitest';
import {noFieldEdits} from '../../../source/query/bulk-edit.ts';
import {focusedText, openBulkEdit, typeText} from '../../../source/tui/form/bulk-edit.ts';
import {reviewTexts, whyNoReview} from '../../../source/tui/form/bulk-edit-screen.tsx';
import {editCounts, fewerOf, fieldText} from '../../../source/tui/form/bulk-edit-view.tsx';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';
import {startApp} from '../../helpers/app.tsx';
import {told} from '../../helpers/told.ts';

const several = [
	{value: 'a', count: 3},
	{value: 'b', count: 1},
];
const typed = (text: string | undefined, untouched = '', old?: string, before = openBulkEdit()) => ({
	...before,
	...typeText(before, {untouched, old}, text === undefined ? undefined : editAtEnd(text)),
});

test('what is typed is an edit; the text from before is none, and esc leaves the field as it is', () => {
	expect(typed('x').edits).toEqual(new Map([['recipient', 'x']]));
	expect(typed('', '', undefined, typed('x')).edits).toEqual(noFieldEdits);
	const emptied = typed('', 'ops', undefined, {...openBulkEdit(), focus: 'userId'});
	expect(emptied.edits).toEqual(new Map([['userId', '']]));
	expect(typed('ops', 'ops', undefined, emptied).edits.size).toBe(0);
	expect(typed(undefined, 'ops', undefined, emptied).edits.size).toBe(0);
});

test('a distinct value is changed on its own, and given back', () => {
	const state = typed('c', 'b', 'b');
	expect(state.edits).toEqual(new Map([['recipient', new Map([['b', 'c']])]]));
	expect(focusedText(state, several, 'b')).toMatchObject({text: 'c', isSelected: false});
	// The text of another value is not that which was typed.
	expect(focusedText(state, several, 'a')).toMatchObject({text: 'a', isSelected: true});
	expect(focusedText({...state, edit: undefined}, several, 'b')).toMatchObject({text: 'c', isSelected: true});
	expect(typed(undefined, 'b', 'b', state).edits.size).toBe(0);
	expect(fieldText(several, state.edits.get('recipient'))).toEqual({
		text: '1 of 2 changed',
		placeholder: '',
	});
});

test('a notification is left out with space, and taken in again', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press(' ', ' ', 'e');
	await app.waitFor('2 different');
	await app.press('/example/acme/');
	await app.waitFor('2 to replace');
	await app.press('BackTab', 'BackTab', 'BackTab', ' ');
	await app.waitFor(/1 to replace.* · 1 left out/v);
	await app.press('k', ' ');
	await app.waitFor('2 to replace');
	expect(app.frame()).not.toContain('left out');
});

const counts = {
	changed: 152,
	unchanged: 1,
	invalid: 2,
	refused: 0,
	warned: 0,
	protected: 0,
	duplicate: 1,
	templateLost: 150,
	topicsLost: 0,
	leftOut: 3,
};

test('the counts are told in a line, and so is what prevents the review', () => {
	expect(fewerOf(editCounts(counts))[0]).toBe(
		'152 to replace · 2 invalid · 1 duplicate · 150 templates unknown · 3 left out · 1 unchanged',
	);
	expect(whyNoReview({problems: new Map(), counts})).toBe('Nothing was sent: 2 are invalid. ctrl+x leaves them out.');
	expect(whyNoReview({problems: new Map([['recipient', '/x(/ is not a regular expression.']]), counts})).toContain(
		'not a regular expression',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0, changed: 0}})).toBe('No changes to send.');
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0}})).toBeUndefined();
	expect(fewerOf(editCounts({...counts, refused: 3, protected: 2, warned: 4}))[0]).toContain(
		'2 invalid · 3 refused · 2 protected · 4 warned of · 1 duplicate',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0, refused: 1}})).toBe(
		'Nothing was sent: 1 breaks a policy. ctrl+x leaves it out.',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0, changed: 0, protected: 1}})).toBe(
		'Nothing was sent: all that changes is protected.',
	);
});

const said = (...parameters: Parameters<typeof reviewTexts>) =>
	told(reviewTexts(...parameters), 500).map(({tone, text}) => ({tone, text: text.trim()}));

test('the review says what is hidden, lost and doubled', () => {
	// Red is for errors alone.
	expect(said({counts, acceptsInvalid: true}, 4).map(({tone}) => tone)).toEqual([
		'warning',
		'warning',
		'warning',
		'warning',
		'plain',
	]);
	const texts = said({counts, acceptsInvalid: false}, 4).map(({text}) => text);
	expect(texts.slice(0, 3)).toEqual([
		'! 4 of these 152 are hidden by the search.',
		'! This edit loses the templates of 150, if any: the service returns none.',
		'! 1 becomes a duplicate of another notification.',
	]);
	expect(
		said({counts: {...counts, protected: 1, warned: 2}, acceptsInvalid: false}, 0, {
			field: 'network',
			severity: 'warning',
			message: 'is unusual',
		})
			.slice(0, 2)
			.map(({text}) => text),
	).toEqual(['! 1 is protected and stays as it is.', '! 2 are warned of. The first: Network is unusual.']);
	expect(said({counts: {...counts, changed: 150}, acceptsInvalid: false}, 0)[0]!.text).toContain(
		'the templates of all 150',
	);
	expect(said({counts: {...counts, topicsLost: 1}, acceptsInvalid: false}, 0)[0]!.text).toContain(
		'loses the templates of 150 and the topics of 1, if any',
	);
	expect(
		said({counts: {...counts, changed: 1, duplicate: 0, templateLost: 1}, acceptsInvalid: false}, 0).map(
			({text}) => text,
		),
	).toEqual([
		'! This edit loses its template, if any: the service returns none.',
		'It gets a new ID: the new one is created and listed before the old one is deleted. u in the list undoes it.',
	]);
});
