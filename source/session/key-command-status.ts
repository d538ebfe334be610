import type {KeyCommandPolicy, KeyCommandWait} from '../config/key-command.ts';

/** The key command that is awaited while an account is opened: a store for `useSyncExternalStore`. */
export type KeyCommandStatus = {
	readonly subscribe: (listener: () => void) => () => void;
	/** Undefined while none runs. */
	readonly get: () => KeyCommandWait | undefined;
	/** Ends the command. */
	readonly cancel: () => void;
	/** How the command is run. */
	readonly policy: KeyCommandPolicy;
};

/** Creates the store; its policy is for one command. */
export function createKeyCommandStatus(): KeyCommandStatus {
	const listeners = new Set<() => void>();
	const stop = new AbortController();
	let present: KeyCommandWait | undefined;

	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		get: () => present,
		cancel() {
			stop.abort();
		},
		policy: {
			signal: stop.signal,
			onWait(wait) {
				present = wait;
				for (const listener of listeners) {
					listener();
				}
			},
		},
	};
}
