import {once} from 'node:events';
import process from 'node:process';
import {useApp} from 'ink';
import {createContext, use, useCallback, useMemo} from 'react';
import {systemClock} from '../../platform/clock.ts';
import type {FrameGate} from '../../terminal/ink/screen-output.ts';
import {useKeySource} from '../keys/use-keys.ts';

const SettleContext = createContext<FrameGate['settle']>(async () => () => undefined);

/** Provides what waits for the answers of the terminal. */
export const SettleProvider = SettleContext.Provider;

/** The apps whose terminal another program has, by their `suspendTerminal`. */
const busy = new WeakSet<object>();

/**
Returns a function that gives the terminal to another program, such as the operator's editor, while `task` runs. Answers of the terminal that are on their way are read before, and keys that are pressed meanwhile are kept. If another program has it already, `onBusy` is called instead.
*/
export function useHandOver(): (task: () => void | Promise<void>, onBusy?: () => void) => Promise<void> {
	const settle = use(SettleContext);
	const source = useKeySource();
	const {suspendTerminal} = useApp();

	return useCallback(
		async (task, onBusy) => {
			if (busy.has(suspendTerminal)) {
				onBusy?.();
				return;
			}

			busy.add(suspendTerminal);
			const releaseKeys = source.hold();
			const askAgain = await settle();
			try {
				await suspendTerminal(task);
			} finally {
				busy.delete(suspendTerminal);
				askAgain();
				releaseKeys();
			}
		},
		[settle, source, suspendTerminal],
	);
}

/** Where no shell could continue the program, the system ignores the signal that stops it. Otherwise no time passes while it is stopped, in milliseconds. */
const longestWait = 100;

/** Stops the whole process group, as the terminal does, including npm or another parent, until `fg`. */
async function stop(): Promise<void> {
	// With a listener, the signal would not stop this process.
	const listeners = process.listeners('SIGTSTP');
	process.removeAllListeners('SIGTSTP');
	const ignored = new AbortController();
	const continued = once(process, 'SIGCONT', ignored);
	process.kill(0, 'SIGTSTP');
	await Promise.race([continued, systemClock.sleep(longestWait)]);
	ignored.abort();
	for (const listener of listeners) {
		process.on('SIGTSTP', listener);
	}
}

/** The handlers for Ctrl+Z and Ctrl+L, which a program in raw mode has to provide itself. */
export function useSuspend() {
	const handOver = useHandOver();

	return useMemo(
		() => ({
			suspend() {
				// Windows has no job control.
				if (process.platform === 'win32') {
					return;
				}

				void handOver(stop, () => {
					// Another program has the terminal. The signal was for the whole job.
					process.kill(process.pid, 'SIGSTOP');
				});
			},
			redraw() {
				void handOver(() => undefined);
			},
		}),
		[handOver],
	);
}
