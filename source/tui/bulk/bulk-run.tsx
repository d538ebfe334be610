import {useIsScreenReaderEnabled} from 'ink';
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {kindWords, type BatchKind, countTexts, resultText} from '../../notification/operation-texts.ts';
import {withoutText} from '../../notification/undocumented.ts';
import type {BulkProgress, BulkResult} from '../../operations/item-set.ts';
import {addSample, paceOf, spanText, type PaceSample} from '../../platform/clock.ts';
import {numberText, joined} from '../../platform/text.ts';
import {
	createPauseControl,
	refusedPaths,
	type BulkOptions,
	type BulkOutcome,
	type PauseControl,
} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import type {AwaitedJournal} from '../../ledger/awaited-ledger.ts';
import {totalOf, type BatchCounts} from '../../ledger/batches/batch.ts';
import {bestEffort} from '../../ledger/best-effort.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import type {Route} from '../screens.tsx';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {refusalSaid} from '../shared/reason-text.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import {hasPendingChanges} from '../shared/use-ledger.ts';
import {useNow} from '../shared/use-now.ts';
import {capped, failureSaid, faint, linesOf, warning, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {useTask} from '../ui/use-task.ts';

type ProgressView = {readonly progress: BulkProgress; readonly samples: readonly PaceSample[]};

const noProgress: ProgressView = {
	progress: {total: 0, done: 0, accepted: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined},
	samples: [],
};

/** The time between two updates of the screen, in milliseconds. */
const interval = 100;

/** Whether a run is paused, or is stopped and ends with the requests in flight. */
type Halt = 'paused' | 'stopping' | undefined;

type Act = (options: BulkOptions) => Promise<BulkOutcome>;

type BulkRunOptions = {
	/** The key that the notice of an operation that is complete names. */
	readonly reversedBy?: ReverseKey | undefined;
	/** The screens below that are left as well. */
	readonly leaves?: ReadonlyArray<Route['name']>;
	/** Called with the batch of an operation that is complete, in place of leaving the screen. */
	readonly onComplete?: (batch: number) => void;
	/** Called when a run has ended, before the screen is left, with its batch. */
	readonly onRunEnd?: (batch: number) => void;
};

/** Runs bulk operations for a screen, reports their progress, and leaves the screen when every item is done or skipped. */
export function useBulkRun(kind: BatchKind, {reversedBy, leaves = [], onComplete, onRunEnd}: BulkRunOptions = {}) {
	const session = useSession();
	const {services, ledger, profileKey} = session;
	const {clock} = services;
	const {pop, announce} = useNavigation();
	const {isRunning, start} = useTask();
	const control = useRef<PauseControl>(undefined);
	const latest = useRef<BulkProgress>(undefined);
	const [halt, setHalt] = useState<Halt>();
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
				samples: addSample(samples, {at: clock.now(), ended: endedOf(newest)}),
			}));
		})();
	};

	const leaveIfComplete = (result: BulkResult) => {
		if (!isComplete(result)) {
			return;
		}

		const notice = bulkNotice(kind, result.counts, placeOf(session), reversedBy);
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

	/** Runs a bulk operation, unless one is running. */
	const run = (act: Act) => {
		start(
			async ({signal}) => {
				const pauseControl = createPauseControl();
				control.current = pauseControl;
				setView(noProgress);
				return act({signal, pauseControl, onProgress});
			},
			(result: BulkOutcome) => {
				setHalt(undefined);
				setEnded({sessionId: session.id, outcome: result});
				if (result.kind === 'ended') {
					onRunEnd?.(result.batch);
					leaveIfComplete(result);
				}
			},
		);
	};

	// Listings go on settling what a run left open.
	const readAgain = useEffectEvent((isToLeave: boolean) => {
		if (ended?.outcome.kind !== 'ended' || ledger === undefined || isRunning) {
			return;
		}

		const {outcome: last, sessionId} = ended;
		void bestEffort(() => {
			const now = currentResult(last, ledger.journal, session.pending.get().reasons);
			if (isToLeave) {
				leaveIfComplete(now);
			} else {
				setEnded({sessionId, outcome: now});
			}
		});
	});
	useEffect(
		() =>
			session.pending.subscribe(() => {
				readAgain(false);
			}),
		[session],
	);
	useEffect(
		() =>
			session.pending.onSettled(() => {
				readAgain(true);
			}),
		[session],
	);

	const runningView = (
		<RunningView
			kind={kind}
			view={view}
			halt={halt}
			onHalt={to => {
				if (to === undefined) {
					control.current?.resume();
				} else {
					control.current?.[to === 'paused' ? 'pause' : 'stop']();
				}

				setHalt(to);
			}}
		/>
	);
	const resultView = outcome && <ResultView kind={kind} outcome={outcome} onRun={run} />;
	return {
		run,
		/** The progress and, when it ends incomplete, the result and the items that are not done; undefined before the first run. */
		view: isRunning ? runningView : resultView,
	};
}

