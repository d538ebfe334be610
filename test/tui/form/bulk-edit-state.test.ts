import {expect, test} from 'vitest';
import {
	focusedText,
	openBulkEdit,
	reduceBulkEdit,
	type BulkEditAction,
	type BulkEditState,
} from '../../../source/tui/form/bulk-edit.ts';
import {reviewTexts, whyNoReview} from '../../../source/tui/form/bulk-edit-screen.tsx';
import {countsText, fieldText} from '../../../source/tui/form/bulk-edit-view.tsx';
import {editAtEnd} from '../../../source/tui/keys/text-edit.ts';
import {told} from '../../helpers/told.ts';

const several = [
	{value: 'a', count: 3},
	{value: 'b', count: 1},
];
const after = (...actions: readonly BulkEditAction[]): BulkEditState => {
	let state = openBulkEdit();
	for (const action of actions) {
		state = reduceBulkEdit(state, action);
	}

	return state;
};

const of = (untouched: string, old?: string) => ({...editAtEnd(untouched), isSelected: true, untouched, old});
const typed = (text: string, untouched = '', old?: string): BulkEditAction => ({
	type: 'text',
	of: of(untouched, old),
	text: editAtEnd(text),
});
const left = (untouched: string, old?: string): BulkEditAction => ({
	type: 'text',
	of: of(untouched, old),
	text: undefined,
});

test('what is typed is an edit; the text from before is none, and esc leaves the field as it is', () => {
	expect(after(typed('x')).edits).toEqual(new Map([['recipient', {kind: 'text', text: 'x'}]]));
	expect(after(typed('x'), typed('')).edits.size).toBe(0);
	const ofShared = [{type: 'go', mode: 'fields', focus: 'userId'}, typed('', 'ops')] as const;
	expect(after(...ofShared).edits).toEqual(new Map([['userId', {kind: 'text', text: ''}]]));
	expect(after(...ofShared, typed('ops', 'ops')).edits.size).toBe(0);
	expect(after(...ofShared, left('ops')).edits.size).toBe(0);
});

test('a distinct value is changed on its own, and given back', () => {
	const state = after({type: 'go', mode: 'values'}, typed('c', 'b', 'b'));
	expect(state.edits).toEqual(new Map([['recipient', {kind: 'values', values: new Map([['b', 'c']])}]]));
	expect(focusedText(state, several, 'b')).toMatchObject({text: 'c', isSelected: false});
	// The text of another value is not that which was typed.
	expect(focusedText(state, several, 'a')).toMatchObject({text: 'a', isSelected: true});
	expect(focusedText({...state, edit: undefined}, several, 'b')).toMatchObject({text: 'c', isSelected: true});
	expect(reduceBulkEdit(state, left('b', 'b')).edits.size).toBe(0);
	expect(fieldText(several, state.edits.get('recipient'))).toEqual({
		text: '1 of 2 changed',
		isFaint: false,
	});
});

test('some are left out, and taken in again', () => {
	const state = after({type: 'leave-out', ids: ['1', '2']}, {type: 'leave-out', ids: ['1']});
	expect([...state.leftOut]).toEqual(['2']);
	expect([...reduceBulkEdit(state, {type: 'leave-out', ids: ['1', '2']}).leftOut].toSorted()).toEqual(['1', '2']);
});

const counts = {
	changed: 152,
	unchanged: 1,
	invalid: 2,
	refused: 0,
	warned: 0,
	protected: 0,
	duplicate: 1,
	contentLost: 150,
	leftOut: 3,
};

test('the counts are told in a line, and so is what prevents the review', () => {
	expect(countsText(counts)).toBe(
		'152 to replace · 2 invalid · 1 duplicate · 150 templates unknown · 3 left out · 1 unchanged',
	);
	expect(whyNoReview({problems: new Map(), counts}, 152)).toBe(
		'Nothing was sent: 2 are invalid. ctrl+x leaves them out.',
	);
	expect(whyNoReview({problems: new Map([['recipient', '/x(/ is not a regular expression.']]), counts}, 0)).toContain(
		'not a regular expression',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0}}, 0)).toBe('No changes to send.');
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0}}, 1)).toBeUndefined();
	expect(countsText({...counts, refused: 3, protected: 2, warned: 4})).toContain(
		'2 invalid · 3 refused · 2 protected · 4 warned of · 1 duplicate',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0, refused: 1}}, 1)).toBe(
		'Nothing was sent: 1 breaks a policy. ctrl+x leaves it out.',
	);
	expect(whyNoReview({problems: new Map(), counts: {...counts, invalid: 0, protected: 1}}, 0)).toBe(
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
		said({counts: {...counts, protected: 1, warned: 2}, acceptsInvalid: false}, 0)
			.slice(0, 2)
			.map(({text}) => text),
	).toEqual(['! 1 is protected and stays as it is.', '! 2 break a policy that only warns.']);
	expect(said({counts: {...counts, changed: 150}, acceptsInvalid: false}, 0)[0]!.text).toContain(
		'the templates of all 150',
	);
	expect(
		said({counts: {...counts, changed: 1, duplicate: 0, contentLost: 1}, acceptsInvalid: false}, 0).map(
			({text}) => text,
		),
	).toEqual([
		'! This edit loses its template, if any: the service returns none.',
		'It gets a new ID: the new one is created and listed before the old one is deleted. u in the list undoes it.',
	]);
});
