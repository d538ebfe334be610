import {useEffect, useRef, useState} from 'react';
import type {OnStep} from '../../changes/context.ts';
import {systemClock} from '../../platform/clock.ts';
import type {StepStart} from '../shared/step-text.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {useNow} from '../shared/use-now.ts';

/** Runs one thing at a time for a screen, and cancels it when the screen is left. */
export function useTask() {
	const clock = useMaybeSession()?.services.clock ?? systemClock;
	const [steps, setSteps] = useState<readonly StepStart[]>();
	const now = useNow(clock, steps === undefined ? undefined : 1000);
	const controller = useRef<AbortController | undefined>(undefined);
	const isLeft = useRef(false);
	useEffect(
		() => () => {
			isLeft.current = true;
			controller.current?.abort();
		},
		[],
	);

	const onStep: OnStep = (step, facts) => {
		const at = clock.now();
		setSteps((starts = []) => {
			const last = starts.at(-1);
			return last?.step === step
				? [...starts.slice(0, -1), {...facts, step, at: last.at}]
				: [...starts, {...facts, step, at}];
		});
	};

	return {
		isRunning: steps !== undefined,
		/** The finished steps of what runs and the current one; undefined while nothing runs. */
		steps,
		/** The time, each second while something runs, in milliseconds. */
		now,
		/** Runs something that can be cancelled, unless something runs. `onDone` is not called once the screen was left. */
		start<T>(
			run: (options: {readonly signal: AbortSignal; readonly onStep: OnStep}) => Promise<T>,
			onDone: (value: T) => void,
		) {
			if (controller.current !== undefined) {
				return;
			}

			const {signal} = (controller.current = new AbortController());
			setSteps([]);
			void (async () => {
				const value = await run({signal, onStep});
				if (isLeft.current) {
					return;
				}

				controller.current = undefined;
				setSteps(undefined);
				onDone(value);
			})();
		},
		cancel() {
			controller.current?.abort();
		},
	};
}
