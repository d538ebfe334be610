import {delayBefore, type Backoff} from '../system/backoff.ts';
import type {Failure, FailureKind, Result} from './failure.ts';

/** A read that failed for now, and is tried again. */
export type RetryWait = {
	readonly failure: Failure;
	/** Which try comes next, from 2. */
	readonly attempt: number;
	readonly attempts: number;
	/** Milliseconds until then. */
	readonly wait: number;
};

export type RetryPolicy = {
	/** Resolves after so many milliseconds; rejects when the signal fires first. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	/** Called before each wait, and with nothing once the read is through. */
	readonly onWait?: (waiting: RetryWait | undefined) => void;
};

/** Four attempts within a few seconds. A longer Retry-After is shown to the operator instead. */
const backoff = {first: 500, retries: 3, longestRetryAfter: 30} satisfies Backoff;

const transient: ReadonlySet<FailureKind> = new Set<FailureKind>(['unreachable', 'timeout', 'server', 'rate-limited']);

/**
Tries a read again, a few times and with growing pauses, while its failure may pass by itself; a Retry-After is honoured (RFC 9110, section 10.2.3). For GET only: what may have taken effect is never repeated.

@returns What the last try gave.
*/
export async function withRetries<T>(read: () => Promise<Result<T>>, {sleep, onWait}: RetryPolicy, signal?: AbortSignal): Promise<Result<T>> {
	const attemptFrom = async (attempt: number): Promise<Result<T>> => {
		const result = await read();
		if (result.ok || !transient.has(result.failure.kind)) {
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
			// The next read sees that the signal has fired, and says so.
		}

		return attemptFrom(attempt + 1);
	};

	try {
		return await attemptFrom(1);
	} finally {
		onWait?.(undefined);
	}
}
