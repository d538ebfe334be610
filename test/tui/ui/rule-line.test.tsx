import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {isRoomy} from '../../../source/tui/ui/layout.ts';
import {Lines, ruleLine} from '../../../source/tui/ui/line.tsx';
import {renderScreen} from '../../helpers/screen.tsx';

async function drawn(title: string, width: number): Promise<string> {
	await using screen = renderScreen(<Lines lines={[ruleLine(width, title)]} />);
	return screen.frame().trim();
}

test('a rule holds a title, cut where it does not fit, and is as wide as its pane', async () => {
	expect(await drawn('', 8)).toBe('────────');
	expect(await drawn('17 · Treasury', 20)).toBe('─ 17 · Treasury ────');
	expect(await drawn('17 · Treasury', 12)).toBe('─ 17 · Tr… ─');
	for (const width of [1, 2, 3, 4, 5, 40]) {
		expect(widthOf(await drawn('支払い 🇩🇪', width))).toBe(width);
	}
});

test('lines that only separate are drawn from 30 rows on', () => {
	expect([10, 24, 29, 30, 40].map(rows => isRoomy(rows))).toEqual([false, false, false, true, true]);
});
