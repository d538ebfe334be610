import {useState, useSyncExternalStore} from 'react';
import {numberText} from '../../platform/text.ts';
import {recordsById} from '../../query/changes.ts';
import {createProtection} from '../../query/rules.ts';
import {itemOf, onlyOf} from '../../account/account-changes.ts';
import {recordsOf} from '../../account/listing-state.ts';
import {placeOf} from '../../account/session.ts';
import {awaitedPhases, isOpen} from '../../ledger/item.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {ageInterval, pendingText, toldFields, type Told} from '../history/history-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {pendingReason, resultNotice} from '../shared/change-notices.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {othersText} from '../shared/notification-name.ts';
import {useTextSize} from '../shared/reader.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {pendingStepText} from '../shared/step-text.ts';
import {hasPendingChanges, pendingChanges} from '../shared/use-ledger.ts';
import {useNow} from '../shared/use-now.ts';
import {linesOf, warning} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {layOutQuestion} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';
import {deletesOfFinish, type Ending} from './pending-question.tsx';

/** The height in lines below which less is shown beside the question. */
const tightRows = 8;

type RecoveryScreenProps = {
	/** The change whose open items are shown; by default all pending changes. */
	readonly set?: number;
};

/** The maximum number of items shown at a time. As items end, others take their place. */
const shownItems = 200;

/** The phases of items that have to be decided one by one. */
const openPhases = [...awaitedPhases, 'created'] as const;

/** The pending changes: those interrupted by a crash or a lost response, or the open items of one of them. Each can be finished or rolled back. */
export function RecoveryScreen({set: itemsOf}: RecoveryScreenProps) {
	const session = useSession();
	const {ledger, profile, profileKey, services} = session;
	// A listing may settle changes while the screen is open.
	useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {pop, push, title} = useNavigation();
	const {columns, rows} = useBodySize();
	const {columns: textColumns} = useTextSize();
	const {refresh} = useListing();
	const {isRunning, steps, cancel, tried, end} = usePendingActions(itemsOf);
	const changes = ledger?.changes;
	const sets = ledger === undefined ? [] : pendingChanges(ledger, profileKey);
	const told: readonly Told[] =
		itemsOf === undefined
			? sets.map(set => ({set, item: itemOf(changes!, {set: set.id})}))
			: sets
					.filter(({id}) => id === itemsOf)
					.flatMap(set => changes!.items(itemsOf, {phases: openPhases, limit: shownItems}).map(item => ({set, item})));
	const count = told.length;
	const list = useList(
		told.map(row => keyOfRow(row)),
		1,
	);
	const row = told[list.selected];
	const how = tried !== undefined && tried.item === row?.item?.id ? tried.how : undefined;
	const ids = how === undefined ? [] : (row?.item?.candidates ?? []);
	const now = useNow(services.clock, isRunning ? 1000 : ageInterval);
	const {planned, created, unknown} = row?.set.counts ?? {planned: 0, created: 0, unknown: 0};
	const isSeveral = row !== undefined && row.item === undefined;
	const [next] = isSeveral ? changes!.items(row.set.id, {phases: [planned > 0 ? 'planned' : 'created'], limit: 1}) : [];
	const shown = row?.item ?? next;
	const numbered = ids.map((id, index) => `${index + 1}: ID ${sanitise(id)}`);
	const chosen = how === 'finish' ? 'the new notification' : 'the notification to delete';
	const last = steps?.at(-1);
	const below = linesOf(
		[
			ids.length > 0 && warning(`Press the number of ${chosen}: ${numbered.join('  ')}`),
			last && `${pendingStepText(last, now)} · ${keyOf('recovery', 'back')}: stop waiting (it may still succeed).`,
		],
		columns,
	);
	// In few lines the last ones of what is pending, because they say what to do.
	const room = rows - below.length - Math.min(count, rows < tightRows ? 1 : 2);
	const object = shown && toldFields(shown);
	const about = {asked: undefined, consequences: row && warning(whyPending(row)), object};
	const {head, scrolled} = layOutQuestion(about, 0, {columns, rows: room});
	const lines = [...head, ...scrolled];
	const nothing = linesOf('No change is pending any more.', columns);
	const intro = [...(count === 0 ? nothing : lines.slice(Math.max(0, lines.length - room))), ...below];
	const height = Math.max(1, Math.min(count, rows - intro.length));
	const top = Math.max(0, Math.min(list.selected, count - height));

	const act = (ending: Ending) => () => {
		if (isSeveral && ending !== 'stop') {
			push({name: 'bulk-resume', set: row.set.id, how: ending});
		} else {
			end(ending, row!);
		}
	};

	const ask = (ending: Ending) => () => {
		push({name: 'pending-question', how: ending, told: row!, next, onConfirm: act(ending)});
	};

	const keys = useKeys('recovery', {
		guards: {
			hasRow: row !== undefined && !isRunning,
			hasItems: isSeveral && created + unknown > 0,
		},
		actions: {
			...list.moves,
			finish: row !== undefined && deletesOfFinish(row) > 0 ? ask('finish') : act('finish'),
			drop: ask('stop'),
			open() {
				push({name: 'recovery', set: row!.set.id});
			},
			refresh,
			'roll-back': ask('rollBack'),
			history() {
				push({name: 'history'});
			},
			back() {
				if (isRunning) {
					cancel();
				} else {
					const still = `Still pending. It is shown again at the next start and by ${keyOf('list', 'pending')}.`;
					pop(count === 0 ? undefined : {text: still});
				}
			},
		},
		onKey({text}) {
			const id = ids[Number(text) - 1];
			if (id !== undefined && !isRunning && !profile.isReadOnly) {
				end(how!, row!, id);
			}
		},
	});

	const pendingTitle =
		itemsOf === undefined
			? `${numberText(count)} pending ${count === 1 ? 'change' : 'changes'}`
			: `${numberText(count)} open ${count === 1 ? 'item' : 'items'} of change ${itemsOf}`;
	return (
		<Frame
			keys={keys}
			header={<Header title={count === 0 ? title : pendingTitle} hasPending={itemsOf !== undefined} />}
		>
			<Lines lines={intro} />
			<List of={{...list, top, height}} textAt={index => pendingText(told[index]!, now, textColumns - rowMargin)} />
		</Frame>
	);
}

