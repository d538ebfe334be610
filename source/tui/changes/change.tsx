import {useMemo, useState, useSyncExternalStore} from 'react';
import {
	itemOf,
	type ChangeRef,
	type ContinueOptions,
	type Ended,
	type Outcome,
	type RunChangeOptions,
} from '../../account/account-changes.ts';
import {recordsOf} from '../../account/listing-state.ts';
import type {Undo} from '../../changes/undo.ts';
import {placeOf} from '../../account/session.ts';
import {readOnlyReason} from '../../config/profile.ts';
import {
	awaitedPhases,
	canSendAgain,
	isOpen,
	numberOf,
	pagedItems,
	postsOf,
	type Item,
	type Phase,
} from '../../ledger/item.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {maskIn, maskedFields} from '../../ledger/mask.ts';
import {formatTime} from '../../terminal/time.ts';
import {asListed, unlistedFields} from '../../notification/spec.ts';
import {batchUndoNotes} from '../../notification/losses.ts';
import {lostText, type BatchKind} from '../../notification/operation-texts.ts';
import {recordsById} from '../../query/changes.ts';
import {createProtection} from '../../query/rules.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {detailLines, headLines} from '../list/detail-lines.ts';
import {
	ageInterval,
	changeHead,
	canStopHere,
	canUndo,
	deletesOf,
	endingsSaid,
	endSaid,
	groupItems,
	groupRow,
	itemReader,
	numberOfTold,
	pendingQuestion,
	requestText,
	rowsOfGroups,
	type Ending,
	type ItemGroup,
	type Told,
	changesSaid,
} from './change-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {refusalSaid, sayItem} from '../ui/notices.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/layout.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useTextSize, useScroll, rowMargin} from '../ui/list.tsx';
import {useListing, useSession, useNow} from '../ui/session.ts';
import {stepTexts, type StepStart, useSurvey, useSliced} from '../ui/use-task.ts';
import {cutTo, faint, gap, linesOf, warning, type Line, type Said, Lines} from '../ui/line.tsx';
import {Question, asks, notesSaid} from '../ui/question.tsx';
import {changeRows, itemRow, restBelow, ToldList, undoRow, useToldList, type Row} from './rows.tsx';

/** What ends a change, or tries what failed again, as the footer and the title of its question say it. */
const hints: Readonly<Record<Ending | 'retry', string>> = {
	finish: 'finish',
	stop: 'stop here',
	'take-back': 'roll back',
	drop: 'stop following',
	retry: 'retry failed',
};

type PendingQuestionProps = {
	readonly how: Ending | 'retry';
	readonly told: Told;
	readonly onResult?: (isConfirmed: true) => void;
};

/** Asks before a pending change is ended, or what failed is tried again, for the screen below, which then does it. Where that deletes or replaces several notifications, their number is typed. */
export function PendingQuestionScreen({how, told: given, onResult}: PendingQuestionProps) {
	const session = useSession();
	const {changes} = session;
	const {columns} = useTextSize();
	const settled = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const told = useMemo(() => {
		const read = session.ledger!.changes;
		return {settled, set: read.set(given.set.id), item: given.item && read.item(given.item.id)};
	}, [settled, given, session.ledger]);
	const {set, item} = told;
	const isOver = how !== 'retry' && (item === undefined ? !isOpen(set) : item.endedAt !== undefined);
	/** The new ones that no response named, or of a retry what is only looked for. */
	const exceptions = useMemo(() => {
		const [phases, isException]: [readonly Phase[], (each: Item) => boolean] =
			how === 'retry'
				? [['failed'], each => !canSendAgain(each)]
				: [['creating', 'created'], each => postsOf(each).every(({target}) => target === undefined)];
		const read = pagedItems(page => session.ledger!.changes.items(set.id, {...page, phases}));
		return how === 'finish' || how === 'drop' ? 0 : read.filter(each => isException(each)).toArray().length;
	}, [how, set, session.ledger]);
	const [survey] = useState(() => async () => changes.surveyUndo({set: set.id}));
	const undoes = how === 'take-back' && item === undefined && set.counts.done > 0;
	const undo = useSurvey(undoes ? survey : undefined);
	const {asked, object, consequences, count} = pendingQuestion(how, told, placeOf(session), {
		...(how === 'retry' ? {lost: exceptions} : {unnamed: exceptions}),
		undoable: undo?.count,
	});
	const rows = useMemo(() => {
		const {planned, created, unknown, done, failed} = set.counts;
		if (how === 'retry') {
			const read = itemReader(set.id, ['failed', ...awaitedPhases, 'created', 'planned'], session.ledger!.changes);
			return rowsOf(failed + unknown + created + planned, index => itemRow(read(index)!), columns);
		}

		// Nothing happens to what was not sent.
		const [phases, others]: [readonly Phase[], number] = undoes
			? [['done', ...awaitedPhases, 'created'], done]
			: [[...awaitedPhases, 'created', 'planned'], planned];
		const read = itemReader(set.id, phases, session.ledger!.changes);
		const rowAt = (index: number) => {
			const each = read(index)!;
			return each.phase === 'done' ? undoRow(each) : itemRow(each);
		};
		return rowsOf(others + created + unknown, rowAt, columns);
	}, [how, set, undoes, session.ledger, columns]);
	const wait = undoes && undo === undefined ? 'Checking what can be rolled back …' : undefined;
	const onConfirm = () => {
		onResult?.(true);
	};

	return (
		<Question
			title={`${hints[how]}: change ${numberOfTold(told)}`}
			hint={hints[how]}
			of={{
				id: JSON.stringify(set.counts),
				asked: isOver ? warning('A listing has settled it meanwhile.') : asks(asked),
				...(item === undefined ? {rows} : {object}),
				consequences: [consequences !== '' && warning(consequences), undo && notesSaid(batchUndoNotes(undo))],
				isHarmless: count === 0,
			}}
			answer={isOver ? undefined : {count, wait, onConfirm}}
		/>
	);
}

