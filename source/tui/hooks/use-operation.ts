import {useEffect, useRef, useState} from 'react';
import type {Failure, Result} from '../../api/failure.ts';

/** One thing asked of the service from a screen. */
export type Operation =
	| {readonly state: 'idle'}
	| {readonly state: 'running'}
	| {readonly state: 'failed'; readonly failure: Failure};

export type OperationHandle<T> = {
	readonly operation: Operation;
	/** Starts it, unless it is running; `onDone` is called once it succeeded, unless the screen is gone. */
	readonly start: (run: (signal: AbortSignal) => Promise<Result<T>>, onDone: (value: T) => void) => void;
	/** Gives up waiting. What was sent may take effect all the same: the failure says so. */
	readonly cancel: () => void;
	/** Takes the failure off the screen. */
	readonly clear: () => void;
};

/** Runs one operation at a time for a screen, and gives up on it when the screen goes. */
export function useOperation<T>(): OperationHandle<T> {
	const [operation, setOperation] = useState<Operation>({state: 'idle'});
	const controller = useRef<AbortController | undefined>(undefined);
	const ended = useRef(false);
	useEffect(() => () => {
		ended.current = true;
		controller.current?.abort();
	}, []);

	const start: OperationHandle<T>['start'] = (run, onDone) => {
		if (controller.current !== undefined) {
			return;
		}

		const current = new AbortController();
		controller.current = current;
		setOperation({state: 'running'});
		void (async () => {
			const result = await run(current.signal);
			if (ended.current) {
				return;
			}

			controller.current = undefined;
			setOperation(result.ok ? {state: 'idle'} : {state: 'failed', failure: result.failure});
			if (result.ok) {
				onDone(result.value);
			}
		})();
	};

	return {
		operation,
		start,
		cancel() {
			controller.current?.abort();
		},
		clear() {
			setOperation(current => current.state === 'failed' ? {state: 'idle'} : current);
		},
	};
}
