import fc from 'fast-check';
import {expect, test} from 'vitest';
import {range} from '../../../source/platform/text.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {countedValueLines} from '../../../source/tui/ui/sentence.ts';

const lines = (values: ReadonlyArray<readonly [value: string, count: number]>, height: number, room: number) =>
	countedValueLines(
		values.map(([value, count]) => ({value, count})),
		values.length,
		height,
		room,
	);
const addresses = range(9).map(index => [`0x${String(index).repeat(40)}`, 2000] as const);

test('values stand side by side where there is room, and the number of the others beside the last', () => {
	expect(
		lines(
			[
				['a', 3],
				['b', 2],
				['c', 1],
			],
			3,
			40,
		),
	).toEqual(['a ×3 · b ×2 · c ×1']);
	expect(lines(addresses, 3, 300)).toEqual([
		expect.stringMatching(/^(?:0x\d{40} ×2,000 · ){4}/v),
		expect.stringMatching(/^0x\d{40} ×2,000 · .* ×2,000$/v),
	]);
	expect(lines(addresses, 3, 110)).toEqual([
		expect.any(String),
		expect.any(String),
		expect.stringMatching(/×2,000 · 3 more$/v),
	]);
});

test('where a line has room for one value alone, none is cut for the number of the others', () => {
	expect(lines(addresses, 2, 50)).toEqual([`${addresses[0]![0]} ×2,000`, `${addresses[1]![0]} ×2,000`, '7 more']);
});

test('a long value is cut at its end, and keeps its count', () => {
	const user = `tenant/acme/${'team-'.repeat(20)}/user-1`;
	expect(
		lines(
			[
				[user, 3],
				['ops', 1],
			],
			1,
			40,
		),
	).toEqual(['tenant/acme/team-team-team-… ×3 · ops ×1']);
	expect(lines([[user, 3]], 1, 130)).toEqual([`${user} ×3`]);
});

test('every line fits, and every value is shown or counted', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.string({maxLength: 60}), fc.nat(100_000)), {maxLength: 20}),
			fc.integer({min: 1, max: 4}),
			fc.integer({min: 28, max: 200}),
			(values, height, room) => {
				const shown = lines(values, height, room);
				expect(shown.length).toBeLessThanOrEqual(height === 1 ? 1 : height + 1);
				for (const line of shown) {
					expect(widthOf(line)).toBeLessThanOrEqual(room);
				}
			},
		),
	);
});
