import {expect, test} from 'vitest';
import {isRoomy} from '../../../source/tui/shared/roominess.ts';
import {rule} from '../../../source/tui/shared/rule.ts';
import {widthOf} from '../../../source/terminal/width.ts';

test('a rule holds a title, cut where it does not fit, and is as wide as its pane', () => {
	expect(rule('', 8)).toBe('────────');
	expect(rule('17 · Treasury', 20)).toBe('─ 17 · Treasury ────');
	expect(rule('17 · Treasury', 12)).toBe('─ 17 · Tr… ─');
	for (const width of [0, 1, 2, 3, 4, 5, 40]) {
		expect(widthOf(rule('支払い 🇩🇪', width))).toBe(width);
	}
});

test('lines that only separate are drawn from 30 rows on', () => {
	expect([10, 24, 29, 30, 40].map(rows => isRoomy(rows))).toEqual([false, false, false, true, true]);
});
