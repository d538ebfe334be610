import {expect, test} from 'vitest';
import {fittingHints} from '../../../source/tui/keys/match.ts';

test.each([
	[true, 'faint'],
	[false, 'key'],
] as const)('while the number is not typed, the key that confirms is faint: %s, %s', (isAnswerMissing, role) => {
	const hints = fittingHints('bulk', {isWritable: true}, 80, {isAnswerMissing});
	expect(hints).toContainEqual({key: 'enter', hint: 'confirm', role});
	expect(hints).toContainEqual({key: 'esc', hint: 'cancel', role: 'key'});
});

test('the footer of a bulk edit names the key that reviews in every field: enter lists the values in some', () => {
	expect(fittingHints('bulk-edit', {hasEffect: true}, 40)).toContainEqual({key: 'ctrl+s', hint: 'review', role: 'key'});
});

test('a key that answers is red only where something is deleted or replaced', () => {
	const roleOf = (isHarmless: boolean) =>
		fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {isHarmless}).find(
			({key}) => key === 'y',
		)?.role;
	expect([roleOf(false), roleOf(true)]).toStrictEqual(['danger', 'key']);
});

test('esc cancels a question, and goes back where there is none', () => {
	const hintOf = (isAwaitingConfirmation: boolean) =>
		fittingHints('question', {isIdle: true, isAwaitingConfirmation, isWritable: true}, 80).find(
			({key}) => key === 'esc',
		)?.hint;
	expect([hintOf(true), hintOf(false)]).toStrictEqual(['cancel', 'back']);
});

test('a question that is cut has what is missing in place of the key that answers', () => {
	const cut = {text: 'Read on.', hint: {key: 'down', hint: '2 more lines'}};
	const hints = fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {cut});
	expect(hints.find(({key}) => key === 'y')).toBeUndefined();
	expect(hints).toContainEqual({key: 'down', hint: '2 more lines', role: 'warning'});
});