/** The outcome without the refusal of the previous API key, which says nothing about the new one. */
const withoutRefusal = (outcome: BulkOutcome): BulkOutcome | undefined =>
	outcome.kind === 'ended' ? {...outcome, failure: undefined, refusal: undefined} : undefined;

/** The result of a run by the journal as it is now: listings may have settled items since the run ended. `reasons`: see `PendingSummary`. Throws LedgerError. */
function currentResult(
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

/** Continues an interrupted batch as soon as it is shown. */
export function BulkResumeScreen({batch}: {readonly batch: number}) {
	const {ledger, operations} = useSession();
	const {run, view} = useBulkRun(ledger!.journal.batch(batch).kind);
	const resume = useEffectEvent(() => {
		run(async options => operations.resumeBatch(batch, options));
	});
	useEffect(() => {
		resume();
	}, []);
	return view;
}

type RunningViewProps = {
	readonly kind: BatchKind;
	readonly view: ProgressView;
	readonly halt: Halt;
	readonly onHalt: (to: Halt) => void;
};

function RunningView({kind, view, halt, onHalt}: RunningViewProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, 1000);
	const [begunAt] = useState(now);
	const to = (next: Halt) => () => {
		onHalt(next);
	};

	const keys = useModalKeys(`bulk-${halt ?? 'run'}`, {
		'bulk-stopping': {actions: {back: () => undefined}},
		'bulk-run': {actions: {back: to('paused')}},
		'bulk-paused': {actions: {finish: to(undefined), stop: to('stopping'), back: to(undefined)}},
	});
	const isReader = useIsScreenReaderEnabled();
	const seconds = Math.max(0, Math.floor((now - begunAt) / 1000));
	const said =
		view.progress.total === 0
			? `Before sending: listing the account and writing down the changes … ${seconds} s · nothing was sent yet`
			: progressSaid({...view, kind, place: placeOf(session), halt, now}, columns, !isReader);

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} />}>
			<Lines lines={capped(linesOf(said, columns), rows)} />
		</Frame>
	);
}

const titleOf = (kind: BatchKind): string => `bulk ${kindWords[kind].noun}`;

type ResultViewProps = {
	readonly kind: BatchKind;
	readonly outcome: BulkOutcome;
	readonly onRun: (act: Act) => void;
};

