import type {Failure} from '../../api/failure.ts';
import type {RetryPolicy} from '../../api/retry.ts';
import {delayBefore, longestRetryAfter} from '../../system/backoff.ts';
import type {PauseControl} from './pause-control.ts';

/** What to do after one request. */
export type PoolDecision =
	/** Take the next item. */
	| {readonly kind: 'next'; readonly verdict?: Verdict | undefined}
	/** Continue with the same item. */
	| {readonly kind: 'more'; readonly verdict?: Verdict | undefined}
	/** It was not processed: all workers wait, then it is sent again. */
	| {readonly kind: 'wait'; readonly failure: Failure}
	/** Send nothing more. */
	| {readonly kind: 'stop'; readonly failure: Failure};

/** What a response says about the requests that follow: it took effect, or it was forbidden. One refusal may concern its item only; several in a row probably concern them all. */
export type Verdict = 'effective' | {readonly refusal: Failure};

export type PoolOptions<T> = {
	readonly items: Iterator<T, void>;
	/** Sends one request of an item; at most `limit` at a time. */
	readonly work: (item: T) => Promise<PoolDecision>;
	readonly limit: number;
	readonly pauseControl: PauseControl;
	/** Fires when the run must end at once. */
	readonly signal: AbortSignal;
	readonly sleep: RetryPolicy['sleep'];
	/** Called before each wait, with its milliseconds, and with nothing when it is over. */
	readonly onWait: (milliseconds: number | undefined) => void;
};

/** Two minutes in all; after that, or with a longer Retry-After, the run stops and the operator decides when to continue. */
const backoff = {first: 500, longest: 60_000, retries: 8, longestRetryAfter};

/** So many refusals stop the run, unless something took effect between them. */
const refusalLimit = 3;

/**
Works through items, a bounded number at a time. When the service limits the rate or cannot be reached, all workers wait; Retry-After is honoured (RFC 9110, section 10.2.3).

@returns The failure that stopped it; undefined if it reached its end or the operator stopped it.
@throws What the work throws, after all requests in flight have ended.
*/
export async function runPool<T>({items, work, limit, pauseControl, signal, sleep, onWait}: PoolOptions<T>): Promise<Failure | undefined> {
	const halt = new AbortController();
	const halted = AbortSignal.any([signal, pauseControl.signal, halt.signal]);
	const errors: unknown[] = [];
	let stopped: Failure | undefined;
	let waits = 0;
	let refusals = 0;
	let waiting: Promise<unknown> | undefined;
	let waitingFor = 0;

	const stop = (failure: Failure) => {
		stopped ??= failure;
		halt.abort();
	};

	const pauseAll = async (milliseconds: number) => {
		waitingFor++;
		onWait(milliseconds);
		try {
			await sleep(milliseconds, halted);
		} catch {
			// The workers see that the run has ended.
		}

		waitingFor--;
		if (waitingFor !== 0) {
			return;
		}

		waits++;
		onWait(undefined);
	};

	const wait = (failure: Failure) => {
		const delay = delayBefore(backoff, waits + 1, failure.retryAfter);
		if (delay === undefined) {
			stop(failure);
		} else {
			waiting = Promise.all([waiting, pauseAll(delay)]);
		}
	};

	const judge = (verdict: Verdict | undefined) => {
		if (verdict === undefined) {
			return;
		}

		refusals = verdict === 'effective' ? 0 : refusals + 1;
		if (verdict !== 'effective' && refusals >= refusalLimit) {
			stop(verdict.refusal);
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
			const decision = await work(item.value);
			if (decision.kind === 'wait') {
				wait(decision.failure);
			} else if (decision.kind === 'stop') {
				stop(decision.failure);
			} else {
				waits = 0;
				judge(decision.verdict);
				item = decision.kind === 'next' ? items.next() : item;
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
