import {performance} from 'node:perf_hooks';
import {setImmediate as turn} from 'node:timers/promises';
import {createListeners} from './listeners.ts';

/*
Long work runs on the main thread in slices. Between two slices the event loop turns, so that keys are handled and frames are drawn.
*/

/** The duration of a slice in milliseconds: a key waits no longer than this and a frame. */
const sliceTime = 4;

/** The number of ledger rows or records per slice: reading or writing this many takes a few milliseconds. */
const sliceLength = 50;

/** A computation that yields about once a millisecond, and returns its result. */
export type Sliced<T> = Generator<void, T, void>;

/** The number of records after which a computation yields: reading them takes about a millisecond. */
export const itemsPerSlice = 512;

/**
Creates a function that keeps a long async function from delaying keys.

@returns A function to await between two pieces of work. It waits for a turn of the event loop if the slice is over, and otherwise returns immediately.
*/
export function createYielder(): () => Promise<void> {
	let since = performance.now();

	return async () => {
		if (performance.now() - since < sliceTime) {
			return;
		}

		await turn();
		since = performance.now();
	};
}

/** Runs a computation to its end at once. */
export function finish<T>(work: Sliced<T>): T {
	for (;;) {
		const step = work.next();
		if (step.done === true) {
			return step.value;
		}
	}
}

/** Runs a computation between keys. Returns undefined if the signal is aborted before it is done. */
export async function finishInSlices<T>(work: Sliced<T>): Promise<T>;
export async function finishInSlices<T>(work: Sliced<T>, signal: AbortSignal): Promise<T | undefined>;
export async function finishInSlices<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T | undefined> {
	const yieldIfDue = createYielder();
	let step = work.next();
	while (step.done !== true) {
		await yieldIfDue();
		if (signal?.aborted === true) {
			return undefined;
		}

		step = work.next();
	}

	return step.value;
}

/**
Maps a long list.

@yields Nothing, after each `step` items; the computation can pause there.
*/
export function* mapInSlices<T, R>(items: readonly T[], step: number, map: (item: T, index: number) => R): Sliced<R[]> {
	const mapped: R[] = [];
	for (const [index, item] of items.entries()) {
		mapped.push(map(item, index));
		if (index % step === step - 1) {
			yield;
		}
	}

	return mapped;
}

/**
Splits a long list into arrays of 50 items.

@yields The arrays, each after a turn of the event loop.
*/
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<readonly T[], void, void> {
	let slice: T[] = [];
	for (const item of items) {
		slice.push(item);
		if (slice.length !== sliceLength) {
			continue;
		}

		await turn();
		yield slice;
		slice = [];
	}

	if (slice.length === 0) {
		return;
	}

	await turn();
	yield slice;
}

/** Reads all of a long list, between keys. */
export async function allInSlices<T>(items: Iterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const slice of inSlices(items)) {
		all.push(...slice);
	}

	return all;
}

/** The maximum duration of a task's first slice in milliseconds. Drawing a frame that says "in progress" would take longer. */
const firstSliceTime = 16;

/** A task that computes a value from the latest input, in slices. */
export type SlicedTask<I, T> = {
	/** Requests the value of an input. A short computation finishes immediately. A long one continues after this returns, and the previous value is returned until it is done. */
	readonly request: (input: I) => TaskValue<T>;
	/** Computes the value of the latest input now, however long it takes. */
	readonly finish: () => void;
	/** Calls `listener` when a long computation is done. Returns a function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
};

type TaskValue<T> = {
	readonly value: T;
	/** Whether the value of the latest input is still being computed. */
	readonly isBusy: boolean;
};

type SlicedTaskOptions<I, T> = {
	readonly compute: (input: I) => Sliced<T>;
	/** The value before the first one is computed. */
	readonly initial: T;
	readonly isSame: (a: I, b: I) => boolean;
	/** Returns the time in milliseconds. */
	readonly now: () => number;
};

/** Creates a task that runs one slice in each turn of the event loop. It finishes a computation even if a newer input is requested, so that fast typing cannot starve it; then it continues with the latest input and skips those in between. */
export function createSlicedTask<I, T>({compute, initial, isSame, now}: SlicedTaskOptions<I, T>): SlicedTask<I, T> {
	const listeners = createListeners();
	let value = initial;
	let latest: I | undefined;
	let computed: I | undefined;
	let running: {readonly computation: Sliced<T>; readonly input: I} | undefined;

	/** Runs until `end`. Returns whether the value of the latest input is computed. */
	const isDoneBy = (end: number): boolean => {
		while (running !== undefined) {
			const step = running.computation.next();
			if (step.done === true) {
				value = step.value;
				computed = running.input;
				running = latest === computed ? undefined : {computation: compute(latest!), input: latest!};
				return running === undefined;
			}

			if (now() >= end) {
				return false;
			}
		}

		return true;
	};

	const notify = () => {
		listeners.notify();
	};

	const scheduleSlice = () => {
		setImmediate(() => {
			// `finish` may have run in the meantime.
			if (running === undefined) {
				return;
			}

			const before = computed;
			if (!isDoneBy(now() + sliceTime)) {
				scheduleSlice();
			}

			if (computed !== before) {
				notify();
			}
		});
	};

	return {
		request(input) {
			if (latest === undefined || !isSame(latest, input)) {
				latest = input;
				if (running === undefined) {
					running = {computation: compute(input), input};
					if (!isDoneBy(now() + firstSliceTime)) {
						scheduleSlice();
					}
				}
			}

			return {value, isBusy: computed !== latest};
		},
		finish() {
			if (running === undefined) {
				return;
			}

			while (!isDoneBy(Infinity)) {
				// A newer input was requested, so compute its value, too.
			}

			notify();
		},
		subscribe: listeners.add,
	};
}
