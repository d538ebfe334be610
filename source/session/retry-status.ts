import type {RetryPolicy, RetryWait} from '../api/retry.ts';
import type {Clock} from '../system/clock.ts';
import {createListeners} from '../system/listeners.ts';

/** What the program waits for, in a few words: a store for `useSyncExternalStore`. */
export type RetryStatus = {
	readonly subscribe: (listener: () => void) => () => void;
	/** Undefined while it waits for nothing. */
	readonly get: () => string | undefined;
	/** The read or the operation that waits, if one does. */
	readonly waiting: () => RetryWait | undefined;
	/** Whether it waits for the ledger. */
	readonly isLedgerBusy: () => boolean;
	/** How reads are retried; the status shows it meanwhile. */
	readonly retry: RetryPolicy;
	/** Whether a write waits for another process to release the ledger. */
	readonly setLedgerBusy: (isBusy: boolean) => void;
};

export function createRetryStatus(clock: Clock): RetryStatus {
	const listeners = createListeners();
	let retrying: RetryWait | undefined;
	let isBusy = false;

	const notify = () => {
		listeners.notify();
	};

	return {
		subscribe: listeners.add,
		get: () => isBusy ? 'Another process has locked the ledger: waiting up to 30 s …' : retrying && retryText(retrying),
		waiting: () => retrying,
		isLedgerBusy: () => isBusy,
		retry: {
			sleep: clock.sleep,
			onWait(waiting) {
				retrying = waiting;
				notify();
			},
		},
		setLedgerBusy(isBusyNow) {
			isBusy = isBusyNow;
			notify();
		},
	};
}

/** What is waited for, in a few words. */
export function retryText({failure, attempt, attempts, wait}: RetryWait): string {
	if (failure.kind === 'rate-limited') {
		return `Rate limited (429): waiting ${Math.ceil(wait / 1000)} s …`;
	}

	const why = failure.status === undefined ? failure.kind : String(failure.status);
	return `${why}: attempt ${attempt!} of ${attempts!} in ${Math.ceil(wait / 1000)} s …`;
}
