import {useEffect, useRef, useState} from 'react';

export type OperationHandle = {
	readonly isRunning: boolean;
	/** Starts something, unless something is running; `onDone` is called once it has ended, unless the screen is gone by then. */
	readonly start: <T>(run: (signal: AbortSignal) => Promise<T>, onDone: (value: T) => void) => void;
	/** Gives up waiting. What was sent may take effect all the same: what ended says so. */
	readonly cancel: () => void;
};

/** Runs one thing at a time for a screen, and gives up on it when the screen goes. */
export function useOperation(): OperationHandle {
	const [isRunning, setIsRunning] = useState(false);
	const controller = useRef<AbortController | undefined>(undefined);
	const ended = useRef(false);
	useEffect(() => () => {
		ended.current = true;
		controller.current?.abort();
	}, []);

	return {
		isRunning,
		start(run, onDone) {
			if (controller.current !== undefined) {
				return;
			}

			const current = new AbortController();
			controller.current = current;
			setIsRunning(true);
			void (async () => {
				const value = await run(current.signal);
				if (ended.current) {
					return;
				}

				controller.current = undefined;
				setIsRunning(false);
				onDone(value);
			})();
		},
		cancel() {
			controller.current?.abort();
		},
	};
}
