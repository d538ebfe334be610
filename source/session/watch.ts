import type {Failure} from '../api/failure.ts';
import {delayBefore, longestBelieved, longestRetryAfter, type Clock} from '../platform/clock.ts';
import type {Watch} from './listing-state.ts';

export type WatchOptions = {
	readonly clock: Clock;
	/** Lists once. Returns the failure, if it failed. */
	readonly list: () => Promise<Failure | undefined>;
	/** Called when the watch starts or stops, or when its delay changes. */
	readonly onChange: (watch: Watch | undefined) => void;
};

/** The maximum delay between listings while they fail, in seconds. */
const longestDelay = 300;

/**
Creates a periodic listing.

@returns A function that starts it with an interval in seconds, replacing the current one; undefined stops it. It also stops when the API key is refused.
*/
export function createWatch({clock, list, onChange}: WatchOptions): (every: number | undefined) => void {
	let current: AbortController | undefined;

	const run = async (every: number, {signal}: AbortController): Promise<void> => {
		let wait = every;
		let failures = 0;
		while (!signal.aborted) {
			onChange({every, wait, ...(wait > longestRetryAfter && {until: clock.now() + wait * 1000})});
			try {
				await clock.sleep(wait * 1000, signal);
			} catch {
				return;
			}

			const failure = await list();
			failures = failure === undefined ? 0 : failures + 1;
			if (failure?.kind === 'unauthorized') {
				break;
			}

			wait = pauseAfter(failure, every, failures);
		}

		if (!signal.aborted) {
			onChange(undefined);
		}
	};

	return every => {
		current?.abort();
		if (every === undefined) {
			onChange(undefined);
			return;
		}

		current = new AbortController();
		void run(every, current);
	};
}

/** The number of seconds until the next listing: the interval, doubled with every consecutive failure, and not shorter than Retry-After, of which an hour is believed. */
export function pauseAfter(failure: Failure | undefined, every: number, failures: number): number {
	const backoff = {first: every * 1000, longest: Math.max(every, longestDelay) * 1000};
	return delayBefore(backoff, failures + 1, Math.min(failure?.retryAfter ?? 0, longestBelieved))! / 1000;
}
