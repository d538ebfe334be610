import type {Failure} from '../service/failure.ts';
import {delayBefore, longestRetryAfter} from '../platform/clock.ts';
import type {ChangeContext} from './context.ts';
import type {Impossible} from './plan.ts';
import {type RetryPolicy, tooEarly, waitText} from '../service/retry.ts';

/** The next step after a request. */
export type PoolDecision =
	/** Take the next item. */
	| {readonly kind: 'next'; readonly verdict?: Verdict | undefined}
	/** Continue with the same item. */
	| {readonly kind: 'more'; readonly verdict?: Verdict | undefined}
	/** The request was not processed: all workers wait, then it is sent again. */
	| {readonly kind: 'wait'; readonly failure: Failure}
	/** Send nothing more. */
	| {readonly kind: 'stop'; readonly failure: Failure};

/** The consequence of a response for the requests that follow. A single refusal may concern its item only; several in a row probably concern all items. */
type Verdict = 'effective' | {readonly refusal: Failure};

export type PoolOptions<T> = {
	readonly items: Iterator<T, void>;
	/** Sends one request of an item. At most `limit` calls run at a time. */
	readonly work: (item: T) => Promise<PoolDecision>;
	readonly limit: number;
	readonly pauseControl: PauseControl;
	/** Aborted when the run must end immediately. */
	readonly signal: AbortSignal;
	readonly sleep: RetryPolicy['sleep'];
	/** Called with the milliseconds of each wait before it begins, and with undefined when it is over. */
	readonly onWait: (milliseconds: number | undefined) => void;
};

/** The retries of a run, about two minutes in all. After that, or with a longer Retry-After, the run stops and the operator decides when to continue. */
const backoff = {first: 500, longest: 60_000, retries: 8, longestRetryAfter};

/** The number of refusals that stops the run, if no request takes effect between them. */
const refusalLimit = 3;

/**
Processes items with limited concurrency. When the service limits the rate or cannot be reached, all workers wait; Retry-After is honoured (RFC 9110, section 10.2.3).

@returns The failure that stopped the run; undefined if it was complete or the operator stopped it.
@throws The error that `work` throws, after all requests in flight have ended.
*/
export async function runPool<T>({
	items,
	work,
	limit,
	pauseControl,
	signal,
	sleep,
	onWait,
}: PoolOptions<T>): Promise<Failure | undefined> {
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
		while (item.done !== true && (await canGo())) {
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

/** See `createPauseControl`. */
export type PauseControl = ReturnType<typeof createPauseControl>;

/** Lets an operator pause and stop a run of many requests. Requests in flight are always awaited. */
export function createPauseControl() {
	const stopped = new AbortController();
	let gate: PromiseWithResolvers<void> | undefined;

	return {
		isPaused: () => gate !== undefined,
		pause() {
			gate ??= Promise.withResolvers<void>();
		},
		resume() {
			gate?.resolve();
			gate = undefined;
		},
		/** Stops the run for good. */
		stop() {
			stopped.abort();
		},
		/** Aborted when the run is stopped. */
		signal: stopped.signal,
		/** Resolves once the run is not paused or the given signal is aborted. */
		async resumed(signal: AbortSignal) {
			const fired = Promise.withResolvers<void>();
			const fire = () => {
				fired.resolve();
			};

			signal.addEventListener('abort', fire);
			if (!signal.aborted) {
				await Promise.race([gate?.promise, fired.promise]);
			}

			signal.removeEventListener('abort', fire);
		},
	};
}

/**
Waits before a change begins, if the service limited the rate and asked to wait. Nothing is written down yet.

@returns The reason why nothing is sent: the service asked for too long a wait, or the operator cancelled it.
*/
export async function awaitTurn({
	connection: {notBefore},
	retry: {sleep, onWait},
	now,
	signal,
	onStep,
}: Pick<ChangeContext, 'connection' | 'retry' | 'now' | 'signal' | 'onStep'>): Promise<Impossible | undefined> {
	let left = notBefore?.left('POST') ?? 0;
	if (left === 0) {
		return undefined;
	}

	const failure = tooEarly('GET', left, now());
	if (left > longestRetryAfter * 1000) {
		return {kind: 'impossible', reason: `${failure.summary} ${failure.nextStep}`};
	}

	onStep?.('waiting', {until: now() + left});
	try {
		while (left > 0) {
			onWait?.({failure, wait: left});
			await sleep(left, signal);
			left = notBefore!.left('POST');
		}
	} catch (error) {
		if (!signal.aborted) {
			throw error;
		}
	} finally {
		onWait?.(undefined);
	}

	return signal.aborted
		? {
				kind: 'impossible',
				reason: `Nothing was sent: you cancelled the wait of ${waitText(failure.retryAfter!, now())} that the service asked for (429).`,
			}
		: undefined;
}
