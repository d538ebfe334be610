import {useRef, useState} from 'react';
import type {BulkProgress} from '../../operations/bulk/bulk-context.ts';
import {createPauseControl, type BulkOptions, type BulkOutcome, type PauseControl} from '../../session/operations.ts';
import {useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
import {addSample, type PaceSample} from './pace.ts';

export type BulkHandle = {
	readonly isRunning: boolean;
	readonly isPaused: boolean;
	readonly progress: BulkProgress;
	readonly samples: readonly PaceSample[];
	/** Runs a bulk operation, unless one is running. */
	readonly start: (act: (options: BulkOptions) => Promise<BulkOutcome>, onEnd: (outcome: BulkOutcome) => void) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Sends nothing more; it ends when the requests in flight have ended. */
	readonly stop: () => void;
};

const nothing: BulkProgress = {total: 0, done: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined};

/** Milliseconds between two updates of the progress: more often nobody can read. */
const interval = 100;

/** Runs bulk operations for a screen, and says how far they have come. */
export function useBulk(): BulkHandle {
	const {services} = useSession();
	const operation = useOperation();
	const pauseControl = useRef<PauseControl>(undefined);
	const latest = useRef<BulkProgress>(undefined);
	const [isPaused, setIsPaused] = useState(false);
	const [{progress, samples}, setView] = useState<{readonly progress: BulkProgress; readonly samples: readonly PaceSample[]}>({progress: nothing, samples: []});

	const onProgress = (next: BulkProgress) => {
		const isFirst = latest.current === undefined;
		latest.current = next;
		if (isFirst) {
			void (async () => {
				await services.clock.sleep(interval);
				const now = latest.current!;
				latest.current = undefined;
				setView(before => ({progress: now, samples: addSample(before.samples, {at: services.clock.now(), ended: now.done + now.failed + now.unknown})}));
			})();
		}
	};

	return {
		isRunning: operation.isRunning,
		isPaused,
		progress,
		samples,
		start(act, onEnd) {
			const current = createPauseControl();
			pauseControl.current = current;
			setView({progress: nothing, samples: []});
			operation.start(async signal => act({signal, pauseControl: current, onProgress}), outcome => {
				setIsPaused(false);
				onEnd(outcome);
			});
		},
		pause() {
			pauseControl.current?.pause();
			setIsPaused(true);
		},
		resume() {
			pauseControl.current?.resume();
			setIsPaused(false);
		},
		stop() {
			pauseControl.current?.stop();
			setIsPaused(false);
		},
	};
}
