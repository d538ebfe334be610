import {
	delayBefore,
	longestRetryAfter,
	type Backoff,
	systemClock,
	longestBelieved,
	type MonotonicClock,
} from '../platform/clock.ts';
import type {Failure, FailureKind, Result, Method} from './failure.ts';
import {formatTime} from '../terminal/time.ts';

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
Retries a read while its failure may be temporary: up to four attempts with growing pauses, or longer ones if Retry-After asks for them (RFC 9110, section 10.2.3). For GET only: a write may have taken effect. All attempts share one timeout, which begins again when data arrives. A wait for the rate limit counts only if the operator chose the timeout: otherwise it is as long as the service asks.

@param read - Makes one attempt, within a timeout in milliseconds.
@param policy - How to wait, and whom to notify.
@param options - The timeout in milliseconds; whether the last attempt received data; and a signal that ends a wait. The next attempt must report that it was aborted.
@returns The result of the last attempt.
*/
export async function withRetries<T>(
	read: (timeout: number) => Promise<Result<T>>,
	{sleep, onWait, onAttempt}: RetryPolicy,
	{
		timeout,
		hasReceived,
		signal,
	}: {readonly timeout: number; readonly hasReceived: () => boolean; readonly signal?: AbortSignal | undefined},
): Promise<Result<T>> {
	let silent = 0;
	try {
		for (let attempt = 1; ; attempt++) {
			const begun = systemClock.withSleep();
			// A message names it: tenths of a second are enough.
			const left = attempt === 1 ? timeout : Math.max(1, Math.floor((timeout - silent) / 100) * 100);
			const result = await read(left);
			if (result.ok || !transient.has(result.failure.kind) || result.failure.isLasting === true) {
				return result;
			}

			const {failure} = result;
			const isCounted = failure.kind !== 'rate-limited' || timeout !== defaultTimeout;
			const wait = delayBefore(backoff, attempt, failure.retryAfter);
			silent = hasReceived() || !isCounted ? 0 : silent + systemClock.withSleep() - begun;
			if (wait === undefined || (isCounted && silent + wait >= timeout)) {
				return result;
			}

			onWait?.({failure, attempt: attempt + 1, attempts: backoff.retries + 1, wait});
			// If it is aborted, the next attempt reports that.
			await sleep(wait, signal).catch(() => undefined);
			onAttempt?.();
			silent += isCounted ? wait : 0;
		}
	} finally {
		onWait?.(undefined);
	}
}

/** The default timeout of a request in milliseconds. */
export const defaultTimeout = 30_000;

/** The time before which the service accepts no requests after it limited the rate. All requests of a connection share it. */
export type NotBefore = ReturnType<typeof createNotBefore>;

/** A tolerance in milliseconds: a timer may end that early, and the response took longer to arrive. */
const tolerance = 50;

/** Creates the shared time of a connection. Before the first failure requests may be sent. */
export function createNotBefore(elapsed: MonotonicClock) {
	const until = {read: -Infinity, write: -Infinity};
	return {
		/** Records the Retry-After of a failure (RFC 6585, section 4), if it has one. It counts for one hour at most (`longestBelieved`). */
		note({kind, retryAfter}: Failure) {
			if (kind === 'rate-limited' && retryAfter !== undefined) {
				const {at} = elapsed.now();
				until.read = Math.max(until.read, at + Math.min(retryAfter, longestRetryAfter) * 1000);
				until.write = Math.max(until.write, at + Math.min(retryAfter, longestBelieved) * 1000);
			}
		},
		/** Returns the milliseconds until a request may be sent; 0 if it may be sent now. A listing, which changes nothing, may be tried again after five minutes. */
		left(method: Method): number {
			const left = (method === 'GET' ? until.read : until.write) - elapsed.now().at;
			return left > tolerance ? left : 0;
		},
	};
}

/** The time to wait, to complete "Wait": a number of seconds or, if that is long, a date. `seconds` is as in Retry-After, `now` as in `Date.now`. */
export const waitText = (seconds: number, now: number): string =>
	seconds > longestRetryAfter ? `until ${formatTime(now + seconds * 1000)}` : `${Math.ceil(seconds)} s`;

/** The failure of a request that is not sent because the service asked to wait. `left`: milliseconds. */
export function tooEarly(method: Method, left: number, now: number): Failure {
	const retryAfter = Math.ceil(left / 1000);
	return {
		kind: 'rate-limited',
		outcome: 'not-sent',
		method,
		retryAfter,
		summary: 'Rate limited (429): the service asked to wait.',
		nextStep: `Nothing was sent. Wait ${waitText(retryAfter, now)} before trying again.`,
	};
}
