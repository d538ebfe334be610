import {useMemo, useState, useSyncExternalStore} from 'react';
import {
	itemOf,
	onlyOf,
	type AccountChanges,
	type ChangeRef,
	type Ended,
	type Outcome,
	type RunChangeOptions,
} from '../../account/account-changes.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {placeOf} from '../../account/session.ts';
import {readOnlyReason} from '../../config/profile.ts';
import {awaitedPhases, isOpen, numberOf, type ChangeSet, type Item, type Phase} from '../../ledger/item.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import {maskIn, maskedFields} from '../../ledger/mask.ts';
import {say} from '../../changes/say.ts';
import {formatTime} from '../../terminal/time.ts';
import {asListed, fieldNamed, unlistedFields} from '../../notification/spec.ts';
import {batchUndoNotes} from '../../notification/losses.ts';
import {undoKinds, type BatchKind} from '../../notification/operation-texts.ts';
import {finish} from '../../platform/time-slices.ts';
import {recordsById} from '../../query/changes.ts';
import {createProtection} from '../../query/rules.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {detailLines, headLines} from '../list/detail-lines.ts';
import {
	ageInterval,
	changeHead,
	deletesOfFinish,
	endingsSaid,
	endSaid,
	groupItems,
	groupRow,
	isGroupedAtOnce,
	itemReader,
	numberOfTold,
	openOf,
	pendingQuestion,
	requestText,
	rowsOfGroups,
	toldFields,
	type Ending,
	type ItemGroup,
	type Told,
	changesSaid,
} from './change-lines.ts';
import {type KeyPress, keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {pendingReason, resultNotice, refusalSaid} from '../ui/notices.ts';
import {Frame, useBodySize, Header} from '../ui/frame.tsx';
import {fitWindow, scrollStatus} from '../ui/list-window.ts';
import {useNavigation, type Notice} from '../ui/navigation.ts';
import {useTextSize, useScroll, List, rowMargin, useList} from '../ui/list.tsx';
import {useListing, useSession, useNow} from '../ui/session.ts';
import {pendingStepText, useSurvey, useSliced, useTask} from '../ui/use-task.ts';
import {hasPendingChanges} from '../app/session-start.ts';
import {capped, faint, gap, linesOf, warning, type Line, type Said, Lines} from '../ui/line.tsx';
import {Ask, asks, notesSaid} from '../ui/question.tsx';
import {changeRows, itemRow, type Row} from './rows.tsx';

/** What a run does. `onUndo`: called when it goes on with an undo, of this kind. */
type Act = (options: RunChangeOptions, onUndo: (kind: BatchKind) => void) => Promise<Outcome>;

/** What is shown while it runs. `deletes`: how many new notifications it takes back. */
export type Doing = {readonly kind?: BatchKind; readonly deletes?: number | undefined};

/** Makes a change, unless one is being made. */
export type Run = (act: Act, doing?: Doing) => void;

/** What ends a change, as the footer and the title of its question say it. */
const hints: Readonly<Record<Ending, string>> = {
	finish: 'finish',
	stop: 'stop here',
	'take-back': 'roll back',
	drop: 'stop following',
};

type PendingQuestionProps = {
	readonly how: Ending;
	readonly told: Told;
	readonly onResult?: (isConfirmed: true) => void;
};

/** Asks before a pending change is ended, for the screen below, which then ends it. Where that deletes or replaces several notifications, their number is typed. */
export function PendingQuestionScreen({how, told, onResult}: PendingQuestionProps) {
	const session = useSession();
	const {changes} = session;
	const {columns} = useTextSize();
	const {set, item} = told;
	const {asked, consequences, count} = pendingQuestion(how, told, placeOf(session));
	const [survey] = useState(() => async () => changes.surveyUndo({set: set.id}));
	const undoes = how === 'take-back' && item === undefined && set.counts.done > 0;
	const undo = useSurvey(undoes ? survey : undefined);
	const rows = useMemo(() => {
		const phases: readonly Phase[] = [...(undoes ? ['done' as const] : []), ...awaitedPhases, 'created', 'planned'];
		const read = itemReader(set.id, phases, session.ledger!.changes);
		const {planned, created, unknown, done} = set.counts;
		return rowsOf(planned + created + unknown + (undoes ? done : 0), index => itemRow(read(index)!, false), columns);
	}, [set, undoes, session.ledger, columns]);
	const question = {
		title: `${hints[how]}: change ${numberOfTold(told)}`,
		asked: asks(asked),
		...(item === undefined ? {rows} : {object: toldFields(item)}),
		consequences: [consequences !== '' && warning(consequences), undo && notesSaid(batchUndoNotes(undo))],
		hint: hints[how],
	};
	const confirm = () => {
		onResult?.(true);
	};

	const wait = undoes && undo === undefined ? 'Checking what can be taken back …' : undefined;
	return <Ask {...question} isHarmless={count === 0} answer={{count, wait, onConfirm: confirm}} />;
}

/** How the engine ends a change or an item. */
const methods = {finish: 'finish', stop: 'rollBack', 'take-back': 'rollBack', drop: 'stop'} as const;

/** Ends a change of several. What is taken back as a whole is undone as well, as far as it is done. */
export function endSeveral(run: Run, changes: AccountChanges, how: Ending, set: ChangeSet): void {
	const ref = {set: set.id};
	run(
		async (options, onUndo) => {
			const ended = await changes[methods[how]](ref, options);
			if (how !== 'take-back' || ended.kind !== 'ended' || isOpen(ended.set) || ended.set.counts.done === 0) {
				return ended;
			}

			onUndo(undoKinds[ended.set.kind]);
			return changes.undo(await changes.surveyUndo(ref), options);
		},
		{deletes: how === 'finish' ? undefined : openOf(set).deletes},
	);
}

/** The notice about changes that are no longer followed. */
const stoppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** The keys that end what is pending. One alone is ended here, step by step; of several `onSeveral` is called once the question was answered. `isConfirmed`: the change was confirmed on this screen, so that finishing it needs no question. The screen is left with the last of them. */
export function useEndings(told: Told | undefined, onSeveral: (how: Ending, told: Told) => void, isConfirmed = false) {
	const session = useSession();
	const {ledger, profile, profileKey, changes} = session;
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	const {isRunning, steps, now, cancel, start} = useTask();
	/** The item that the last attempt left pending: one of its candidates can be named. */
	const [tried, setTried] = useState<{readonly item: number; readonly how: Ending}>();
	const item = told?.item;
	const isPending = told !== undefined && (item === undefined ? isOpen(told.set) : item.endedAt === undefined);
	const how = tried !== undefined && tried.item === item?.id ? tried.how : undefined;
	const ids = how === undefined ? [] : (item?.candidates ?? []);

	const leaveOrStay = (notice: Notice) => {
		if (ledger !== undefined && !hasPendingChanges(ledger, profileKey)) {
			pop(notice, ['activity', 'change']);
		} else if (item !== undefined && item.of > 1) {
			pop(notice);
		} else {
			announce(notice);
		}
	};

	/** Asks for the name of a protected notification that a change would delete. Returns false if it is not known to be one. */
	const askName = (id: string | undefined, onConfirm: () => void): boolean => {
		const target = recordsById(recordsOf(listing)).get(id);
		const rules = session.rules.get();
		const rule = target?.kind === 'notification' && rules !== undefined ? createProtection(rules)(target) : undefined;
		if (rule !== undefined && target?.kind === 'notification') {
			push({name: 'protected', subject: {target, rule}}, onConfirm);
		}

		return rule !== undefined;
	};

	const end = (ending: Ending, row: Told, chosen?: string, isUnprotected = false) => {
		if (row.item === undefined && ending !== 'drop') {
			onSeveral(ending, row);
			return;
		}

		const ref = {set: row.set.id, item: row.item !== undefined && row.item.of > 1 ? row.item.id : undefined};
		start(
			async options => {
				options.onStep('checking');
				return changes[methods[ending]](ref, {...options, chosen, isUnprotected});
			},
			ended => {
				const left = onlyOf(ended);
				if (ended.kind !== 'ended' || (left === undefined ? !isOpen(ended.set) : left.endedAt !== undefined)) {
					setTried(undefined);
					leaveOrStay(ending === 'drop' && ended.kind === 'ended' ? stoppedNotice : resultNotice(ended));
					return;
				}

				const notice = resultNotice(ended);
				const confirm = () => {
					end(ending, row, chosen, true);
				};
				if (left === undefined) {
					announce(notice);
				} else if (ended.isProtected !== true || !askName(chosen ?? left.newId, confirm)) {
					setTried({item: left.id, how: ending});
					announce({...notice, tone: 'warning', text: `? ${pendingReason(left, ended.reason)}`});
				}
			},
		);
	};

	const ask = (ending: Ending) => () => {
		if (ending === 'finish' && (isConfirmed || deletesOfFinish(told!) === 0)) {
			end(ending, told!);
			return;
		}

		push({name: 'pending-question', how: ending, told: told!}, () => {
			end(ending, told!);
		});
	};

	const last = steps?.at(-1);
	const chosenOne = how === 'finish' ? 'the new notification' : 'the notification to delete';
	const numbered = ids.map((id, index) => `${index + 1}: ID ${sanitise(id)}`);
	return {
		isPending,
		/** What is under way, and what is asked of the one alone. */
		said: [
			ids.length > 0 && warning(`Press the number of ${chosenOne}: ${numbered.join('  ')}`),
			last && `${pendingStepText(last, now)} · ${keyOf('activity', 'back')}: stop waiting (it may still succeed).`,
		] satisfies Said,
		guards: {
			isPending: isPending && !isRunning,
			canStop: item === undefined && told !== undefined && told.set.counts.done > 0,
		},
		actions: {
			finish: ask('finish'),
			stop: ask('stop'),
			'take-back': ask('take-back'),
			drop: ask('drop'),
		},
		onKey({text}: KeyPress) {
			const id = ids[Number(text) - 1];
			if (id !== undefined && !isRunning && !profile.isReadOnly) {
				end(how!, told!, id);
			}
		},
		isRunning,
		cancel,
	};
}

type ChangeViewProps = ChangeRef & {
	/** What the last run came to, and the last one that changed something. */
	readonly outcome?: Outcome | undefined;
	readonly ended?: Ended | undefined;
	readonly run: Run;
};

/** A change, or one of its items. Of one alone: its requests in order, and the changed fields, old → new; of several, their rows by what became of them and why. */
export function ChangeView({set: id, item: itemId, outcome, ended, run}: ChangeViewProps) {
	const session = useSession();
	const {profile, services, isBeside} = session;
	const {changes} = session.ledger!;
	const {push, pop} = useNavigation();
	const {columns, rows} = useBodySize();
	const now = useNow(services.clock, ageInterval);
	const pending = useSyncExternalStore(session.pending.subscribe, session.pending.get);
	// `pending`: read again when a listing has settled something.
	const told = useMemo(
		() => ({pending, outcome, set: changes.set(id), item: itemOf(changes, {set: id, item: itemId})}),
		[changes, id, itemId, pending, outcome],
	);
	const {set, item: only} = told;
	const endings = useEndings(
		told,
		how => {
			endSeveral(run, session.changes, how, set);
		},
		ended !== undefined,
	);

	const begin = useMemo(() => (only === undefined ? () => groupItems(set, changes) : undefined), [only, set, changes]);
	const isFast = isGroupedAtOnce(set);
	const atOnce = useMemo(() => (isFast ? begin && finish(begin()) : undefined), [begin, isFast]);
	const {value} = useSliced(isFast ? undefined : begin);
	const groups = atOnce ?? value ?? noGroups;
	const count = rowsOfGroups(groups);
	const result =
		ended &&
		endSaid(
			{
				...ended,
				set,
				// Of what is open or failed the rows say why.
				...((ended.set.counts.created > 0 || ended.set.counts.unknown > 0) && {reason: undefined}),
				...(outcome !== ended && {failure: undefined, refusal: undefined}),
			},
			isBeside === true ? sanitise(profile.name) : undefined,
		);
	const isWritable = readOnlyReason(profile) === undefined;
	const said = [
		outcome?.kind !== 'ended' && refusalSaid(outcome),
		endings.said,
		result ?? (only === undefined && headOfSeveral(set, changes, now)),
		only === undefined && result === undefined && isOpen(set) && isWritable && endingsSaid(set, 'change'),
	];
	const head = capped(linesOf(said, columns), Math.max(1, rows - Math.min(3, count)));
	const lines = only === undefined ? [] : itemDetailLines(only, changes, columns, now);
	const room = Math.max(1, rows - head.length);
	const scroll = useScroll(lines.length, room);
	const list = useList(count, room);
	const selected = groupRow(groups, list.selected);
	// The reason of a group may take more than its line.
	const reason = selected?.group.line.text ?? '';
	const below =
		widthOf(reason) <= columns - rowMargin
			? []
			: [gap, ...capped(linesOf(faint(reason), columns), Math.floor(room / 2) - 1)];
	// The titles of the columns, where there is room for a few rows below them.
	const hasTitle = count > 0 && room - below.length > leastTitled;
	const height = Math.max(1, room - below.length - (hasTitle ? 1 : 0));
	const window = {...list, ...fitWindow(list, count, height), height};
	const {lineAt, title} = useMemo(() => {
		const rowAt = (index: number) => {
			const {group, item = group.itemAt(0)!} = groupRow(groups, index)!;
			return itemRow(item, item.phase === 'done');
		};
		return rowsOf(count, rowAt, columns);
	}, [groups, count, columns]);

	const keys = useKeys('change', {
		guards: {
			...endings.guards,
			hasRow: selected !== undefined,
			hasFailed: itemId === undefined && set.counts.failed > 0,
			hasRefused: set.counts.failed > 0 && (ended?.refused.size ?? 0) > 0,
		},
		onKey: endings.onKey,
		actions: {
			...(only === undefined ? list.moves : scroll.moves),
			...endings.actions,
			open() {
				const {group, item = group.itemAt(0)} = selected!;
				push({name: 'change', set: id, item: item!.id});
			},
			undo() {
				push({name: 'undo', scope: {set: id, item: itemId}});
			},
			retry() {
				run(async options => session.changes.retry({set: id}, options));
			},
			omit() {
				run(async options => session.changes.retry({set: id}, {...options, without: ended!.refused}));
			},
			back() {
				if (endings.isRunning) {
					endings.cancel();
				} else {
					pop();
				}
			},
		},
	});
	const status =
		only === undefined ? scrollStatus(window.top, height, count) : scrollStatus(scroll.top, room, lines.length);

	return (
		<Frame keys={keys} header={<Header title={`change ${numberOfTold(told)}`} status={status} />}>
			<Lines lines={head} />
			<Lines lines={lines} top={scroll.top} height={room} />
			<List
				of={window}
				title={hasTitle ? title : undefined}
				textAt={index => {
					const {group, item} = groupRow(groups, index)!;
					return item === undefined ? group.line : lineAt(index);
				}}
			/>
			<Lines lines={below} />
		</Frame>
	);
}

/** The number of rows from which the titles of the columns stand above them. */
const leastTitled = 4;

const noGroups: readonly ItemGroup[] = [];

/** The number of rows by which the widths of the columns are chosen: only what is shown is read. */
const measuredRows = 50;

/** Rows in columns, of which few are read. */
const rowsOf = (count: number, rowAt: (index: number) => Row, columns: number) => ({
	...changeRows({count: Math.min(measuredRows, count), rowAt}, columns - rowMargin),
	count,
});

/** The head of a change of several: what it did, when, and whether it was undone. */
function headOfSeveral(set: ChangeSet, changes: AwaitedLedger['changes'], now: number): Said {
	const [done] = changes.items(set.id, {phases: ['done'], limit: 1});
	const undone = done !== undefined && changes.undoOf(done.id) !== undefined ? ' · undone' : '';
	return `${changeHead({set, item: undefined}, undefined, now)}${undone}`;
}

/** The label of the ID, which a create without a known outcome has not. */
const idLabel = fieldNamed('id').label;

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
	const whole = after ?? before;
	const isMasked = contacts.some(fields => maskedFields(fields).recipient !== fields.recipient);
	const id = newId ?? snapshot?.id;
	const sent = after && {...unlistedFields(after), at: startedAt};
	const isEdit = kind === 'replace' && before !== undefined && after !== undefined;
	return linesOf(
		[
			whole && headLines(whole, columns - 2),
			changeHead({set: changes.set(item.set), item}, undone && numberOf(undone), now),
			say(item),
			field('Change', `#${numberOf(item)} on ${sanitise(profileName)}, ${formatTime(startedAt)}`),
			field('Input', sanitise(place)),
			field('Masked', isMasked ? 'recipients, as in the whole history' : ''),
			undo !== undefined && field('Undone', `${formatTime(undo.startedAt)} by #${numberOf(undo)}`),
			gap,
			isEdit && [{label: 'Old → new', text: '', tone: 'faint'}, changesSaid(before, after), gap],
			field('Requests', requests.length === 0 ? 'none' : ''),
			requests.map((request, index) => ({
				label: index === 0 ? 'Requests' : '',
				text: maskIn(requestText(request), contacts),
			})),
			gap,
			whole &&
				detailLines(asListed(whole, id, {}), columns - 2, sent).filter(
					({label}) => label !== idLabel || id !== undefined,
				),
		],
		columns,
	);
}
