import fc from 'fast-check';
import {expect, test} from 'vitest';
import {delayBefore, delaysOf} from '../../source/platform/clock.ts';

test('each delay is twice the previous one, up to the longest', () => {
	expect(delaysOf({first: 500, longest: 3000, retries: 5})).toEqual([500, 1000, 2000, 3000, 3000]);
});

test('without a number of retries there is always another, and no delay overflows', () => {
	expect(delayBefore({first: 5000, longest: 300_000}, 5000)).toBe(300_000);
});

test('Retry-After is a lower bound, also above the longest delay', () => {
	const backoff = {first: 500, longest: 1000, longestRetryAfter: 30};
	expect(delayBefore(backoff, 1, 30)).toBe(30_000);
	expect(delayBefore(backoff, 2, 0.1)).toBe(1000);
	expect(delayBefore(backoff, 1, 0)).toBe(500);
});

test('delays never shrink, and are never shorter than Retry-After', () => {
	fc.assert(
		fc.property(
			fc.integer({min: 1, max: 10_000}),
			fc.integer({min: 1, max: 100_000}),
			fc.integer({min: 1, max: 2000}),
			fc.nat(600),
			(first, longest, retry, retryAfter) => {
				const delay = delayBefore({first, longest}, retry, retryAfter)!;
				expect(delay).toBeGreaterThanOrEqual(retryAfter * 1000);
				expect(delayBefore({first, longest}, retry + 1, retryAfter)).toBeGreaterThanOrEqual(delay);
			},
		),
	);
});
