import {useIsScreenReaderEnabled} from 'ink';
import {useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore, type RefObject} from 'react';
import {say} from '../../changes/say.ts';
import {awaitedPhases, type Counts, type Item, totalOf} from '../../ledger/item.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {kindWords, type BatchKind, countTexts, resultText} from '../../notification/operation-texts.ts';
import {withoutText} from '../../notification/undocumented.ts';
import {addSample, paceOf, spanText, type PaceSample} from '../../platform/clock.ts';
import {numberText, joined} from '../../platform/text.ts';
import {
	createPauseControl,
	type ChangeRef,
	type Ended,
	type Outcome,
	type PauseControl,
	type Progress,
	type RunChangeOptions,
} from '../../account/account-changes.ts';
import {placeOf} from '../../account/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys, useModalKeys} from '../keys/use-keys.ts';
import type {Route} from '../screens.tsx';
import {leftNotice, resultNotice} from '../shared/change-notices.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {itemLine, wholeItem} from '../shared/item-line.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {useNavigation} from '../shared/navigation.ts';
import {failureOf, refusalSaid} from '../shared/reason-text.ts';
import {useSession} from '../shared/session-context.ts';
import {hasPendingChanges} from '../shared/use-ledger.ts';
import {useNow} from '../shared/use-now.ts';
import {capped, failureSaid, faint, linesOf, warning, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, useList} from '../ui/list.tsx';
import {useTask} from '../ui/use-task.ts';

type ProgressView = {readonly progress: Progress; readonly samples: readonly PaceSample[]};

const noProgress: ProgressView = {
	progress: {total: 0, done: 0, accepted: 0, failed: 0, unknown: 0, inFlight: 0, waitingUntil: undefined},
	samples: [],
};

/** The time between two updates of the screen, in milliseconds. */
const interval = 100;

/** The share of a change from which its end can be estimated. */
const firstEstimate = 0.03;

/** Whether a run is paused, or is stopped and ends with the requests in flight. */
type Halt = 'paused' | 'stopping' | undefined;

type Act = (options: RunChangeOptions) => Promise<Outcome>;

/** Makes a change, unless one is being made. `deletes`: how many new notifications it takes back. */
type Run = (act: Act, deletes?: number) => void;

type BulkRunOptions = {
	/** Whether one notification is changed, for a screen that shows the steps and what it came to itself: there is no view. */
	readonly isOne?: boolean;
	/** Called with the number of a change that is over, in place of leaving the screen. */
	readonly onComplete?: (set: number) => void;
	/** Called when a run has ended, before the screen is left. Returns what is added to the notice. */
	readonly onRunEnd?: (outcome: Outcome) => string | undefined;
};

/** The screens below that showed what is changed: they are left as well. */
const leaves: ReadonlyArray<Route['name']> = ['detail', 'drafts', 'undo', 'change', 'history'];

