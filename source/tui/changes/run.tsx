import {useIsScreenReaderEnabled} from 'ink';
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {isOpen} from '../../ledger/item.ts';
import {bestEffort} from '../../ledger/ledger-error.ts';
import {kindWords, type BatchKind, countTexts} from '../../notification/operation-texts.ts';
import {addSample, paceOf, spanText, type PaceSample} from '../../platform/clock.ts';
import {counted, numberText, joined} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {
	createPauseControl,
	type Ended,
	type Outcome,
	type PauseControl,
	type Progress,
	type RunChangeOptions,
} from '../../account/account-changes.ts';
import {placeOf} from '../../account/session.ts';
import {useKeyOffer, useSession, useNow} from '../ui/session.ts';
import {ChangeView, type Act, type Doing} from './change.tsx';
import {useModalKeys} from '../keys/use-keys.ts';
import type {Route} from '../app/screens.tsx';
import {failureOf, leftNotice, pendingReason, resultNotice} from '../ui/notices.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {useNavigation, type Notice} from '../ui/navigation.ts';
import {pendingChanges} from '../app/session-start.ts';
import {cutTo, faint, linesOf, warning, type Said, Lines} from '../ui/line.tsx';
import {useTask} from '../ui/use-task.ts';

type ProgressView = {readonly progress: Progress; readonly samples: readonly PaceSample[]};

/** The time between two updates of the screen, in milliseconds. */
const interval = 100;

/** The share of a change from which its end can be estimated. */
const firstEstimate = 0.03;

/** Whether a run is paused, or is stopped and ends with the requests in flight. */
type Halt = 'paused' | 'stopping' | undefined;

type RunOptions = {
	/** Whether the result of one alone is shown as that of several is, not by the question. */
	readonly showsOne?: boolean;
	/** Called with the number of a change that is over, in place of leaving the screen. */
	readonly onComplete?: (set: number) => void;
	/** Leads back while nothing runs, in place of leaving the screen. */
	readonly onBack?: () => void;
	/** Called when a run has ended, before the screen is left. Returns what is added to the notice. */
	readonly onRunEnd?: (outcome: Outcome) => string | undefined;
};

/** The screens below that showed what is changed: they are left as well. */
const leaves: ReadonlyArray<Route['name']> = ['detail', 'undo', 'change'];

/** The notice about changes that are no longer followed. */
const stoppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** Says of a roll back what it left. */
const keptText = (count: number): string =>
	`${counted(count, 'notification')} ${count === 1 ? 'was' : 'were'} not rolled back: ${keyOf('list', 'history')} shows the change.`;

export type Runner = Omit<ReturnType<typeof useBulkRun>, 'view'>;

