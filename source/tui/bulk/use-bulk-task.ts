import {useEffect, useEffectEvent, useRef, useState} from 'react';
import type {BatchKind} from '../../notification/operation-texts.ts';
import type {BulkProgress, BulkResult} from '../../operations/bulk/bulk-context.ts';
import {addSample, type PaceSample} from '../../platform/clock.ts';
import {createPauseControl, type BulkOptions, type BulkOutcome, type PauseControl} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import type {Route} from '../screens.tsx';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import {hasPendingChanges} from '../shared/use-ledger.ts';
import type {AwaitedJournal} from '../../storage/awaited-ledger.ts';
import {useTask} from '../ui/use-task.ts';
import {bulkNotice, isComplete} from './bulk-lines.ts';

type ProgressView = {readonly progress: BulkProgress; readonly samples: readonly PaceSample[]};

const noProgress: ProgressView = {
	progress: {total: 0, done: 0, accepted: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined},
	samples: [],
};

/** The time between two updates of the screen, in milliseconds. */
const interval = 100;

export type BulkTaskOptions = {
	/** The notice for an operation that is complete; by default that of its kind. */
	readonly noticeOf?: (result: BulkResult) => Notice;
	/** The screens below that are left as well. */
	readonly leaves?: ReadonlyArray<Route['name']>;
	/** Called with the batch of an operation that is complete, in place of leaving the screen. */
	readonly onComplete?: (batch: number) => void;
	/** Called when a run has ended, before the screen is left, with its batch. */
	readonly onRunEnd?: (batch: number) => void;
};

/** Runs bulk operations for a screen, reports their progress, and leaves the screen when every item is done or skipped. */
export function useBulkTask(kind: BatchKind, {noticeOf, leaves = [], onComplete, onRunEnd}: BulkTaskOptions = {}) {
	const session = useSession();
	const {
		services: {clock},
		ledger,
		profileKey,
	} = session;
	const {pop, announce} = useNavigation();
	const operation = useTask();
	const pauseControl = useRef<PauseControl>(undefined);
	const latest = useRef<BulkProgress>(undefined);
	const [isPaused, setIsPaused] = useState(false);
	const [isStopping, setIsStopping] = useState(false);
	const [view, setView] = useState(noProgress);
	const [ended, setEnded] = useState<{readonly sessionId: number; readonly outcome: BulkOutcome}>();
	const outcome =
		ended === undefined || ended.sessionId === session.id ? ended?.outcome : withoutRefusal(ended.outcome);

	const onProgress = (progress: BulkProgress) => {
		const isScheduled = latest.current !== undefined;
		latest.current = progress;
		if (isScheduled) {
			return;
		}

		void (async () => {
			await clock.sleep(interval);
			const newest = latest.current!;
			latest.current = undefined;
			setView(({samples}) => ({
				progress: newest,
				samples: addSample(samples, {
					at: clock.now(),
					ended: newest.done + newest.accepted + newest.failed + newest.unknown,
				}),
			}));
		})();
	};

	const leaveIfComplete = (result: BulkResult) => {
		if (!isComplete(result)) {
			return;
		}

		const notice = noticeOf?.(result) ?? bulkNotice(kind, result.counts, placeOf(session));
		if (onComplete !== undefined) {
			setEnded(undefined);
			announce(notice);
			onComplete(result.batch);
			return;
		}

		const hasMore = ledger !== undefined && hasPendingChanges(ledger, profileKey);
		const first =
			kind === 'delete' ? undefined : ledger?.journal.itemsIn(result.batch, 'done', {after: 0, limit: 1})[0]?.newId;
		pop({...notice, follows: first}, ['change', 'history', ...leaves, ...(hasMore ? [] : (['recovery'] as const))]);
	};

	const onEnd = (result: BulkOutcome) => {
		setIsPaused(false);
		setIsStopping(false);
		setEnded({sessionId: session.id, outcome: result});
		if (result.kind === 'ended') {
			onRunEnd?.(result.batch);
			leaveIfComplete(result);
		}
	};

	// Listings go on settling what a run left open.
	const readAgain = useEffectEvent((act: (result: BulkResult) => void) => {
		if (ended?.outcome.kind === 'ended' && ledger !== undefined && !operation.isRunning) {
			const {outcome: last} = ended;
			void bestEffort(() => {
				act(currentResult(last, ledger.journal, session.pending.get().reasons));
			});
		}
	});
	const show = useEffectEvent((result: BulkResult) => {
		setEnded({sessionId: ended!.sessionId, outcome: result});
	});
	const leave = useEffectEvent(leaveIfComplete);
	useEffect(
		() =>
			session.pending.subscribe(() => {
				readAgain(show);
			}),
		[session],
	);
	useEffect(
		() =>
			session.pending.onSettled(() => {
				readAgain(leave);
			}),
		[session],
	);

	return {
		...view,
		isRunning: operation.isRunning,
		isPaused,
		isStopping,
		/** The result of the last run; undefined before the first has ended. */
		outcome,
		/** Runs a bulk operation, unless one is running. */
		run(act: (options: BulkOptions) => Promise<BulkOutcome>) {
			operation.start(async ({signal}) => {
				const control = createPauseControl();
				pauseControl.current = control;
				setView(noProgress);
				return act({signal, pauseControl: control, onProgress});
			}, onEnd);
		},
		pause() {
			pauseControl.current?.pause();
			setIsPaused(true);
		},
		resume() {
			pauseControl.current?.resume();
			setIsPaused(false);
		},
		/** Stops sending. The run ends when the requests in flight have ended, and the listing is checked. */
		stop() {
			pauseControl.current?.stop();
			setIsPaused(false);
			setIsStopping(true);
		},
	};
}

/** The outcome without the refusal of the previous API key, which says nothing about the new one. */
function withoutRefusal(outcome: BulkOutcome): BulkOutcome | undefined {
	return outcome.kind === 'ended' ? {...outcome, failure: undefined, refusal: undefined} : undefined;
}

/** The result of a run by the journal as it is now: listings may have settled items since the run ended. `reasons`: see `PendingSummary`. Throws LedgerError. */
export function currentResult(
	result: BulkResult,
	journal: Pick<AwaitedJournal, 'batch' | 'itemsIn'>,
	reasons: ReadonlyMap<number, string> | undefined,
): BulkResult {
	const {batch} = result;
	const {counts} = journal.batch(batch);
	const halfDone =
		counts.created === 0 ? undefined : journal.itemsIn(batch, 'created', {after: 0, limit: 1})[0]?.detail;
	return {
		...result,
		counts,
		unresolvedReason: counts.unknown === 0 ? halfDone : (reasons?.get(batch) ?? result.unresolvedReason),
	};
}