/** Makes changes for a screen, of one notification or many, and leaves it with a notice once all is done or skipped; with one alone also while it is pending. */
export function useBulkRun(kind: BatchKind, {isOne = false, onComplete, onRunEnd}: BulkRunOptions = {}) {
	const session = useSession();
	const {services, ledger, listing, profileKey} = session;
	const {clock} = services;
	const {pop, announce} = useNavigation();
	const {isRunning, steps = [], now, start, cancel} = useTask();
	const control = useRef<PauseControl>(undefined);
	const latest = useRef<Progress>(undefined);
	const [view, setView] = useState(noProgress);
	const [last, setLast] = useState<{readonly sessionId: number; readonly outcome: Outcome}>();
	const [ended, setEnded] = useState<Ended>();
	const [takenBack, setTakenBack] = useState<number>();
	// What came of an earlier API key says nothing of this one.
	const outcome = last?.sessionId === session.id ? last.outcome : undefined;
	// What a question leads to is made ready while it is read.
	useEffect(() => {
		session.changes.prepare();
	}, [session.changes]);
	useKeyOffer(isRunning ? undefined : failureOf(outcome));

	const onProgress = (progress: Progress) => {
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

	const leaveIfOver = (end: Ended, more?: string) => {
		const {set, only} = end;
		const isPending = only !== undefined && only.endedAt === undefined;
		if (!isPending && !isComplete(set.counts)) {
			return;
		}

		const [first] = ledger?.changes.items(set.id, {phases: ['done'], limit: 1}) ?? [];
		const said = resultNotice(end, {place: placeOf(session), more, first});
		const notice = {...said, follows: said.follows ?? first?.newId};
		if (onComplete !== undefined) {
			setEnded(undefined);
			announce(notice);
			onComplete(set.id);
			return;
		}

		const hasMore = ledger !== undefined && hasPendingChanges(ledger, profileKey);
		pop(notice, hasMore ? leaves : [...leaves, 'recovery']);
	};

	const run: Run = (act, deletes) => {
		setTakenBack(deletes);
		start(
			async ({signal, onStep}) => {
				const pauseControl = (control.current = createPauseControl());
				setView(noProgress);
				return act(isOne ? {signal, onStep} : {signal, pauseControl, onProgress});
			},
			(result: Outcome) => {
				setLast({sessionId: session.id, outcome: result});
				const more = onRunEnd?.(result);
				if (result.kind === 'ended') {
					setEnded(result);
					leaveIfOver(result, more);
				}
			},
		);
	};

	// Listings go on settling what a run left open.
	const leaveIfSettled = useEffectEvent(() => {
		if (ended !== undefined && ledger !== undefined && !isRunning) {
			void bestEffort(() => {
				leaveIfOver(endNow(ended, ledger.changes));
			});
		}
	});
	useEffect(
		() =>
			session.pending.onSettled(() => {
				leaveIfSettled();
			}),
		[session],
	);

	const result = ended && <ResultView ended={ended} outcome={outcome} onRun={run} />;
	const running = <RunningView kind={kind} view={view} takenBack={takenBack} control={control} />;
	const shown = isRunning ? running : result;
	return {
		run,
		/** The progress and, when it ends incomplete, the result and the items that are not done; undefined before anything is sent, and of one alone. */
		view: isOne ? undefined : shown,
		isRunning,
		/** The steps of one alone that is being changed; the last one is under way. */
		steps,
		/** The time, each second while it runs, in milliseconds. */
		now,
		/** What the last run came to, if the screen was not left. Without a view the screen says it. */
		outcome,
		forget() {
			setLast(undefined);
		},
		cancel,
		/** Stops waiting or, while nothing is under way, leaves the screen. */
		back() {
			if (isRunning) {
				cancel();
				return;
			}

			if (outcome !== undefined) {
				listing.refresh();
			}

			pop(outcome && leftNotice(kind, outcome));
		},
	};
}

/** Finishes or rolls back a change that was interrupted, as soon as it is shown. */
export function BulkResumeScreen({set, how}: {readonly set: number; readonly how: 'finish' | 'rollBack'}) {
	const {ledger, changes} = useSession();
	const {pop} = useNavigation();
	const {kind, counts} = ledger!.changes.set(set);
	const {run, view} = useBulkRun(kind, {
		onRunEnd(outcome) {
			if (outcome.kind === 'impossible' || outcome.kind === 'refused') {
				pop(resultNotice(outcome));
			}

			return undefined;
		},
	});
	const resume = useEffectEvent(() => {
		run(async options => changes[how]({set}, options), how === 'rollBack' ? counts.created : undefined);
	});
	useEffect(() => {
		resume();
	}, []);
	return view;
}

type RunningViewProps = {
	readonly kind: BatchKind;
	readonly view: ProgressView;
	/** How many new notifications are deleted, if the change is taken back. */
	readonly takenBack: number | undefined;
	readonly control: RefObject<PauseControl | undefined>;
};

/** What the control of a run does to halt it, and to let it go on. */
const effects = {paused: 'pause', stopping: 'stop', run: 'resume'} as const;

function RunningView({kind, view, takenBack, control}: RunningViewProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, 1000);
	const [begunAt] = useState(now);
	const [halt, setHalt] = useState<Halt>();
	const to = (next: Halt) => () => {
		control.current?.[effects[next ?? 'run']]();
		setHalt(next);
	};

	const keys = useModalKeys(`bulk-${halt ?? 'run'}`, {
		'bulk-stopping': {actions: {back: () => undefined}},
		'bulk-run': {actions: {back: to('paused')}},
		'bulk-paused': {actions: {finish: to(undefined), stop: to('stopping'), back: to(undefined)}},
	});
	const isReader = useIsScreenReaderEnabled();
	const seconds = Math.max(0, Math.floor((now - begunAt) / 1000));
	const before = `Before sending: listing the account and writing down the changes … ${seconds} s · nothing was sent yet`;
	const place = placeOf(session);
	const shown = takenBack === undefined ? {...view, kind} : rollBackView(view, takenBack);
	const said = view.progress.total === 0 ? before : progressSaid({...shown, place, halt, now}, columns, !isReader);

	return (
		<Frame keys={keys} header={<Header title={titleOf(kind)} />}>
			<Lines lines={capped(linesOf(said, columns), rows)} />
		</Frame>
	);
}

