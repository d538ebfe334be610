import type {RetryPolicy, RetryWait} from '../api/retry.ts';
import type {Clock} from '../system/clock.ts';

/** What the program is waiting for on the operator's behalf, in a few words; a store for `useSyncExternalStore`. */
export type RetryStatus = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => string | undefined;
	/** How reads are tried again, saying so here meanwhile. */
	readonly retry: RetryPolicy;
};

export function createRetryStatus(clock: Clock): RetryStatus {
	const listeners = new Set<() => void>();
	let text: string | undefined;

	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		get: () => text,
		retry: {
			sleep: clock.sleep,
			onWait(waiting) {
				text = waiting && say(waiting);
				for (const listener of listeners) {
					listener();
				}
			},
		},
	};
}

function say({failure, attempt, attempts, wait}: RetryWait): string {
	const why = failure.status === undefined ? failure.kind : String(failure.status);
	return `${why}: try ${attempt} of ${attempts} in ${Math.ceil(wait / 1000)} s …`;
}
