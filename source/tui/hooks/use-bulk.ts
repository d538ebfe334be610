import {useRef, useState} from 'react';
import type {BulkDesk, BulkEnd, BulkProgress} from '../../operations/bulk.ts';
import type {Refused, Settled} from '../../operations/settled.ts';
import {createValve, type Valve} from '../../operations/valve.ts';
import {addSample, type Sample} from '../state/pace.ts';
import {useSession} from '../state/session.ts';
import {quietly} from './use-ledger.ts';
import {useListing} from './use-listing.ts';
import {useOperation} from './use-operation.ts';

export type BulkOutcome = BulkEnd | Refused | Extract<Settled, {kind: 'impossible'}>;

export type BulkHandle = {
	readonly isRunning: boolean;
	readonly isPaused: boolean;
	readonly progress: BulkProgress;
	readonly samples: readonly Sample[];
	/** Runs something, unless something is running. The listing is brought up to date when it has ended. */
	readonly start: (act: (desk: BulkDesk) => Promise<BulkOutcome>, onEnd: (outcome: BulkOutcome) => void) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Nothing more is sent; it ends when what is in flight has. */
	readonly stop: () => void;
};

const nothing: BulkProgress = {total: 0, done: 0, failed: 0, unclear: 0, inFlight: 0, waitingUntil: undefined};

/** Milliseconds between two looks at the progress: more often nobody can read. */
const interval = 100;

/** Runs operations on many notifications for a screen, and tells how far they have come. */
export function useBulk(): BulkHandle {
	const session = useSession();
	const {services, ledger} = session;
	const operation = useOperation();
	const {refresh, forget} = useListing();
	const valve = useRef<Valve>(undefined);
	const latest = useRef<BulkProgress>(undefined);
	const [isPaused, setIsPaused] = useState(false);
	const [{progress, samples}, setView] = useState<{readonly progress: BulkProgress; readonly samples: readonly Sample[]}>({progress: nothing, samples: []});

	const forgetAll = (ids: readonly string[]) => {
		for (const id of ids) {
			forget(id);
		}
	};

	const onProgress = (next: BulkProgress) => {
		const isFirst = latest.current === undefined;
		latest.current = next;
		if (isFirst) {
			void (async () => {
				await services.clock.sleep(interval);
				const now = latest.current!;
				latest.current = undefined;
				setView(before => ({progress: now, samples: addSample(before.samples, {at: services.clock.now(), ended: now.done + now.failed + now.unclear})}));
			})();
		}
	};

	const onOutcome = (outcome: BulkOutcome) => {
		setIsPaused(false);
		if (outcome.kind === 'ended' && ledger !== undefined) {
			quietly(() => {
				ledger.journal.releaseBatch(outcome.batch);
				if (ledger.journal.batch(outcome.batch).kind === 'delete') {
					forgetAll(ledger.journal.oldIdsIn(outcome.batch, 'done'));
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
			const current = createValve();
			valve.current = current;
			setView({progress: nothing, samples: []});
			operation.start(async (signal): Promise<BulkOutcome> => {
				if (ledger?.isWritable !== true) {
					return {kind: 'impossible', reason: 'This needs the journal, which cannot be written: after a crash nobody could tell what was done.'};
				}

				const [{withJournal}, bench] = await Promise.all([import('../../operations/with-journal.ts'), services.bench(session, signal)]);
				return withJournal(async () => act({bench, journal: ledger.journal, valve: current, onProgress}));
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
