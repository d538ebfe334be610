/** The settings of delays between retries. */
export type Backoff = {
	/** The delay before the first retry in milliseconds. Each further delay is twice as long. */
	readonly first: number;
	/** The longest delay in milliseconds; by default delays grow without limit. */
	readonly longest?: number;
	/** The number of retries; by default it is unlimited. */
	readonly retries?: number;
	/** The longest Retry-After in seconds that is waited for, usually `longestRetryAfter`. After a longer one there is no retry. */
	readonly longestRetryAfter?: number;
};

/** The longest Retry-After in seconds that is waited for, for any request. After a longer one nothing is sent, and the operator is told the date. */
export const longestRetryAfter = 300;

/** The longest Retry-After in seconds that is believed; a longer one counts as this. Retry-After is advice (RFC 9110, section 10.2.3), and one that names a far year, by mistake or because a clock is wrong, must not stop every request until the program is started again. Rate limits rarely count over more than an hour, and a request that comes too early is only refused again. */
export const longestBelieved = 3600;

/**
Returns the delay before a retry: exponential, and never shorter than the service asks for (Retry-After: RFC 9110, section 10.2.3).

@param backoff - The settings.
@param retry - The number of this retry in a row, from 1.
@param retryAfter - The Retry-After in seconds, if the service sent one.
@returns Milliseconds; undefined if there should be no further retry.
*/
export function delayBefore(backoff: Backoff, retry: number, retryAfter = 0): number | undefined {
	const {first, longest = Infinity, retries = Infinity, longestRetryAfter: longestAsked = Infinity} = backoff;
	return retry > retries || retryAfter > longestAsked
		? undefined
		: Math.max(Math.min(first * 2 ** (retry - 1), longest), retryAfter * 1000);
}

/** All delays of a limited backoff, in order. */
export function delaysOf(backoff: Backoff & {readonly retries: number}): number[] {
	return Array.from({length: backoff.retries}, (_, index) => delayBefore(backoff, index + 1)!);
}
