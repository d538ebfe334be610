import {longestBelieved, longestRetryAfter, type MonotonicClock} from '../platform/clock.ts';
import {formatTime} from '../terminal/time.ts';
import type {Failure} from './failure.ts';
import type {Method} from './response.ts';

/** The time before which the service accepts no requests after it limited the rate. All requests of a connection share it. */
export type NotBefore = {
	/** Records the Retry-After of a failure (RFC 6585, section 4), if it has one. It counts for one hour at most (`longestBelieved`). */
	readonly note: (failure: Failure) => void;
	/** Returns the milliseconds until a request may be sent; 0 if it may be sent now. A listing, which changes nothing, may be tried again after five minutes. */
	readonly left: (method: Method) => number;
};

/** A tolerance in milliseconds: a timer may end that early, and the response took longer to arrive. */
const tolerance = 50;

/** Creates the shared time of a connection. Before the first failure requests may be sent. */
export function createNotBefore(elapsed: MonotonicClock): NotBefore {
	const until = {read: -Infinity, write: -Infinity};
	return {
		note({kind, retryAfter}) {
			if (kind === 'rate-limited' && retryAfter !== undefined) {
				const {at} = elapsed.now();
				until.read = Math.max(until.read, at + Math.min(retryAfter, longestRetryAfter) * 1000);
				until.write = Math.max(until.write, at + Math.min(retryAfter, longestBelieved) * 1000);
			}
		},
		left(method) {
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
