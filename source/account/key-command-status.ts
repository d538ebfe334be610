import type {KeyCommandPolicy, KeyCommandWait} from '../config/key-command.ts';
import {createListeners} from '../platform/listeners.ts';

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
