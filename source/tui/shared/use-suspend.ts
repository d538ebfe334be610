import {once} from 'node:events';
import process from 'node:process';
import {useMemo} from 'react';
import {systemClock} from '../../platform/clock.ts';
import {useHandOver} from './hand-over.ts';

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
