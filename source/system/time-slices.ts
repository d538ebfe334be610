import {performance} from 'node:perf_hooks';
import {setImmediate as turn} from 'node:timers/promises';

/*
Long work runs on the main thread in slices. Between two slices the event loop turns, so that keys are handled and frames are drawn.
*/

/** The duration of a slice in milliseconds: a key waits no longer than this and a frame. */
export const sliceTime = 4;

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

/** Runs a computation between keys. Returns undefined if the signal is aborted before it is done. */
export async function finishInSlices<T>(work: Sliced<T>, signal: AbortSignal): Promise<T | undefined> {
	const yieldIfDue = createYielder();
	let step = work.next();
	while (step.done !== true) {
		await yieldIfDue();
		if (signal.aborted) {
			return undefined;
		}

		step = work.next();
	}

	return step.value;
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
