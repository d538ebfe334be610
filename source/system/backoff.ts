/** How the delays between retries grow. */
export type Backoff = {
	/** Milliseconds before the first retry; each further delay is twice as long. */
	readonly first: number;
	/** The longest delay in milliseconds; without it, delays grow without limit. */
	readonly longest?: number;
	/** How many retries there are; without it, any number. */
	readonly retries?: number;
	/** The longest Retry-After in seconds that is waited for, usually `longestRetryAfter`; after a longer one there is no retry. */
	readonly longestRetryAfter?: number;
};

/** The longest Retry-After in seconds that is waited for, whatever is to be sent again. After a longer one nothing is sent, and the operator is told the date. */
export const longestRetryAfter = 300;

/**
The delay before a retry: exponential, and never shorter than the service asks for (Retry-After: RFC 9110, section 10.2.3).

@param backoff - How delays grow.
@param retry - Which retry in a row this is, from 1.
@param retryAfter - In seconds, if the service sent it.
@returns Milliseconds, or undefined when there should be no further retry.
*/
export function delayBefore(backoff: Backoff, retry: number, retryAfter = 0): number | undefined {
	const {first, longest = Infinity, retries = Infinity, longestRetryAfter: longestAsked = Infinity} = backoff;
	return retry > retries || retryAfter > longestAsked
		? undefined
		: Math.max(Math.min(first * (2 ** (retry - 1)), longest), retryAfter * 1000);
}

/** All delays of a limited backoff, in order. */
export function delaysOf(backoff: Backoff & {readonly retries: number}): number[] {
	return Array.from({length: backoff.retries}, (_, index) => delayBefore(backoff, index + 1)!);
}
