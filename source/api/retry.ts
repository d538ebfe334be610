import {delayBefore, longestRetryAfter, type Backoff, systemClock} from '../platform/clock.ts';
import type {Failure, FailureKind, Result} from './failure.ts';

/** A wait of a failed read before its next attempt, or of an operation before it begins. */
export type RetryWait = {
	readonly failure: Failure;
	/** The number of the next attempt, from 2, and the total; undefined before an operation. */
	readonly attempt?: number;
	readonly attempts?: number;
	/** Milliseconds until the next attempt; 0 while it is made. */
	readonly wait: number;
};

export type RetryPolicy = {
	/** Resolves after this many milliseconds; rejects if the signal is aborted first. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	/** Called before each wait, and with undefined at the end. */
	readonly onWait?: (waiting: RetryWait | undefined) => void;
	/** Called after each wait, before the next attempt. */
	readonly onAttempt?: () => void;
};

/** Four attempts within a few seconds, unless Retry-After asks for longer pauses. */
const backoff = {first: 500, retries: 3, longestRetryAfter} satisfies Backoff;

/** A timeout is not among them: nothing arrived in the time that all attempts have. */
const transient: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'server', 'rate-limited']);

/**
Retries a read while its failure may be temporary: up to four attempts with growing pauses, or longer ones if Retry-After asks for them (RFC 9110, section 10.2.3). For GET only: a write may have taken effect. All attempts share one timeout, which begins again when data arrives, and after a wait for the rate limit.

@param read - Makes one attempt, within a timeout in milliseconds.
@param policy - How to wait, and whom to notify.
@param options - The timeout in milliseconds; whether the last attempt received data; and a signal that ends a wait. The next attempt must report that it was aborted.
@returns The result of the last attempt.
*/
export async function withRetries<T>(
	read: (timeout: number) => Promise<Result<T>>,
	policy: RetryPolicy,
	{
		timeout,
		hasReceived,
		signal,
	}: {readonly timeout: number; readonly hasReceived: () => boolean; readonly signal?: AbortSignal | undefined},
): Promise<Result<T>> {
	const {sleep, onWait, onAttempt} = policy;
	const attemptFrom = async (attempt: number, spent: number): Promise<Result<T>> => {
		const begun = systemClock.withSleep();
		// A message names it: tenths of a second are enough.
		const result = await read(attempt === 1 ? timeout : Math.max(1, Math.floor((timeout - spent) / 100) * 100));
		if (result.ok || !transient.has(result.failure.kind) || result.failure.isLasting === true) {
			return result;
		}

		const isLimited = result.failure.kind === 'rate-limited';
		const silent = hasReceived() || isLimited ? 0 : spent + systemClock.withSleep() - begun;
		const wait = delayBefore(backoff, attempt, result.failure.retryAfter);
		if (wait === undefined || (!isLimited && silent + wait >= timeout)) {
			return result;
		}

		onWait?.({failure: result.failure, attempt: attempt + 1, attempts: backoff.retries + 1, wait});
		try {
			await sleep(wait, signal);
		} catch {
			// The next attempt sees that the signal is aborted, and reports it.
		}

		onAttempt?.();
		return attemptFrom(attempt + 1, isLimited ? 0 : silent + wait);
	};

	try {
		return await attemptFrom(1, 0);
	} finally {
		onWait?.(undefined);
	}
}
