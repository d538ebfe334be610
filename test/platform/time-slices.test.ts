import {describe, expect, test} from 'vitest';
import {inSlices, createSlicedTask, type SlicedTask} from '../../source/platform/time-slices.ts';
import {waitUntil} from '../helpers/wait.ts';

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

/** A task that counts to a number, one step per yield, and the numbers that it started to count to. */
const counter = (now: () => number) => {
	const started: number[] = [];
	const task = createSlicedTask<number, number>({
		*compute(to) {
			started.push(to);
			for (let step = 0; step < to; step++) {
				yield;
			}

			return to;
		},
		initial: 0,
		isSame: (a, b) => a === b,
		now,
	});
	return {task, started};
};

/** Each call is a millisecond later than the last. */
const slowClock = () => {
	let time = 0;
	return () => time++;
};

const settled = async (task: SlicedTask<number, number>, latest: number) =>
	waitUntil(
		() => {
			const {value, isBusy} = task.request(latest);
			return isBusy ? undefined : value;
		},
		task.subscribe,
		() => 'the task never finished',
	);

test('a long computation finishes later and notifies; the previous value stays until then', async () => {
	const {task, started} = counter(slowClock());
	expect(task.request(5)).toEqual({value: 5, isBusy: false});
	expect(task.request(100)).toEqual({value: 5, isBusy: true});
	expect(task.request(100)).toEqual({value: 5, isBusy: true});
	expect(await settled(task, 100)).toBe(100);
	expect(started).toEqual([5, 100]);
});

test('a running computation finishes, then the latest input is computed, and those in between are skipped', async () => {
	const {task, started} = counter(slowClock());
	const values: number[] = [];
	task.subscribe(() => {
		values.push(task.request(400).value);
	});
	for (const input of [100, 200, 300, 400]) {
		task.request(input);
	}

	expect(await settled(task, 400)).toBe(400);
	expect(started).toEqual([100, 400]);
	expect(values).toEqual([100, 400]);
});