/** The work of a run. `onUndo`: called before an undo that follows. */
export type Act = (options: RunChangeOptions, onUndo: (undo: Undo) => void) => Promise<Outcome>;

/** What is shown while it runs, and what becomes of the screen. */
export type Doing = {
	readonly kind?: BatchKind | 'roll-back' | undefined;
	/** How it ends what is pending, and the number of that change. */
	readonly how?: Ending;
	readonly of?: number;
	/** The number of items that the undo which follows leaves, although there is something to undo of them. */
	readonly left?: number;
	/** Called if that is pending still. */
	readonly onPending?: (ended: Ended) => void;
};

/** The run of a change on its screen; see `useBulkRun`. */
type ChangeRun = {
	readonly run: (act: Act, doing?: Doing) => void;
	readonly doing: Doing;
	readonly isRunning: boolean;
	readonly steps: readonly StepStart[] | undefined;
	readonly outcome: Outcome | undefined;
	/** The last end that changed something. */
	readonly ended: Ended | undefined;
	readonly cancel: () => void;
};

/** How the engine ends a change or an item. */
const methods = {finish: 'finish', stop: 'rollBack', 'take-back': 'rollBack', drop: 'stop'} as const;

/** Returns what ends a change, or one of its items. What is taken back as a whole is undone as well, as far as it is done; where the name of a protected notification is missing, it is asked for. */
export function useEnd({run}: ChangeRun) {
	const {changes, rules} = useSession();
	const {listing} = useListing();
	const {push} = useNavigation();
	const end = (how: Ending, told: Told, more: Pick<ContinueOptions, 'chosen' | 'isUnprotected'> = {}) => {
		const {set, item} = told;
		const ref = {set: set.id, item: item !== undefined && item.of > 1 ? item.id : undefined};
		const askName = ({isProtected, only}: Ended) => {
			const target = recordsById(recordsOf(listing)).get(more.chosen ?? only?.newId);
			const known = rules.get();
			if (isProtected === true && known !== undefined && target?.kind === 'notification') {
				const rule = createProtection(known)(target);
				if (rule !== undefined) {
					push({name: 'protected', subject: {target, rule}}, () => {
						end(how, told, {...more, isUnprotected: true});
					});
				}
			}
		};

		run(
			async (options, onUndo) => {
				options.onStep?.('checking');
				const ended = await changes[methods[how]](ref, {...options, ...more});
				const isOver = ended.kind === 'ended' && !isOpen(ended.set) && ended.set.counts.done > 0;
				if (how !== 'take-back' || item !== undefined || !isOver) {
					return ended;
				}

				const undo = await changes.surveyUndo(ref);
				onUndo(undo);
				return changes.undo(undo, options);
			},
			{how, of: set.id, kind: how === 'finish' ? undefined : 'roll-back', onPending: askName},
		);
	};

	return end;
}

/** Why a change cannot be stopped of which all was sent. */
const leftText = 'All of it was sent: there is nothing to leave out.';

