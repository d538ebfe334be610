import type {Failure} from '../../api/failure.ts';
import type {RetryPolicy} from '../../api/retry.ts';
import type {PauseControl} from './pause-control.ts';

/** What became of one piece of work. */
export type PoolDecision =
	/** On to the next one. */
	| {readonly kind: 'next'}
	/** There is more of this one. */
	| {readonly kind: 'more'}
	/** Nothing was executed: everything waits, then this one is tried again. */
	| {readonly kind: 'wait'; readonly failure: Failure}
	/** Nothing more is to be sent at all. */
	| {readonly kind: 'stop'; readonly failure: Failure};

export type PoolOptions<T> = {
	readonly items: Iterator<T, void>;
	/** Does one piece; never called more than `limit` times at once. */
	readonly work: (item: T) => Promise<PoolDecision>;
	readonly limit: number;
	readonly pauseControl: PauseControl;
	/** Fires when the program wants to end. */
	readonly signal: AbortSignal;
	readonly sleep: RetryPolicy['sleep'];
	/** Called before each wait, with its milliseconds, and with nothing when it is over. */
	readonly onWait: (milliseconds: number | undefined) => void;
};

/** Milliseconds before a second try in a row, a third, …; after the last one it is given up. Two minutes in all. */
const backoff = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Seconds: a longer Retry-After is the operator's to wait for. */
const longestWait = 300;

/**
Works through items, a bounded number at once. Where the service asks for fewer requests, or cannot be reached, all wait; Retry-After is honoured (RFC 9110, section 10.2.3).

@returns Why it stopped before its end; undefined where it did not, or the operator stopped it.
@throws What the work throws, once all that was begun has ended.
*/
export async function runPool<T>({items, work, limit, pauseControl, signal, sleep, onWait}: PoolOptions<T>): Promise<Failure | undefined> {
	const halt = new AbortController();
	const halted = AbortSignal.any([signal, pauseControl.signal, halt.signal]);
	const errors: unknown[] = [];
	let stopped: Failure | undefined;
	let waits = 0;
	let waiting: Promise<unknown> | undefined;
	let waitingFor = 0;

	const stop = (failure: Failure) => {
		stopped ??= failure;
		halt.abort();
	};

	const sit = async (milliseconds: number) => {
		waitingFor++;
		onWait(milliseconds);
		try {
			await sleep(milliseconds, halted);
		} catch {
			// Whoever waits sees that it is over.
		}

		waitingFor--;
		if (waitingFor !== 0) {
			return;
		}

		waits++;
		onWait(undefined);
	};

	const wait = (failure: Failure) => {
		const {retryAfter = 0} = failure;
		const pause = backoff[waits];
		if (pause === undefined || retryAfter > longestWait) {
			stop(failure);
		} else {
			waiting = Promise.all([waiting, sit(Math.max(pause, retryAfter * 1000))]);
		}
	};

	const isHeld = () => waitingFor > 0 || pauseControl.isPaused();

	const canGo = async () => {
		while (isHeld() && !halted.aborted) {
			await (waitingFor > 0 ? waiting : pauseControl.resumed(halted));
		}

		return !halted.aborted;
	};

	const runWorker = async () => {
		let item = items.next();
		while (item.done !== true && await canGo()) {
			const verdict = await work(item.value);
			if (verdict.kind === 'wait') {
				wait(verdict.failure);
			} else if (verdict.kind === 'stop') {
				stop(verdict.failure);
			} else {
				waits = 0;
				item = verdict.kind === 'next' ? items.next() : item;
			}
		}
	};

	const guarded = async () => {
		try {
			await runWorker();
		} catch (error) {
			errors.push(error);
			halt.abort();
		}
	};

	await Promise.all(Array.from({length: limit}, async () => guarded()));
	if (errors.length > 0) {
		throw errors[0];
	}

	return stopped;
}
