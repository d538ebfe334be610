import process from 'node:process';
import {useMemo} from 'react';
import {useHandOver} from './hand-over.ts';

export type SuspendHandle = {
	/** Suspends the program and returns to the shell until `fg`. */
	readonly suspend: () => void;
	/** Redraws the whole screen, after other output disturbed it. */
	readonly redraw: () => void;
};

/** The handlers for Ctrl+Z and Ctrl+L, which a program in raw mode has to provide itself. */
export function useSuspend(): SuspendHandle {
	const handOver = useHandOver();

	return useMemo(() => ({
		suspend() {
			// Windows has no job control.
			if (process.platform === 'win32') {
				return;
			}

			void handOver(async () => {
				const continued = new Promise(resolve => {
					process.once('SIGCONT', resolve);
				});
				// The whole process group is stopped, as the terminal does, including npm or another parent.
				process.kill(0, 'SIGTSTP');
				await continued;
			});
		},
		redraw() {
			void handOver(() => undefined);
		},
	}), [handOver]);
}
