import {useEffect, useRef, useState} from 'react';

export type OperationHandle = {
	readonly isRunning: boolean;
	/** Starts an operation, unless one is running. Set the screen's state for the new operation within `run`. `onDone` is called when it has ended, unless the screen was left. */
	readonly start: <T>(run: (signal: AbortSignal) => Promise<T>, onDone: (value: T) => void) => void;
	/** Stops waiting. A request that was sent may still take effect, which the result states. */
	readonly cancel: () => void;
};

/** Runs one operation at a time for a screen, and cancels it when the screen is left. */
export function useOperation(): OperationHandle {
	const [isRunning, setIsRunning] = useState(false);
	const controller = useRef<AbortController | undefined>(undefined);
	const ended = useRef(false);
	useEffect(
		() => () => {
			ended.current = true;
			controller.current?.abort();
		},
		[],
	);

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
