import process from 'node:process';
import {useApp} from 'ink';
import {useMemo} from 'react';

export type SuspendHandle = {
	/** Suspends the program and returns to the shell until `fg`. */
	readonly suspend: () => void;
	/** Redraws the whole screen, after other output disturbed it. */
	readonly redraw: () => void;
};

/** The handlers for Ctrl+Z and Ctrl+L, which a program in raw mode has to provide itself. */
export function useSuspend(): SuspendHandle {
	const {suspendTerminal} = useApp();

	return useMemo(() => ({
		suspend() {
			// Windows has no job control.
			if (process.platform === 'win32') {
				return;
			}

			void suspendTerminal(async () => {
				const continued = new Promise(resolve => {
					process.once('SIGCONT', resolve);
				});
				// The whole process group is stopped, as the terminal does, including npm or another parent.
				process.kill(0, 'SIGTSTP');
				await continued;
			});
		},
		redraw() {
			void suspendTerminal(() => undefined);
		},
	}), [suspendTerminal]);
}
