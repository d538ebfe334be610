import {describe, expect, test} from 'vitest';
import {createYielder, inSlices} from '../../source/platform/time-slices.ts';

describe('inSlices', () => {
	const slicesOf = async (count: number) => {
		const lengths: number[] = [];
		for await (const slice of inSlices(Array.from({length: count}).keys())) {
			lengths.push(slice.length);
		}

		return lengths;
	};

	test.each([
		[0, []],
		[1, [1]],
		[50, [50]],
		[120, [50, 50, 20]],
	])('splits %d items into slices of %j', async (count, lengths) => {
		expect(await slicesOf(count)).toEqual(lengths);
	});
});

test('a yielder lets the event loop turn only when the slice is over', async () => {
	let turns = 0;
	setImmediate(() => {
		turns++;
	});
	const yieldIfDue = createYielder();
	await yieldIfDue();
	expect(turns).toBe(0);
	const end = performance.now() + 5;
	while (performance.now() < end) {
		// Uses up the slice.
	}

	await yieldIfDue();
	expect(turns).toBe(1);
});