/** The progress of a roll back: that of the DELETEs of `count` new notifications. */
const rollBackView = ({progress}: ProgressView, count: number) =>
	({
		kind: 'delete',
		what: `${numberText(count)} new ${count === 1 ? 'one' : 'ones'}`,
		progress: {...progress, total: count, done: 0, failed: 0, unknown: 0},
		samples: [],
	}) as const;

const titleOf = (kind: BatchKind): string => `bulk ${kindWords[kind].noun}`;

type ResultViewProps = {
	readonly ended: Ended;
	/** What the last run came to: nothing if it was with another API key, and the refusal if it did not continue. */
	readonly outcome: Outcome | undefined;
	readonly onRun: Run;
};

const unresolved = ['failed', 'created', ...awaitedPhases] as const;

function ResultView({ended, outcome, onRun}: ResultViewProps) {
	const session = useSession();
	const {ledger, changes} = session;
	const {push} = useNavigation();
	const {columns, rows} = useBodySize();
	// Listings go on settling what a run left open.
	const pending = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {end, itemsIn} = useMemo(
		() => ({pending, end: endNow(ended, ledger!.changes), itemsIn: itemReader(ended.set.id, ledger!.changes)}),
		[ended, ledger, pending],
	);
	const {set, refused} = end;
	const {planned, created, unknown, failed} = set.counts;
	const told = outcome === ended ? end : {...end, failure: undefined, refusal: undefined};
	const beside = session.isBeside ? sanitise(session.profile.name) : undefined;
	const said = [outcome?.kind !== 'ended' && refusalSaid(outcome), endSaid(told, beside)];
	const itemCount = failed + created + unknown;
	const head = capped(linesOf(said, columns), Math.max(1, rows - Math.min(2, itemCount)));
	const list = useList(itemCount, Math.max(1, rows - head.length));
	const {top, height} = list;
	const items = itemsIn(top, Math.min(itemCount, top + height));
	const item = items[list.selected - top];
	const run = (act: (ref: ChangeRef, options: RunChangeOptions) => Promise<Outcome>) => () => {
		onRun(async options => act({set: set.id}, options));
	};

	const keys = useKeys('bulk-end', {
		guards: {
			hasRow: item !== undefined,
			hasFailed: failed > 0,
			hasRefused: failed > 0 && refused.size > 0,
			hasRemaining: planned + created + unknown > 0,
		},
		actions: {
			...list.moves,
			open() {
				push({name: 'change', set: set.id, item: item!.id});
			},
			retry: run(changes.retry),
			omit: run(async (ref, options) => changes.retry(ref, {...options, without: refused})),
			finish: run(changes.finish),
			'roll-back'() {
				const [next = item] = ledger!.changes.items(set.id, {phases: ['created', 'planned'], limit: 1});
				const onConfirm = () => {
					onRun(async options => changes.rollBack({set: set.id}, options), created);
				};
				push({name: 'pending-question', how: 'rollBack', told: {set, item: undefined}, next, onConfirm});
			},
		},
	});

	return (
		<Frame keys={keys} header={<Header title={titleOf(set.kind)} status={scrollStatus(top, height, itemCount)} />}>
			<Lines lines={head} />
			<List of={{...list, count: top + items.length}} textAt={index => itemLine(items[index - top]!, columns - 2)} />
			<Lines lines={wholeItem(item, columns, height - items.length)} />
		</Frame>
	);
}

type ItemSource = Pick<AwaitedLedger['changes'], 'set' | 'item' | 'items'>;