function ResultView({kind, outcome, onRun}: ResultViewProps) {
	const session = useSession();
	const {ledger, operations} = session;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	const end = outcome.kind === 'ended' ? outcome : undefined;
	const {planned = 0, created = 0, unknown = 0, failed = 0} = end?.counts ?? {};
	useKeyOffer(outcome.kind === 'refused' ? outcome.failure : (end?.failure ?? end?.refusal));
	const beside = session.isBeside ? sanitise(session.profile.name) : undefined;
	const said = outcome.kind === 'ended' ? endSaid(kind, outcome, beside) : refusalSaid(outcome);
	const itemCount = failed + created + unknown;
	const head = capped(linesOf(said, columns), Math.max(1, rows - Math.min(2, itemCount)));
	const list = useList(itemCount, Math.max(1, rows - head.length));
	const {top, height} = list;
	const items = itemCount === 0 ? [] : ledger!.journal.unresolvedItems(end!.batch, top, height);
	const item = items[list.selected - top];
	const run = (act: (batch: number, options: BulkOptions) => Promise<BulkOutcome>) => () => {
		onRun(async options => act(end!.batch, options));
	};

	const keys = useKeys('bulk-end', {
		guards: {
			hasRow: item !== undefined,
			hasFailed: failed > 0,
			hasRefused: end?.refused !== undefined && failed > 0,
			hasRemaining: planned + created + unknown > 0,
		},
		actions: {
			...list.moves,
			open() {
				push({name: 'change', operation: item!.id});
			},
			retry: run(operations.retryFailed),
			omit: run(async (id, options) => operations.retryFailed(id, {...options, without: end?.refused})),
			finish: run(operations.resumeBatch),
			'roll-back': run(async (id, {signal}) => operations.skipRest(id, signal)),
		},
	});

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} status={scrollStatus(top, height, itemCount)} />}>
			<Lines lines={head} />
			<List of={{...list, count: top + items.length}} textAt={index => itemLine(items[index - top]!, columns - 2)} />
			<Lines lines={wholeItem(item, columns, height - items.length)} />
		</Frame>
	);
}

/** The greatest width of the progress bar, in columns. */
const longestBar = 60;

export type BulkView = ProgressView & {
	readonly kind: BatchKind;
	/** The name of the profile and the host of the service. */
	readonly place: string;
	readonly halt: Halt;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
};

const endedOf = ({done, accepted, failed, unknown}: BulkProgress): number => done + accepted + failed + unknown;

/** The progress of a bulk operation, as lines of at most `columns`. `hasBar`: false for a screen reader. */
export function progressSaid(
	{kind, place, progress, samples, halt, now}: BulkView,
	columns: number,
	hasBar = true,
): Said[] {
	const {total, done, accepted, failed, unknown, inFlight, waitingUntil} = progress;
	const ended = endedOf(progress);
	const share = total === 0 ? 0 : ended / total;
	const width = Math.max(4, Math.min(longestBar, columns - 8));
	const filled = Math.floor(share * width);
	const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : '';
	const pace = halt === undefined ? paceOf(samples, total) : undefined;
	const {preposition, doing, done: verb} = kindWords[kind];
	const isProved = done > 0 || accepted === 0;
	const acceptedText = accepted > 0 && `${numberText(accepted)} accepted`;
	const counts = [
		`${numberText(isProved ? done : accepted)} of ${numberText(total)} ${isProved ? verb.toLowerCase() : 'accepted'}`,
		isProved && acceptedText,
		...countTexts({failed, unknown}),
	];
	const checked = joined(
		[ended === total && acceptedText, unknown > 0 && `${numberText(unknown)} not confirmed yet`],
		', ',
	);
	const flow = joined(
		[
			pace && `${pace.perSecond < 10 ? pace.perSecond.toFixed(1) : Math.round(pace.perSecond)} per second`,
			pace && `${spanText(pace.left)} left`,
			inFlight > 0 && `${inFlight} in flight`,
		],
		' · ',
	);
	const isIdle = inFlight === 0 && halt === undefined;
	const preparing = ended === 0 ? 'Preparing the requests … nothing was sent yet' : 'Preparing the next requests …';
	return [
		`${doing} ${numberText(total)} ${preposition} ${place}`,
		`${bar}${Math.floor(share * 100)} %`,
		{tone: failed > 0 ? 'warning' : undefined, text: joined(counts, ' · ')},
		flow !== '' && faint(flow),
		waitingUntil !== undefined && warning(`Rate-limited; retrying in ${spanText(Math.max(0, waitingUntil - now))}.`),
		isIdle && checked !== '' && `Checking the listing: ${checked} …`,
		isIdle && checked === '' && ended < total && waitingUntil === undefined && preparing,
		halt === 'stopping' &&
			warning(inFlight > 0 ? `Stopping: waiting for ${inFlight} in flight …` : 'Stopping: checking the listing …'),
		halt === 'paused' && warning(`Paused at ${numberText(ended)} of ${numberText(total)}.`),
	];
}

