import process from 'node:process';
import {useApp} from 'ink';
import {useMemo} from 'react';

export type SuspendHandle = {
	/** Returns to the shell until `fg`. */
	readonly suspend: () => void;
	/** Draws the whole screen again, after something else wrote to the terminal. */
	readonly redraw: () => void;
};

/** Handlers for Ctrl+Z and Ctrl+L, which a program in raw mode must handle itself. */
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
				// The whole process group, as the terminal would: npm or another parent stops along with it.
				process.kill(0, 'SIGTSTP');
				await continued;
			});
		},
		redraw() {
			void suspendTerminal(() => undefined);
		},
	}), [suspendTerminal]);
}
