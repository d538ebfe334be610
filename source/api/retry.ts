import {delayBefore, longestRetryAfter, type Backoff} from '../system/backoff.ts';
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

const transient: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'timeout', 'server', 'rate-limited']);

/**
Retries a read while its failure may be temporary: up to four attempts with growing pauses, or longer ones if Retry-After asks for them (RFC 9110, section 10.2.3). For GET only: a write may have taken effect.

@param read - Makes one attempt.
@param policy - How to wait, and whom to notify.
@param signal - Ends a wait. The next attempt must report that it was aborted.
@returns The result of the last attempt.
*/
export async function withRetries<T>(read: () => Promise<Result<T>>, policy: RetryPolicy, signal?: AbortSignal): Promise<Result<T>> {
	const {sleep, onWait, onAttempt} = policy;
	const attemptFrom = async (attempt: number): Promise<Result<T>> => {
		const result = await read();
		if (result.ok || !transient.has(result.failure.kind) || result.failure.isLasting === true) {
			return result;
		}

		const wait = delayBefore(backoff, attempt, result.failure.retryAfter);
		if (wait === undefined) {
			return result;
		}

		onWait?.({failure: result.failure, attempt: attempt + 1, attempts: backoff.retries + 1, wait});
		try {
			await sleep(wait, signal);
		} catch {
			// The next attempt sees that the signal is aborted, and reports it.
		}

		onAttempt?.();
		return attemptFrom(attempt + 1);
	};

	try {
		return await attemptFrom(1);
	} finally {
		onWait?.(undefined);
	}
}
