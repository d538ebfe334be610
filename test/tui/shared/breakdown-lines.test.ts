import fc from 'fast-check';
import {expect, test} from 'vitest';
import {breakdownOf} from '../../../source/domain/breakdown.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {breakdownLines} from '../../../source/tui/shared/breakdown-lines.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const of = (...users: readonly string[]) =>
	breakdownOf(users.map(userId => notificationWith({userId, network: 'ETH_MAINNET'})));

test('as many values as fit, and the number of the others', () => {
	const counts = of('user-1', 'user-1', 'user-2', 'user-3', '');
	expect(breakdownLines(counts, 80)).toStrictEqual([
		{label: 'by user', text: 'user-1 2 · user-2 1 · user-3 1 · none 1'},
		{label: 'by channel', text: 'EMAIL 5'},
		{label: 'by network', text: 'ETH_MAINNET 5'},
	]);
	expect(breakdownLines(counts, 40)[0]!.text).toBe('user-1 2 · 3 more');
	expect(breakdownLines(counts, 45)[0]!.text).toBe('user-1 2 · user-2 1 · 2 more');
});

test('values of the service are safe to show, and every line fits', () => {
	expect(breakdownLines(of('a\u{202E}b\n'), 80)[0]!.text).toBe('a<U+202E>b␊ 1');
	fc.assert(
		fc.property(
			fc.array(fc.string({unit: 'grapheme', maxLength: 60}), {minLength: 1, maxLength: 30}),
			fc.integer({min: 40, max: 200}),
			(users, columns) => {
				for (const {text} of breakdownLines(of(...users), columns)) {
					expect(widthOf(text)).toBeLessThanOrEqual(columns - 13);
				}
			},
		),
	);
});
