import {longestRetryAfter} from '../system/backoff.ts';
import type {MonotonicClock} from '../system/monotonic-clock.ts';
import {formatTime} from '../terminal/time.ts';
import type {Failure} from './failure.ts';
import type {Method} from './response.ts';

/** When the service may be asked again after it limited the rate: one for all requests of a connection, whoever sends them. */
export type NotBefore = {
	/** Notes the Retry-After of a failure (RFC 6585, section 4), if it has one. */
	readonly note: (failure: Failure) => void;
	/** Milliseconds until a request may be sent; 0 where it may be sent now. */
	readonly left: () => number;
};

/** Milliseconds that do not count: a timer may end that early, and the response took longer to arrive. */
const tolerance = 50;

/** Creates one for a connection. Before the first failure a request may be sent. */
export function createNotBefore(elapsed: MonotonicClock): NotBefore {
	let until = -Infinity;
	return {
		note({kind, retryAfter}) {
			if (kind === 'rate-limited' && retryAfter !== undefined) {
				until = Math.max(until, elapsed.now().at + (retryAfter * 1000));
			}
		},
		left() {
			const left = until - elapsed.now().at;
			return left > tolerance ? left : 0;
		},
	};
}

/** How long to wait, to complete "Wait": a number of seconds or, where that is long, a date. Both in the units of Retry-After and of `Date.now`. */
export const waitText = (seconds: number, now: number): string => seconds > longestRetryAfter ? `until ${formatTime(now + (seconds * 1000))}` : `${Math.ceil(seconds)} s`;

/** The failure of a request that is not sent because the service asked to wait. `left`: milliseconds. */
export function tooEarly(method: Method, left: number, now: number): Failure {
	const retryAfter = Math.ceil(left / 1000);
	return {
		kind: 'rate-limited', outcome: 'not-sent', method, retryAfter, summary: 'Rate limited (429): the service asked to wait.', nextStep: `Nothing was sent. Wait ${waitText(retryAfter, now)} before trying again.`,
	};
}
