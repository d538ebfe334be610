import {useEffect, useRef, useState} from 'react';
import type {OnPhase} from '../../operations/operation-context.ts';
import {systemClock} from '../../platform/clock.ts';
import type {PhaseStart} from '../shared/phase-text.ts';
import {useMaybeSession} from '../shared/session-context.ts';
import {useNow} from '../shared/use-now.ts';

/** Runs one thing at a time for a screen, and cancels it when the screen is left. */
export function useTask() {
	const clock = useMaybeSession()?.services.clock ?? systemClock;
	const [phases, setPhases] = useState<readonly PhaseStart[]>();
	const now = useNow(clock, phases === undefined ? undefined : 1000);
	const controller = useRef<AbortController | undefined>(undefined);
	const isLeft = useRef(false);
	useEffect(
		() => () => {
			isLeft.current = true;
			controller.current?.abort();
		},
		[],
	);

	const onPhase: OnPhase = (phase, facts) => {
		const at = clock.now();
		setPhases((starts = []) => {
			const last = starts.at(-1);
			return last?.phase === phase
				? [...starts.slice(0, -1), {...facts, phase, at: last.at}]
				: [...starts, {...facts, phase, at}];
		});
	};

	return {
		isRunning: phases !== undefined,
		/** The finished phases of what runs and the current one; undefined while nothing runs. */
		phases,
		/** The time, each second while something runs, in milliseconds. */
		now,
		/** Runs something that can be cancelled, unless something runs. `onDone` is not called once the screen was left. */
		start<T>(
			run: (options: {readonly signal: AbortSignal; readonly onPhase: OnPhase}) => Promise<T>,
			onDone: (value: T) => void,
		) {
			if (controller.current !== undefined) {
				return;
			}

			const {signal} = (controller.current = new AbortController());
			setPhases([]);
			void (async () => {
				const value = await run({signal, onPhase});
				if (isLeft.current) {
					return;
				}

				controller.current = undefined;
				setPhases(undefined);
				onDone(value);
			})();
		},
		cancel() {
			controller.current?.abort();
		},
	};
}