/** The result of a run by the ledger as it is now. */
function endNow(ended: Ended, changes: ItemSource): Ended {
	const {only, reason} = ended;
	const set = changes.set(ended.set.id);
	const now = {...ended, set, only: only && changes.item(only.id)};
	const [left] = changes.items(set.id, {phases: set.counts.unknown > 0 ? awaitedPhases : ['created'], limit: 1});
	if (left === undefined) {
		const {unknown, created} = ended.set.counts;
		return {...now, reason: unknown + created > 0 ? undefined : reason};
	}

	// What is said of one does not repeat what the counts say of all.
	const said = say({...left, reason: left.reason.filter(({why}) => why !== 'unknown')});
	return {...now, reason: said === '' ? reason : said};
}

/** The number of items that are read at once. */
const pageSize = 200;

/** Reads the items of a change that are not done, as far as they are shown. */
function itemReader(set: number, changes: ItemSource) {
	const read: Item[] = [];
	return (from: number, to: number): readonly Item[] => {
		for (let isMore = true; isMore && read.length < to;) {
			const page = changes.items(set, {phases: unresolved, after: read.at(-1)?.position ?? 0, limit: pageSize});
			read.push(...page);
			isMore = page.length > 0;
		}

		return read.slice(from, to);
	};
}

/** The greatest width of the progress bar, in columns. */
const longestBar = 60;

export type BulkView = ProgressView & {
	readonly kind: BatchKind;
	/** What is changed; by default the number. */
	readonly what?: string;
	/** The name of the profile and the host of the service. */
	readonly place: string;
	readonly halt: Halt;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
};

const endedOf = ({done, accepted, failed, unknown}: Progress): number => done + accepted + failed + unknown;

/** The progress of a bulk operation, as lines of at most `columns`. `hasBar`: false for a screen reader. */
export function progressSaid(
	{kind, what, place, progress, samples, halt, now}: BulkView,
	columns: number,
	hasBar = true,
): Said[] {
	const {total, done, accepted, failed, unknown, inFlight, waitingUntil} = progress;
	const ended = endedOf(progress);
	const share = total === 0 ? 0 : Math.min(1, ended / total);
	const width = Math.max(4, Math.min(longestBar, columns - 8));
	const filled = Math.floor(share * width);
	const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : '';
	const pace = halt === undefined && share >= firstEstimate ? paceOf(samples, total) : undefined;
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
		`${doing} ${what ?? numberText(total)} ${preposition} ${place}`,
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
export const isComplete = ({planned, created, unknown, failed}: Counts): boolean =>
	planned + created + unknown + failed === 0;

/** The result of a change that is not complete. `beside`: the account that is changed, if it is not the open one. */
export function endSaid(
	{set, failure, refusal, refused, reason = '', skipped}: Omit<Ended, 'kind' | 'only' | 'failures'>,
	beside?: string,
): Said[] {
	const {planned, created, unknown, failed} = set.counts;
	const shown = failure ?? refusal;
	const paths = [...new Set(refused.values().flatMap(members => members))];
	const these = refused.size === failed ? 'They' : `These ${numberText(refused.size)}`;
	const done = kindWords[set.kind].done;
	const were = `${numberText(unknown)} ${unknown === 1 ? 'was' : 'were'} ${done.toLowerCase()}`;
	const both = `Both the new and the old notification exist for ${created}.`;
	const undo = created === 0 ? '' : 'Skipping the rest deletes the new ones of these. ';
	const each = created + unknown === 0 ? '' : 'for each, ';
	const key = keyOf('list', 'pending');
	const place =
		beside === undefined ? `the list (${key})` : `${beside}: open it (${keyOf('list', 'profiles')}), then ${key}`;
	return [
		{
			tone: failed > 0 || failure !== undefined ? 'bad' : 'warning',
			text: resultText(done, set.counts, totalOf(set.counts)),
		},
		skipped,
		shown && failureSaid(shown),
		failure?.kind === 'forbidden' && 'Stopped: the service refused several requests in a row.',
		unknown > 0 && reason !== '' && warning(`? Not known whether ${were}. ${reason}`),
		created > 0 && warning(joined([both, unknown === 0 && reason], ' ')),
		created + unknown === 0 && reason !== '' && warning(reason),
		failed > 0 &&
			paths.length > 0 &&
			warning(sanitise(`The service refused ${paths.join(', ')}. ${these} can be sent ${withoutText(paths)}.`)),
		planned + created + unknown > 0 && `${undo}You can also decide later, ${each}from ${place}.`,
	];
}