/** Whether every item is done or skipped. */
export const isComplete = ({counts: {planned, created, unknown, failed}}: BulkResult): boolean =>
	planned + created + unknown + failed === 0;

/** The key that reverses what was done; none for what is said again otherwise. */
type ReverseKey = 'undo' | 'redo' | 'none';

/** The notice for a bulk operation that is complete: `✓ Deleted 3 from SANDBOX. 2 skipped. u: undo`. */
export function bulkNotice(
	kind: BatchKind,
	{done, skipped}: Pick<BatchCounts, 'done' | 'skipped'>,
	place: string,
	by: ReverseKey = kind === 'recreate' || kind === 'mixed' ? 'none' : 'undo',
): Notice {
	const rest = skipped > 0 && `${numberText(skipped)} skipped.`;
	const reverse = by !== 'none' && done > 0 && `${keyOf('list', by)}: ${by}`;
	const text = `✓ ${kindWords[kind].done} ${numberText(done)} ${kindWords[kind].preposition} ${place}.`;
	return {tone: 'good', text: joined([text, rest, reverse], ' ')};
}

/** The line about the items of a bulk operation whose outcome is not known: `? Not known whether 2 were deleted.` */
export const unknownLine = (kind: BatchKind, unknown: number, reason = ''): string =>
	`? Not known whether ${numberText(unknown)} ${unknown === 1 ? 'was' : 'were'} ${kindWords[kind].done.toLowerCase()}. ${sanitise(reason)}`.trimEnd();

/** The key that leads to the pending changes from the list. `beside`: the account that is changed, if it is not the open one. */
const pendingPlace = (beside: string | undefined): string =>
	beside === undefined
		? `the list (${keyOf('list', 'pending')})`
		: `${beside}: open it (${keyOf('list', 'profiles')}), then ${keyOf('list', 'pending')}`;

/** The result of a bulk operation that is not complete. `beside`: the account that is changed, if it is not the open one. */
export function endSaid(
	kind: BatchKind,
	{counts, failure, refusal, refused, unresolvedReason = '', skipped = []}: BulkResult,
	beside?: string,
): Said[] {
	const {planned, created, unknown, failed} = counts;
	const shown = failure ?? refusal;
	const paths = refusedPaths({refused});
	const halfDone = `Both the new and the old notification exist for ${created}. ${sanitise(unknown === 0 ? unresolvedReason : '')}`;
	const these = refused?.size === failed ? 'They' : `These ${numberText(refused?.size ?? 0)}`;
	return [
		{
			tone: failed > 0 || failure !== undefined ? 'bad' : 'warning',
			text: resultText(kindWords[kind].done, counts, totalOf(counts)),
		},
		skipped,
		shown && failureSaid(shown),
		failure?.kind === 'forbidden' && 'Stopped: the service refused several requests in a row.',
		unknown !== 0 && unresolvedReason !== '' && warning(unknownLine(kind, unknown, unresolvedReason)),
		created !== 0 && warning(halfDone.trimEnd()),
		failed !== 0 &&
			paths.length !== 0 &&
			warning(
				`The service refused ${sanitise(paths.join(', '))}. ${these} can be sent ${sanitise(withoutText(paths))}.`,
			),
		planned + created + unknown !== 0 &&
			`${created === 0 ? '' : 'Skipping the rest deletes the new ones of these. '}You can also decide later, ${created + unknown === 0 ? '' : 'for each, '}from ${pendingPlace(beside)}.`,
	];
}