/** Makes changes for a screen, of one notification or many, and leaves it with a notice once all is done or skipped; with a new one of one alone also while it is pending. */
export function useBulkRun(kind: BatchKind, {showsOne = false, onComplete, onBack, onRunEnd}: RunOptions = {}) {
	const session = useSession();
	const {services, ledger, listing, profileKey} = session;
	const {clock} = services;
	const {pop, announce} = useNavigation();
	const {isRunning, steps, now, start, cancel} = useTask();
	const control = useRef<PauseControl>(undefined);
	const [halt, setHalt] = useState<Halt>();
	/** Whether the progress of several is known: from then on they are paused, not cancelled. */
	const isOfMany = useRef(false);
	const haltAs = (next: Halt) => {
		control.current?.[effects[next ?? 'run']]();
		setHalt(next);
	};
	const latest = useRef<Progress>(undefined);
	const [view, setView] = useState<ProgressView>();
	const [last, setLast] = useState<{readonly sessionId: number; readonly outcome: Outcome}>();
	const [ended, setEnded] = useState<Ended>();
	const [doing, setDoing] = useState<Doing>({});
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
			setView(before => ({
				progress: newest,
				samples: addSample(before?.samples ?? [], {at: clock.now(), ended: endedOf(newest)}),
			}));
		})();
	};

	const leaveIfOver = (end: Ended, {how, of, left = 0, onPending}: Doing, more?: string) => {
		const {set, only} = end;
		const isPending = only === undefined ? isOpen(set) : only.endedAt === undefined;
		if (how !== undefined && isPending) {
			const {planned, created, unknown} = set.counts;
			const rest = how === 'take-back' && set.counts.done > 0 ? ' What is done is not rolled back yet.' : '';
			const several = `Looked in the listing: ${numberText(planned + created + unknown)} not finished yet.${rest}`;
			const why = only === undefined ? several : pendingReason(only, end.problem);
			announce({...resultNotice(end), tone: 'warning', text: `? ${why}`});
			onPending?.(end);
			return;
		}

		const isFailed = set.counts.failed > 0 && (only === undefined || how === undefined) && how !== 'drop';
		if (isFailed || (only === undefined && isPending)) {
			return;
		}

		const [first] = ledger?.changes.items(set.id, {phases: ['done'], limit: 1}) ?? [];
		const place = how === undefined || only === undefined ? placeOf(session) : undefined;
		const said = how === 'drop' ? stoppedNotice : resultNotice(end, {place, more, first});
		// A listing can settle what was not undone together with the rest.
		const kept = how === 'take-back' && set.id === of ? set.counts.done : left;
		const notice: Notice =
			kept === 0
				? {...said, follows: said.follows ?? first?.newId}
				: {...said, tone: 'warning', text: joined([said.text, keptText(kept)], ' ')};
		if (onComplete !== undefined) {
			setEnded(undefined);
			announce(notice);
			onComplete(set.id);
			return;
		}

		const hasMore = ledger !== undefined && pendingChanges(ledger, profileKey).length > 0;
		const isItem = only !== undefined && only.of > 1;
		pop(notice, hasMore ? leaves.filter(name => !isItem || name !== 'change') : [...leaves, 'activity']);
	};

	const run = (act: Act, next: Doing = {}) => {
		isOfMany.current = false;
		let current = next;
		start(
			async ({signal, onStep}) => {
				const pauseControl = (control.current = createPauseControl());
				const begin = (what: Doing) => {
					current = what;
					setDoing(what);
					setView(undefined);
				};
				begin(next);
				setHalt(undefined);
				const options: RunChangeOptions = {
					signal,
					pauseControl,
					onStep(...step) {
						// Of several the progress is shown.
						if (!isOfMany.current) {
							onStep(...step);
						}
					},
					onProgress(progress) {
						if (progress.total < 2) {
							return;
						}

						if (!isOfMany.current) {
							isOfMany.current = true;
							setView({progress, samples: []});
						}

						onProgress(progress);
					},
				};
				return act(options, ({kind: undoKind, left}) => {
					begin({...next, kind: undoKind, left});
				});
			},
			(result: Outcome) => {
				// What was said to a key while it ran is over.
				announce(undefined);
				setLast({sessionId: session.id, outcome: result});
				const more = onRunEnd?.(result);
				if (result.kind === 'ended') {
					setEnded(result);
					leaveIfOver(result, current, more);
				}
			},
		);
	};

	// Listings go on settling what a run left open.
	const leaveIfSettled = useEffectEvent(() => {
		if (ended !== undefined && ended.only === undefined && ledger !== undefined && !isRunning) {
			void bestEffort(() => {
				leaveIfOver({...ended, set: ledger.changes.set(ended.set.id)}, doing);
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

	const runner = {
		kind,
		run,
		/** What it does, or did last. */
		doing,
		isRunning,
		/** The steps before its progress is known; of one alone, all of them. */
		steps,
		/** The time, each second while it runs, in milliseconds. */
		now,
		/** What the last run came to, if the screen was not left; and the last one that changed something. */
		outcome,
		ended,
		forget() {
			setLast(undefined);
		},
		cancel,
		/** Stops waiting or, while nothing is under way, leaves the screen. */
		back() {
			if (isRunning && isOfMany.current) {
				haltAs('paused');
			} else if (isRunning) {
				cancel();
			} else if (onBack === undefined) {
				if (outcome !== undefined) {
					listing.refresh();
				}

				pop(outcome && leftNotice(kind, outcome));
			} else {
				onBack();
			}
		},
	};
	const isShown = ended !== undefined && (showsOne || ended.only === undefined);
	const result = isShown ? <ChangeView set={ended.set.id} runner={runner} /> : undefined;
	return {
		...runner,
		/** The progress of several and, when it ends incomplete, the result and the items that are not done; undefined before anything is sent, and of one alone. */
		view:
			isRunning && view !== undefined ? (
				<RunningView kind={kind} doing={doing} view={view} halt={halt} onHalt={haltAs} />
			) : (
				result
			),
	};
}

type RunningViewProps = {
	readonly kind: BatchKind;
	readonly doing: Doing;
	readonly view: ProgressView;
	readonly halt: Halt;
	readonly onHalt: (halt: Halt) => void;
};

/** What the control of a run does to halt it, and to let it go on. */
const effects = {paused: 'pause', stopping: 'stop', run: 'resume'} as const;

function RunningView({kind: whole, doing: {kind = whole}, view, halt, onHalt}: RunningViewProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, 1000);
	const to = (next: Halt) => () => {
		onHalt(next);
	};

	const {progress} = view;
	// Of an edit the old ones are still to be deleted.
	const isAllSent = kind !== 'replace' && endedOf(progress) === progress.total;
	const keys = useModalKeys(`bulk-${halt ?? (isAllSent ? 'checking' : 'run')}`, {
		'bulk-checking': {actions: {back: to('stopping')}},
		'bulk-stopping': {actions: {back: () => undefined}},
		'bulk-run': {actions: {back: to('paused')}},
		'bulk-paused': {actions: {finish: to(undefined), stop: to('stopping'), back: to('stopping')}},
	});
	const isReader = useIsScreenReaderEnabled();
	const said = progressSaid({...view, kind, place: placeOf(session), halt, now}, columns, !isReader);

	return (
		<Frame keys={keys} title={wordsOf(kind).noun}>
			<Lines lines={cutTo(linesOf(said, columns), rows)} />
		</Frame>
	);
}

const rollBackWords = {noun: 'roll back', doing: 'Rolling back', done: 'rolled back', preposition: 'on'} as const;

const wordsOf = (kind: BatchKind | 'roll-back') => (kind === 'roll-back' ? rollBackWords : kindWords[kind]);

/** The greatest width of the progress bar, in columns. */
const longestBar = 60;

export type BulkView = ProgressView & {
	readonly kind: BatchKind | 'roll-back';
	/** The name of the profile and the host of the service. */
	readonly place: string;
	readonly halt: Halt;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
};

const endedOf = ({done, accepted, failed, unknown}: Progress): number => done + accepted + failed + unknown;

/** The progress of a bulk operation, as lines of at most `columns`. `hasBar`: false for a screen reader. */
export function progressSaid(
	{kind, place, progress, samples, halt, now}: BulkView,
	columns: number,
	hasBar = true,
): Said[] {
	const {total, done, accepted, created, failed, unknown, inFlight, waitingUntil} = progress;
	const ended = endedOf(progress);
	const share = total === 0 ? 0 : Math.min(1, ended / total);
	const width = Math.max(4, Math.min(longestBar, columns - 8));
	const filled = Math.floor(share * width);
	const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : '';
	const isEstimated = halt === undefined && share >= firstEstimate && ended < total;
	const pace = isEstimated ? paceOf(samples, total) : undefined;
	const {preposition, doing, done: verb} = wordsOf(kind);
	const counts = [
		`${numberText(done)} of ${numberText(total)} ${verb.toLowerCase()}`,
		created > 0 && `${numberText(created)} created`,
		accepted > 0 && `${numberText(accepted)} accepted`,
		...countTexts({failed, unknown}),
	];
	// An edit goes on only from what is listed.
	const isChecking = created + unknown > 0 || (accepted > 0 && (kind === 'replace' || ended === total));
	const flow = joined(
		[
			pace && `${pace.perSecond < 10 ? pace.perSecond.toFixed(1) : Math.round(pace.perSecond)} per second`,
			pace && `${spanText(pace.left)} left`,
			inFlight > 0 && `${inFlight} in flight`,
		],
		' · ',
	);
	const isIdle = inFlight === 0 && halt === undefined;
	return [
		`${doing} ${numberText(total)} ${preposition} ${place}`,
		`${bar}${Math.floor(share * 100)} %`,
		{tone: failed > 0 ? 'warning' : undefined, text: joined(counts, ' · ')},
		flow !== '' && faint(flow),
		waitingUntil !== undefined && warning(`Rate-limited; retrying in ${spanText(Math.max(0, waitingUntil - now))}.`),
		isIdle && isChecking && 'Checking the listing …',
		isIdle && !isChecking && ended < total && waitingUntil === undefined && 'Preparing the next requests …',
		halt === 'stopping' &&
			warning(inFlight > 0 ? `Stopping: waiting for ${inFlight} in flight …` : 'Stopping: checking the listing …'),
		halt === 'paused' && warning(`Paused at ${numberText(ended)} of ${numberText(total)}.`),
	];
}
