import {expect, test} from 'vitest';
import {fittingHints} from '../../../source/tui/keys/hints.ts';

test.each([
	[true, 'faint'],
	[false, 'key'],
] as const)('while the number is not typed, the key that confirms is faint: %s, %s', (isAnswerMissing, role) => {
	const hints = fittingHints('bulk', {isWritable: true}, 80, {isAnswerMissing});
	expect(hints).toContainEqual({key: 'enter', hint: 'delete', role});
	expect(hints).toContainEqual({key: 'esc', hint: 'cancel', role: 'key'});
});

test('the footer of a bulk edit names the key that reviews in every field: enter lists the values in some', () => {
	expect(fittingHints('bulk-edit', {}, 40)).toContainEqual({key: 'ctrl+s', hint: 'review', role: 'key'});
});
