import fc from 'fast-check';
import {expect, test} from 'vitest';
import {addSample, paceOf, spanText, type PaceSample} from '../../source/platform/clock.ts';

const collect = (samples: readonly PaceSample[]): readonly PaceSample[] => {
	let kept: readonly PaceSample[] = [];
	for (const sample of samples) {
		kept = addSample(kept, sample);
	}

	return kept;
};

test('the rate is that of the last ten seconds', () => {
	const slow = [0, 1, 2, 3, 4].map(second => ({at: second * 1000, ended: second}));
	const fast = Array.from({length: 20}, (_, index) => ({at: 5000 + index * 1000, ended: 100 + index * 50}));
	expect(paceOf(collect([...slow, ...fast]), 1250)).toStrictEqual({perSecond: 50, left: 4000});
	expect(paceOf(collect(slow), 8)).toStrictEqual({perSecond: 1, left: 4000});
});

test('the last sample before the span is kept as its start', () => {
	const at = (seconds: number): PaceSample => ({at: seconds * 1000, ended: seconds});
	expect(collect([at(0), at(1), at(5), at(11)])).toStrictEqual([at(1), at(5), at(11)]);
	expect(collect([at(0), at(1), at(5), at(10.9)])).toStrictEqual([at(0), at(1), at(5), at(10.9)]);
});

test('a steady rate is measured exactly, however often it is sampled', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 500}),
			fc.array(fc.integer({min: 1, max: 5000}), {minLength: 1, maxLength: 50}),
			(perSecond, steps) => {
				let at = 0;
				const samples = [
					{at, ended: 0},
					...steps.map(step => {
						at += step;
						return {at, ended: (at * perSecond) / 1000};
					}),
				];
				const kept = collect(samples);
				const total = (at * perSecond) / 1000 + perSecond;
				const pace = paceOf(kept, total)!;
				expect(pace.perSecond).toBeCloseTo(perSecond, 6);
				expect(pace.left).toBeCloseTo(1000, 3);
				// What is older than it has to be is forgotten.
				expect(kept.filter(sample => sample.at < at - 10_000).length).toBeLessThanOrEqual(1);
			},
		),
	);
});

test.each([
	[0, '0 s'],
	[1000, '1 s'],
	[89_000, '89 s'],
	[90_000, '2 min'],
	[5_400_000, '2 h'],
	[36_000_000, '10 h'],
])('%i ms are %s', (milliseconds, text) => {
	expect(spanText(milliseconds)).toBe(text);
});
