import fc from 'fast-check';
import {expect, test} from 'vitest';
import {range} from '../../../source/platform/text.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {countedValueLines} from '../../../source/tui/ui/sentence.ts';
import {matching} from '../../helpers/texts.ts';

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
				expect(shown.length).toBeLessThanOrEqual(height === 1 ? 1 : height + 1);
				for (const line of shown) {
					expect(widthOf(line)).toBeLessThanOrEqual(room);
				}
			},
		),
	);
});
