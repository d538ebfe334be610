import {useApp} from 'ink';
import {createContext, use, useCallback, useRef} from 'react';
import type {FrameGate} from '../../terminal/ink/frame-gate.ts';
import {useKeySource} from '../keys/key-source-context.ts';

const SettleContext = createContext<FrameGate['settle']>(async () => () => undefined);

/** Provides what waits for the answers of the terminal. */
export const SettleProvider = SettleContext.Provider;

/**
Returns a function that gives the terminal to another program, such as the operator's editor, while `task` runs. Answers of the terminal that are on their way are read before, and keys that are pressed meanwhile are kept.
*/
export function useHandOver(): (task: () => void | Promise<void>) => Promise<void> {
	const settle = use(SettleContext);
	const source = useKeySource();
	const {suspendTerminal} = useApp();
	const isBusy = useRef(false);

	return useCallback(async task => {
		if (isBusy.current) {
			return;
		}

		isBusy.current = true;
		const releaseKeys = source.hold();
		const askAgain = await settle();
		try {
			await suspendTerminal(task);
		} finally {
			isBusy.current = false;
			askAgain();
			releaseKeys();
		}
	}, [settle, source, suspendTerminal]);
}
