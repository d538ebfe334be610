import fc from 'fast-check';
import {expect, test} from 'vitest';
import {share, widthOf} from '../../../source/terminal/width.ts';
import {countFitting, sum} from '../../../source/tui/ui/layout.ts';
import {range} from '../../../source/platform/text.ts';
import {countedValueLines} from '../../../source/tui/ui/sentence.ts';
import {matching} from '../../helpers/texts.ts';

/** The widths of parts in two stages, and a room for at least the first. */
const anyStages = fc
	.tuple(fc.array(fc.tuple(fc.integer({min: 1, max: 20}), fc.nat(60)), {minLength: 1, maxLength: 9}), fc.nat(300))
	.map(([parts, more]) => {
		const leasts = parts.map(([least]) => least);
		return {leasts, wholes: parts.map(([least, rest]) => least + rest), room: sum(leasts) + more};
	});

test('short parts are whole first, and the others share what is left', () => {
	expect(share(79, [4, 100, 15, 80])).toEqual([4, 30, 15, 30]);
	expect(share(100, [4, 100, 15, 32])).toEqual([4, 49, 15, 32]);
	expect(share(300, [4, 10])).toEqual([4, 10]);
	expect(share(Infinity, [4, 10])).toEqual([4, 10]);
	expect(share(-3, [20])).toEqual([0]);
	expect(share(10, [])).toEqual([]);
});

test('an earlier stage comes before a later one', () => {
	expect(share(30, [20, 5], [25, 18], [90, 18])).toEqual([20, 10]);
	expect(share(40, [20, 5], [25, 18], [90, 18])).toEqual([22, 18]);
	expect(share(60, [20, 5], [25, 18], [90, 18])).toEqual([42, 18]);
});

test('no part is wider than the whole or narrower than its least width, and the room is used unless all are whole', () => {
	fc.assert(
		fc.property(anyStages, ({leasts, wholes, room}) => {
			const widths = share(room, leasts, wholes);
			expect(widths.every((width, index) => width >= leasts[index]! && width <= wholes[index]!)).toBe(true);
			expect(sum(widths)).toBe(Math.min(room, sum(wholes)));
		}),
	);
});

test('those that fit side by side are counted', () => {
	expect(countFitting(['aa', 'b', 'cc'], 5)).toBe(3);
	expect(countFitting(['aa', 'b', 'cc'], 5, 1)).toBe(2);
	expect(countFitting([], 5)).toBe(0);
});

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
		matching(/^(?:0x\d{40} ×2,000 · ){4}/v),
		matching(/^0x\d{40} ×2,000 · .* ×2,000$/v),
	]);
	expect(lines(addresses, 3, 110)).toEqual([expect.any(String), expect.any(String), matching(/×2,000 · 3 more$/v)]);
});

test('every line fits, and every value is shown or counted', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.string({maxLength: 60}), fc.nat(100_000)), {maxLength: 20}),
			fc.integer({min: 1, max: 4}),
			fc.integer({min: 28, max: 200}),
			(values, height, room) => {
				const shown = lines(values, height, room);
				expect(shown.length).toBeLessThanOrEqual(height);
				for (const line of shown) {
					expect(widthOf(line)).toBeLessThanOrEqual(room);
				}
			},
		),
	);
});