const keyOfRow = ({set, item}: Told): string => `${set.id} ${item?.id ?? ''}`;

/** Why a change is pending; of several, what is left besides the notification that is shown, and the effect of rolling it back. */
export function whyPending({set, item}: Told): string {
	if (item !== undefined) {
		return pendingReason(item);
	}

	const {planned, created} = set.counts;
	const others = othersText(planned + created);
	return `${others === '' ? '' : `This one${others} are left. `}Rolling back skips the rest${created > 0 ? ' and deletes the new ones' : ''}.`;
}

/** The notice about changes that are no longer followed. */
const stoppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** Ends pending changes of one, or items of one (`itemsOf`); stops following any. The screen is left with the last of them. */
function usePendingActions(itemsOf: number | undefined) {
	const session = useSession();
	const {ledger, profileKey, changes} = session;
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	const {isRunning, steps, cancel, start} = useTask();
	/** The item that the last attempt left pending: one of its candidates can be named. */
	const [tried, setTried] = useState<{readonly item: number; readonly how: Ending}>();

	const leaveOrStay = (notice: Notice) => {
		if (ledger !== undefined && !hasPendingChanges(ledger, profileKey)) {
			pop(notice, ['recovery']);
		} else if (itemsOf !== undefined && ledger?.changes.items(itemsOf, {phases: openPhases, limit: 1}).length === 0) {
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
			push({name: 'protected', subject: {target, rule}, onConfirm});
		}

		return rule !== undefined;
	};

	const end = (how: Ending, row: Told, chosen?: string, isUnprotected = false) => {
		const ref = {set: row.set.id, item: itemsOf === undefined ? undefined : row.item!.id};
		start(
			async options => {
				options.onStep('checking');
				return changes[how](ref, {...options, chosen, isUnprotected});
			},
			ended => {
				const item = onlyOf(ended);
				const isSeveral = row.item === undefined;
				const notice = resultNotice(ended, {place: isSeveral ? placeOf(session) : undefined});
				if (ended.kind !== 'ended' || (isSeveral ? !isOpen(ended.set) : item?.endedAt !== undefined)) {
					setTried(undefined);
					leaveOrStay(how === 'stop' && ended.kind === 'ended' ? stoppedNotice : notice);
					return;
				}

				const confirm = () => {
					end(how, row, chosen, true);
				};
				if (item === undefined) {
					announce(notice);
				} else if (ended.isProtected !== true || !askName(chosen ?? item.newId, confirm)) {
					setTried({item: item.id, how});
					announce({...notice, tone: 'warning', text: `? ${pendingReason(item, ended.reason)}`});
				}
			},
		);
	};

	return {isRunning, steps, cancel, tried, end};
}
