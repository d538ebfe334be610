import type {KeyCommandPolicy, KeyCommandWait} from '../config/key-command.ts';
import {createListeners} from '../platform/listeners.ts';

/** The key command that is running while an account is opened: a store for `useSyncExternalStore`. */
export type KeyCommandStatus = {
	readonly subscribe: (listener: () => void) => () => void;
	/** The progress of the command; undefined while none runs. */
	readonly get: () => KeyCommandWait | undefined;
	/** Ends the command. */
	readonly cancel: () => void;
	/** The options for running the command. */
	readonly policy: KeyCommandPolicy;
};

/** Creates the store. Its policy is for one command. */
export function createKeyCommandStatus(): KeyCommandStatus {
	const listeners = createListeners();
	const stop = new AbortController();
	let present: KeyCommandWait | undefined;

	return {
		subscribe: listeners.add,
		get: () => present,
		cancel() {
			stop.abort();
		},
		policy: {
			signal: stop.signal,
			onWait(wait) {
				present = wait;
				listeners.notify();
			},
		},
	};
}
