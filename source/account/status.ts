import type {Failure} from '../service/failure.ts';
import type {RetryPolicy, RetryWait} from '../service/retry.ts';
import type {Clock} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import type {KeyCommandPolicy, KeyCommandWait} from '../config/key-command.ts';

/** A short text that describes what the program is waiting for: a store for `useSyncExternalStore`. */
export type RetryStatus = ReturnType<typeof createRetryStatus>;

export function createRetryStatus(clock: Clock) {
	const listeners = createListeners();
	let retrying: RetryWait | undefined;
	let isBusy = false;

	const {notify} = listeners;
	let stopCounting = (): void => undefined;
	const retry: RetryPolicy = {
		sleep: clock.sleep,
		onWait(waiting) {
			stopCounting();
			retrying = waiting;
			notify();
			if (waiting === undefined) {
				return;
			}

			let {wait} = waiting;
			stopCounting = clock.every(1000, () => {
				wait = Math.max(1, wait - 1000);
				retrying = {...waiting, wait};
				notify();
			});
		},
		onAttempt() {
			stopCounting();
			if (retrying !== undefined) {
				retrying = {...retrying, wait: 0};
				notify();
			}
		},
	};

	return {
		subscribe: listeners.add,
		/** The text; undefined while nothing is waiting. */
		get: () =>
			isBusy ? 'Another process has locked the ledger: waiting up to 30 s …' : retrying && retryText(retrying),
		/** The read or the change that is waiting, if any. */
		waiting: () => retrying,
		/** Whether a write is waiting for the ledger. */
		isLedgerBusy: () => isBusy,
		/** The retry policy for reads, which updates the status. */
		retry,
		/** Sets whether a write is waiting for another process to release the ledger. */
		setLedgerBusy(isBusyNow: boolean) {
			isBusy = isBusyNow;
			notify();
		},
	};
}

/** A short text that describes a wait. */
export function retryText(waiting: RetryWait): string {
	const {failure, wait} = waiting;
	if (failure.kind === 'rate-limited') {
		return `${reasonOf(failure)}: ${wait === 0 ? tryingText : `waiting ${Math.ceil(wait / 1000)} s …`}`;
	}

	return `${reasonOf(failure)} · ${wait === 0 ? tryingText : attemptText(waiting)}`;
}

/** Whether a read has failed more than once: a single failure is not worth a line in a log. */
export const isRepeated = ({attempt = 0}: RetryWait): boolean => attempt > 2;

const tryingText = 'trying again …';

/** The next attempt of a wait, and when it is made. */
export const attemptText = ({attempt, attempts, wait}: RetryWait): string =>
	`attempt ${attempt!} of ${attempts!} in ${Math.ceil(wait / 1000)} s`;

/** The reason of a wait. */
export function reasonOf({kind, outcome, status}: Failure): string {
	if (kind === 'rate-limited') {
		return 'Rate limited (429)';
	}

	if (status !== undefined) {
		return `Service failed (${status})`;
	}

	if (kind === 'timeout') {
		return 'No response in time';
	}

	return outcome === 'not-sent' ? 'Cannot reach the service' : 'Connection lost';
}

/** The key command that is running while an account is opened: a store for `useSyncExternalStore`. */
export type KeyCommandStatus = ReturnType<typeof createKeyCommandStatus>;

/** Creates the store. Its policy is for one command. */
export function createKeyCommandStatus() {
	const listeners = createListeners();
	const stop = new AbortController();
	let present: KeyCommandWait | undefined;

	const policy: KeyCommandPolicy = {
		signal: stop.signal,
		onWait(wait) {
			present = wait;
			listeners.notify();
		},
	};

	return {
		subscribe: listeners.add,
		/** The progress of the command; undefined while none runs. */
		get: () => present,
		/** Ends the command. */
		cancel() {
			stop.abort();
		},
		/** The options for running the command. */
		policy,
	};
}