/** The keys that end what is pending. `onEnd`: called once the question was answered. */
export function useEndings(told: Told | undefined, onEnd: (how: Ending, told: Told) => void) {
	const {push} = useNavigation();
	const {set, item} = told ?? {};
	const ask = (how: Ending) => () => {
		const end = () => {
			onEnd(how, told!);
		};
		if (how === 'finish' && deletesOf(how, told!) === 0) {
			end();
		} else {
			push({name: 'pending-question', how, told: told!}, end);
		}
	};

	return {
		guards: {
			isPending: set !== undefined && (item === undefined ? isOpen(set) : item.endedAt === undefined),
			// One of several that was not sent is sent with the others.
			canFinish: item === undefined || item.of === 1 || item.phase !== 'planned',
			canStop: item === undefined && set !== undefined && (canStopHere(set) || (set.counts.done > 0 && leftText)),
		},
		actions: {finish: ask('finish'), stop: ask('stop'), 'take-back': ask('take-back'), drop: ask('drop')},
	};
}

/** A change, or one of its items. Of one alone: its requests in order, and the changed fields, old → new; of several, their rows by what became of them and why. */
export function ChangeView({runner, ...ref}: ChangeRef & {readonly runner: ChangeRun}) {
	const session = useSession();
	const {profile, services, isBeside} = session;
	const {changes} = session.ledger!;
	const {push, pop} = useNavigation();
	const {columns, rows} = useBodySize();
	const now = useNow(services.clock, ageInterval);
	const pending = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {run, isRunning, steps = [], doing, outcome, ended} = runner;
	const {set: id, item: itemId} = ref;
	// `pending`: read again when a listing has settled something.
	const told = useMemo(
		() => ({pending, outcome, set: changes.set(id), item: itemOf(changes, {set: id, item: itemId})}),
		[changes, id, itemId, pending, outcome],
	);
	const {set, item: only} = told;
	const end = useEnd(runner);
	const {guards, actions} = useEndings(told, end);
	// The last attempt left it pending: one of its candidates can be named.
	const isTried = outcome?.kind === 'ended' && outcome.only?.id === only?.id;
	const ids = (isTried && doing.how !== undefined && only?.candidates) || [];
	const chosenOne = doing.how === 'finish' ? 'the new notification' : 'the notification to delete';

	const begin = useMemo(() => (only === undefined ? () => groupItems(set, changes) : undefined), [only, set, changes]);
	// Few items are grouped before the first slice ends.
	const first = useMemo(() => begin?.().next(), [begin]);
	const {value = noGroups} = useSliced(first?.done === true ? undefined : begin);
	const groups = first?.done === true ? first.value : value;
	const lost = groups.reduce((sum, group) => sum + (group.lost ?? 0), 0);
	const isOver = only === undefined && ended !== undefined;
	const result =
		isOver &&
		endSaid(
			{
				...ended,
				set,
				// Of what is open or failed the rows say why.
				...((ended.set.counts.created > 0 || ended.set.counts.unknown > 0) && {left: undefined, problem: undefined}),
				...(outcome !== ended && {failure: undefined, refusal: undefined}),
			},
			isBeside === true ? sanitise(profile.name) : undefined,
		);
	const hasDone = useMemo(() => canUndo(told, changes), [told, changes]);
	const isWritable = readOnlyReason(profile) === undefined;
	const said = [
		!isRunning && outcome?.kind !== 'ended' && refusalSaid(outcome),
		ids.length > 0 &&
			warning(
				`Press the number of ${chosenOne}: ${ids.map((each, index) => `${index + 1}: ID ${sanitise(each)}`).join('  ')}`,
			),
		isRunning && (stepTexts(steps, 'pending', now).at(-1) ?? 'Preparing …'),
		lost > 0 && warning(lostText(lost, set.kind, keyOf('change', 'retry'))),
		isOver ? result : only === undefined && changeHead(told, undefined, now),
		only === undefined && !isOver && isOpen(set) && isWritable && endingsSaid(set, 'change'),
	];
	const count = rowsOfGroups(groups);
	const head = cutTo(linesOf(said, columns), Math.max(1, rows - Math.min(3, count)));
	const lines = only === undefined ? [] : itemDetailLines(only, changes, columns, now);
	const room = Math.max(1, rows - head.length);
	const scroll = useScroll(lines.length, room);
	const rowAt = (index: number) => {
		const {group, item} = groupRow(groups, index)!;
		return item === undefined ? group.line : itemRow(item);
	};
	const table = rowsOf(count, rowAt, columns);
	// The reason of a group may take more than its line.
	const reasonOf = (index: number, most: number) =>
		restBelow(faint(groupRow(groups, index)!.group.line.text), columns, most);
	const list = useToldList(count, room, reasonOf, table.title);
	const selected = groupRow(groups, list.selected);

	const keys = useKeys('change', {
		guards: {
			...guards,
			hasRow: selected !== undefined,
			isIdle: !isRunning,
			hasDone,
			hasFailed: itemId === undefined ? set.counts.failed > 0 : 'Only a whole change is retried.',
			hasRefused: (ended?.refused.size ?? 0) > 0,
		},
		onKey({text}) {
			const chosen = ids[Number(text) - 1];
			if (chosen !== undefined && !isRunning && isWritable) {
				end(doing.how!, told, {chosen});
			}
		},
		actions: {
			...(only === undefined ? list.moves : scroll.moves),
			...actions,
			open() {
				const {group, item = group.itemAt(0)} = selected!;
				push({name: 'change', set: id, item: item!.id});
			},
			undo() {
				push({name: 'undo', scope: ref});
			},
			retry() {
				const again = () => {
					run(async options => session.changes.retry({set: id}, options));
				};
				if (deletesOf('retry', told) === 0) {
					again();
				} else {
					push({name: 'pending-question', how: 'retry', told}, again);
				}
			},
			omit() {
				run(async options => session.changes.retry({set: id}, {...options, without: ended!.refused}));
			},
			back() {
				if (isRunning) {
					runner.cancel();
				} else {
					pop();
				}
			},
		},
	});
	const status = only === undefined ? list.status : scrollStatus(scroll.top, room, lines.length);
	return (
		<Frame keys={keys} title={`change ${numberOfTold(told)}`} status={status}>
			<Lines lines={head} />
			<Lines lines={lines} top={scroll.top} height={room} />
			<ToldList of={list} textAt={table.lineAt} />
		</Frame>
	);
}

