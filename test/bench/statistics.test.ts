import fc from 'fast-check';
import {expect, test} from 'vitest';
import {median, p99, ratio, ratioInterval} from '../../bench/statistics.ts';

test.each([
	[[7], 7, 7],
	[[3, 1, 2], 2, 3],
	[[4, 1, 3, 2], 2.5, 4],
	[Array.from({length: 100}, (_, index) => 100 - index), 50.5, 99],
	[Array.from({length: 200}, (_, index) => index + 1), 100.5, 198],
])('of %j the median is %d and the p99 is %d', (values, middle, slow) => {
	expect(median(values)).toBe(middle);
	expect(p99(values)).toBe(slow);
});

test('the order of the values does not matter, and at least half of them are on either side of the median', () => {
	const values = fc.array(fc.double({min: 0, max: 1e6, noNaN: true}), {minLength: 1, maxLength: 300});
	fc.assert(
		fc.property(values, all => {
			const middle = median(all);
			expect(median(all.toReversed())).toBe(middle);
			expect(all.filter(value => value <= middle).length * 2).toBeGreaterThanOrEqual(all.length);
			expect(all.filter(value => value >= middle).length * 2).toBeGreaterThanOrEqual(all.length);
			const slow = p99(all);
			expect(p99(all.toReversed())).toBe(slow);
			expect(all.filter(value => value > slow).length).toBeLessThanOrEqual(all.length / 100);
		}),
	);
});

test('half the time is a ratio of one half', () => {
	expect(ratio([1, 2, 9], [4, 4, 4], median)).toBe(0.5);
	expect(ratio([1, 2, 9], [3, 3, 3], p99)).toBe(3);
});

test('no values have no statistic', () => {
	expect(() => median([])).toThrow('no values');
	expect(() => p99([])).toThrow('no values');
});

test('the interval of ratios holds their geometric mean, and is wide where they differ', () => {
	expect(ratioInterval(Array.from({length: 20}, () => 1.1))).toEqual({
		mean: expect.closeTo(1.1, 10) as number,
		low: expect.closeTo(1.1, 10) as number,
		high: expect.closeTo(1.1, 10) as number,
	});
	const {mean, low, high} = ratioInterval(Array.from({length: 20}, (_, index) => (index % 2 === 0 ? 0.5 : 2)));
	expect(mean).toBeCloseTo(1, 10);
	expect(low).toBeLessThan(0.75);
	expect(high).toBeGreaterThan(1.35);
	expect(() => ratioInterval([1, 1])).toThrow(RangeError);
});
