import {useRef, useState} from 'react';
import type {BulkContext, BulkResult, BulkProgress} from '../../operations/bulk/bulk-context.ts';
import type {Refused, OperationResult} from '../../operations/operation-result.ts';
import {createPauseControl, type PauseControl} from '../../operations/bulk/pause-control.ts';
import {useSession} from '../shared/session-context.ts';
import {quietly} from '../shared/use-ledger.ts';
import {useListing} from '../shared/use-listing.ts';
import {useOperation} from '../shared/use-operation.ts';
import {addSample, type PaceSample} from './pace.ts';

export type BulkOutcome = BulkResult | Refused | Extract<OperationResult, {kind: 'impossible'}>;

export type BulkHandle = {
	readonly isRunning: boolean;
	readonly isPaused: boolean;
	readonly progress: BulkProgress;
	readonly samples: readonly PaceSample[];
	/** Runs something, unless something is running. The listing is brought up to date when it has ended. */
	readonly start: (act: (bulk: BulkContext) => Promise<BulkOutcome>, onEnd: (outcome: BulkOutcome) => void) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Nothing more is sent; it ends when what is in flight has. */
	readonly stop: () => void;
};

const nothing: BulkProgress = {total: 0, done: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined};

/** Milliseconds between two looks at the progress: more often nobody can read. */
const interval = 100;

/** Runs operations on many notifications for a screen, and tells how far they have come. */
export function useBulk(): BulkHandle {
	const session = useSession();
	const {services, ledger} = session;
	const operation = useOperation();
	const {refresh, applyLocalChange} = useListing();
	const valve = useRef<PauseControl>(undefined);
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

	const onOutcome = (outcome: BulkOutcome) => {
		setIsPaused(false);
		if (outcome.kind === 'ended' && ledger !== undefined) {
			quietly(() => {
				ledger.journal.releaseBatch(outcome.batch);
				if (ledger.journal.batch(outcome.batch).kind === 'delete') {
					applyLocalChange({gone: ledger.journal.oldIdsIn(outcome.batch, 'done')});
				}
			});
		}

		refresh();
	};

	return {
		isRunning: operation.isRunning,
		isPaused,
		progress,
		samples,
		start(act, onEnd) {
			const current = createPauseControl();
			valve.current = current;
			setView({progress: nothing, samples: []});
			operation.start(async (signal): Promise<BulkOutcome> => {
				if (ledger?.isWritable !== true) {
					return {kind: 'impossible', reason: 'This needs the journal, which cannot be written: after a crash nobody could tell what was done.'};
				}

				const [{withJournal}, context] = await Promise.all([import('../../operations/with-journal.ts'), services.createContext(session, signal)]);
				return withJournal(async () => act({context, journal: ledger.journal, pauseControl: current, onProgress}));
			}, outcome => {
				onOutcome(outcome);
				onEnd(outcome);
			});
		},
		pause() {
			valve.current?.pause();
			setIsPaused(true);
		},
		resume() {
			valve.current?.resume();
			setIsPaused(false);
		},
		stop() {
			valve.current?.stop();
			setIsPaused(false);
		},
	};
}
