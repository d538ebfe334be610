import {expect, test} from 'vitest';
import {createSlicedTask, type SlicedTask} from '../../source/system/sliced-task.ts';
import {waitUntil} from '../helpers/wait.ts';

/** Counts to a number, a step each, and remembers which numbers it was asked for. */
const counter = (now: () => number) => {
	const begun: number[] = [];
	const worker = createSlicedTask<number, number>({
		* compute(to) {
			begun.push(to);
			for (let step = 0; step < to; step++) {
				yield;
			}

			return to;
		},
		initial: 0,
		isSame: (a, b) => a === b,
		now,
	});
	return {worker, begun};
};

/** Every look at it is a millisecond later. */
const slowClock = () => {
	let time = 0;
	return () => time++;
};

const settled = async (worker: SlicedTask<number, number>, newest: number) => waitUntil(() => {
	const {value, isBusy} = worker.ask(newest);
	return isBusy ? undefined : value;
}, worker.subscribe, () => 'it never ended');

test('what takes little is there at once', () => {
	const {worker} = counter(() => 0);
	expect(worker.ask(100)).toEqual({value: 100, isBusy: false});
});

test('what takes long is finished later, and said; what was there stands meanwhile', async () => {
	const {worker, begun} = counter(slowClock());
	expect(worker.ask(5)).toEqual({value: 5, isBusy: false});
	expect(worker.ask(100)).toEqual({value: 5, isBusy: true});
	expect(worker.ask(100)).toEqual({value: 5, isBusy: true});
	expect(await settled(worker, 100)).toBe(100);
	expect(begun).toEqual([5, 100]);
});

test('what is under way is finished, then the newest is begun, and those in between never', async () => {
	const {worker, begun} = counter(slowClock());
	const values: number[] = [];
	worker.subscribe(() => {
		values.push(worker.ask(400).value);
	});
	for (const input of [100, 200, 300, 400]) {
		worker.ask(input);
	}

	expect(await settled(worker, 400)).toBe(400);
	expect(begun).toEqual([100, 400]);
	expect(values).toEqual([100, 400]);
});

test('other things have their turn in between', async () => {
	const {worker} = counter(slowClock());
	worker.ask(1000);
	let turns = 0;
	const count = () => {
		if (!worker.ask(1000).isBusy) {
			return;
		}

		turns++;
		setImmediate(count);
	};

	count();
	await settled(worker, 1000);
	expect(turns).toBeGreaterThan(50);
});
