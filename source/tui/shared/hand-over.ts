import {useApp} from 'ink';
import {createContext, use, useCallback} from 'react';
import type {FrameGate} from '../../terminal/ink/screen-output.ts';
import {useKeySource} from '../keys/key-source-context.ts';

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
