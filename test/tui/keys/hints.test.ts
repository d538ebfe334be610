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

test('a key that answers is red only where something is deleted or replaced', () => {
	const roleOf = (isHarmless: boolean) =>
		fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {isHarmless}).find(
			({key}) => key === 'y',
		)?.role;
	expect([roleOf(false), roleOf(true)]).toStrictEqual(['danger', 'key']);
});

test('a question that is cut has what is missing in place of the key that answers', () => {
	const cut = {text: 'Read on.', hint: {key: 'down', hint: '2 more lines'}};
	const hints = fittingHints('question', {isIdle: true, isAwaitingConfirmation: true, isWritable: true}, 80, {cut});
	expect(hints.find(({key}) => key === 'y')).toBeUndefined();
	expect(hints).toContainEqual({key: 'down', hint: '2 more lines', role: 'warning'});
});