const noGroups: readonly ItemGroup[] = [];

/** The number of rows by which the widths of the columns are chosen: only what is shown is read. */
const measuredRows = 50;

/** Rows in columns, of which few are read. */
const rowsOf = (count: number, rowAt: (index: number) => Row | Line, columns: number) => ({
	...changeRows({count: Math.min(measuredRows, count), rowAt}, columns - rowMargin),
	count,
});

/**
Describes an item: its notification as a sentence, its result, the changed fields (old → new) or the whole notification, and its requests in order. Recipients are masked as in the history. `columns`: of the terminal; `now`: in milliseconds since the epoch.
*/
export function itemDetailLines(
	item: Item,
	changes: Pick<AwaitedLedger['changes'], 'item' | 'set' | 'undoOf'>,
	columns: number,
	now: number,
): Line[] {
	const {kind, startedAt, profileName, input, snapshot, newId, place = '', requests, undoes} = item;
	const undone = undoes === undefined ? undefined : changes.item(undoes);
	const undo = changes.undoOf(item.id);
	const field = (label: string, text: string): Said => text !== '' && {label, text};
	const contacts = [input, snapshot?.input].filter(fields => fields !== undefined);
	const [before, after] = [
		snapshot && {...maskedFields(snapshot.input), ...unlistedFields(snapshot)},
		input && {...maskedFields(input), ...unlistedFields(input)},
	];
	// Until a new one is known, the ID is that of the old one.
	const whole = newId === undefined ? (before ?? after) : (after ?? before);
	const isMasked = contacts.some(fields => maskedFields(fields).recipient !== fields.recipient);
	const id = newId ?? snapshot?.id;
	const sent = after && whole === after ? {...unlistedFields(after), at: startedAt} : undefined;
	const isEdit = kind === 'replace' && before !== undefined && after !== undefined;
	return linesOf(
		[
			whole && headLines(whole, columns - 2),
			changeHead({set: changes.set(item.set), item}, undone && numberOf(undone), now),
			sayItem(item),
			field('Change', `#${numberOf(item)} · ${sanitise(profileName)} · ${formatTime(startedAt)}`),
			field('Input', sanitise(place)),
			field('Masked', isMasked ? 'chat IDs and URLs of recipients, as in the whole history' : ''),
			undo !== undefined && field('Undone', `${formatTime(undo.startedAt)} by #${numberOf(undo)}`),
			gap,
			isEdit && [{label: 'Old → new', text: '', tone: 'faint'}, changesSaid(before, after), gap],
			(requests.length === 0 ? ['none'] : requests.map(each => maskIn(requestText(each), contacts))).map(
				(text, index) => ({label: index === 0 ? 'Requests' : '', text}),
			),
			gap,
			// A create without a known outcome has no ID.
			whole && detailLines(asListed(whole, id, {}), columns - 2, sent, new Set(id === undefined ? ['id'] : [])),
		],
		columns,
	);
}
