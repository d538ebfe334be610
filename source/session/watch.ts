import type {Failure} from '../api/failure.ts';
import type {Clock} from '../system/clock.ts';
import type {Watch} from './listing-state.ts';

export type WatchOptions = {
	readonly clock: Clock;
	/** Lists once; the failure, if it failed. */
	readonly list: () => Promise<Failure | undefined>;
	/** Called when it begins, ends, or has another pause. */
	readonly onChange: (watch: Watch | undefined) => void;
};

/** The longest pause while nobody answers, in seconds. */
const longestWait = 300;

/**
Lists again and again.

@returns A function that begins it, every so many seconds, instead of what went on before; or ends it, with undefined. It ends by itself when the API key is refused.
*/
export function createWatch({clock, list, onChange}: WatchOptions): (every: number | undefined) => void {
	let current: AbortController | undefined;

	const run = async (every: number, {signal}: AbortController): Promise<void> => {
		let wait = every;
		let failures = 0;
		while (!signal.aborted) {
			onChange({every, wait});
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

/** Seconds until the next listing: twice as long after every failure, and never sooner than the service asks for (RFC 9110, section 10.2.3). */
function pauseAfter(failure: Failure | undefined, every: number, failures: number): number {
	return failure === undefined ? every : Math.max(every, failure.retryAfter ?? 0, Math.min(every * (2 ** failures), longestWait));
}
