import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fitWidths, type WidthNeed} from '../../../source/tui/list/fit-widths.ts';

/** The need of a column whose values are told apart in any width. */
const plain = (whole: number, least = 1): WidthNeed => ({least, distinct: least, common: whole, whole});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Needs that are in order, and a room for at least the least widths. */
const anyNeeds = fc
	.array(fc.tuple(fc.integer({min: 1, max: 20}), fc.nat(30), fc.nat(30), fc.nat(60)), {minLength: 1, maxLength: 9})
	.map(rows =>
		rows.map(([least, distinct, common, whole]): WidthNeed => ({
			least,
			distinct: least + distinct,
			common: least + distinct + common,
			whole: least + distinct + common + whole,
		})),
	);
const anyFit = fc
	.tuple(anyNeeds, fc.nat(300))
	.map(([needs, more]) => ({needs, room: sum(needs.map(({least}) => least)) + more}));

test('short columns are whole first, and the others share what is left', () => {
	expect(fitWidths([plain(4), plain(100), plain(15), plain(80)], 79)).toEqual([4, 30, 15, 30]);
	expect(fitWidths([plain(4), plain(100), plain(15), plain(32)], 100)).toEqual([4, 49, 15, 32]);
	expect(fitWidths([plain(4), plain(10)], 300)).toEqual([4, 10]);
	expect(fitWidths([plain(4), plain(10)], Infinity)).toEqual([4, 10]);
});

test('what tells values apart comes before what most values need, and that before the widest one', () => {
	const named = {least: 5, distinct: 20, common: 25, whole: 90};
	expect(fitWidths([named, plain(18, 5)], 30)).toEqual([20, 10]);
	expect(fitWidths([named, plain(18, 5)], 40)).toEqual([22, 18]);
	expect(fitWidths([named, plain(18, 5)], 60)).toEqual([42, 18]);
});

test('a column that is whole or distinct becomes whole if the others would not be wider, and otherwise leaves the room to them', () => {
	const address = {least: 11, distinct: 13, common: 42, whole: 85, isWholeOrDistinct: true};
	expect(fitWidths([plain(60), address], 80)).toEqual([60, 13]);
	expect(fitWidths([plain(60), address], 100)).toEqual([58, 42]);
	expect(fitWidths([plain(100), plain(100), address], 126)).toEqual([42, 42, 42]);
	expect(fitWidths([plain(100), plain(100), address], 123)).toEqual([55, 55, 13]);
});

test('a room that is too small for the first column cuts it, and the last ones are gone', () => {
	expect(fitWidths([plain(20, 20), plain(9, 9)], 12)).toEqual([12, 0]);
	expect(fitWidths([plain(20, 20)], -3)).toEqual([0]);
	expect(fitWidths([], 10)).toEqual([]);
});

test('no column is wider than its widest value or narrower than its least width, and the room is used unless all are whole', () => {
	fc.assert(
		fc.property(anyFit, ({needs, room}) => {
			const widths = fitWidths(needs, room);
			expect(needs.every(({least, whole}, index) => widths[index]! >= least && widths[index]! <= whole)).toBe(true);
			expect(sum(widths)).toBe(Math.min(room, sum(needs.map(({whole}) => whole))));
		}),
	);
});

test('the widths are max-min fair: a column gets less than it needs only if no wider one could give it more', () => {
	fc.assert(
		fc.property(anyFit, ({needs, room}) => {
			const widths = fitWidths(needs, room);
			for (const stage of ['distinct', 'common', 'whole'] as const) {
				const before = {distinct: 'least', common: 'distinct', whole: 'common'} as const;
				for (const [index, need] of needs.entries()) {
					if (widths[index]! < need[stage]) {
						// Every other column has at most one more, or what an earlier stage gave it.
						expect(needs.every((other, at) => widths[at]! <= Math.max(widths[index]! + 1, other[before[stage]]))).toBe(
							true,
						);
					}
				}
			}
		}),
	);
});

test('a column that is whole with some room is whole with more', () => {
	fc.assert(
		fc.property(anyFit, ({needs, room}) => {
			const [narrow, wide] = [fitWidths(needs, room), fitWidths(needs, room + 1)];
			expect(narrow.every((width, index) => wide[index]! >= width)).toBe(true);
			expect(sum(wide) - sum(narrow)).toBeLessThanOrEqual(1);
		}),
	);
});

test('a column whose values need one more to differ gets it before any other becomes whole', () => {
	fc.assert(
		fc.property(anyFit, ({needs, room}) => {
			const widths = fitWidths(needs, room);
			const isShort = needs.some(({distinct}, index) => widths[index]! < distinct);
			expect(!isShort || needs.every(({distinct}, index) => widths[index]! <= distinct)).toBe(true);
		}),
	);
});
