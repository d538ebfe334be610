import {useState, useSyncExternalStore} from 'react';
import {kindWords, nounOfChange} from '../../notification/operation-texts.ts';
import {numberText, upperFirst, joined} from '../../platform/text.ts';
import {recordsById} from '../../query/changes.ts';
import {createProtection} from '../../query/rules.ts';
import {itemOf, onlyOf} from '../../session/account-changes.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {placeOf} from '../../session/session.ts';
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
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {asks, layOutQuestion, leastColumns} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';

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
	const [confirming, setConfirming] = useState<{readonly key: string; readonly what: 'finish' | 'stop'}>();
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
	const key = row && keyOfRow(row);
	const asking = confirming !== undefined && confirming.key === key ? confirming.what : undefined;
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
	const room = rows - below.length;
	// In few lines the last ones of what is pending, because they say what to do.
	const least = asking === undefined ? room - Math.min(count, rows < tightRows ? 1 : 2) : room;
	const content =
		asking === undefined
			? {asked: undefined, consequences: row && warning(whyPending(row))}
			: pendingQuestion(asking, row!, placeOf(session));
	const object = shown === undefined || (isSeveral && asking === 'stop') ? undefined : toldFields(shown);
	const {head, scrolled} = layOutQuestion({...content, object}, 0, {columns, rows: least});
	const lines = [...head, ...scrolled];
	const shownLines = asking === undefined ? lines.slice(Math.max(0, lines.length - least)) : lines.slice(0, room);
	const intro = [...(count === 0 ? linesOf('No change is pending any more.', columns) : shownLines), ...below];
	const height = Math.max(1, Math.min(count, rows - intro.length));
	const top = Math.max(0, Math.min(list.selected, count - height));

	const finish = (isConfirmed: boolean) => {
		const {set} = row!;
		const deletes = set.kind !== 'create' && set.kind !== 'recreate';
		if (!isSeveral) {
			end('finish', row!);
		} else if (deletes && planned + created > 0 && !isConfirmed) {
			setConfirming({key: key!, what: 'finish'});
		} else {
			push({name: 'bulk-resume', set: set.id});
		}
	};

	const keys = useKeys('recovery', {
		// The current question, or the change that a rollback would affect.
		question: {
			id: `${key} ${asking}`,
			isShown: asking === undefined || columns >= leastColumns,
			missing: asking === undefined ? 0 : Math.max(0, lines.length - room),
		},
		guards: {
			hasRow: row !== undefined && !isRunning,
			isAwaitingConfirmation: asking !== undefined && !isRunning,
			isUnasked: asking === undefined,
			hasItems: isSeveral && created + unknown > 0,
		},
		actions: {
			...list.moves,
			finish() {
				finish(false);
			},
			drop() {
				setConfirming({key: key!, what: 'stop'});
			},
			open() {
				push({name: 'recovery', set: row!.set.id});
			},
			refresh,
			confirm() {
				setConfirming(undefined);
				if (asking === 'finish') {
					finish(true);
				} else {
					end('stop', row!);
				}
			},
			'roll-back'() {
				end('rollBack', row!);
			},
			history() {
				push({name: 'history'});
			},
			back() {
				if (isRunning) {
					cancel();
				} else if (asking !== undefined) {
					setConfirming(undefined);
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

/** The question before a change of several goes on, or before a change is no longer followed, and the effect of the answer. */
export function pendingQuestion(
	what: 'finish' | 'stop',
	{set, item}: Told,
	place: string,
): {readonly asked: Said; readonly consequences: Said} {
	const {planned, created, unknown} = set.counts;
	const open = created + unknown;
	if (what === 'stop') {
		const noun = nounOfChange(set.kind, item === undefined);
		const of = item?.snapshot === undefined ? '' : ` of ${sanitise(item.snapshot.id)}`;
		return {
			asked: asks(
				item === undefined
					? `Stop following the ${open} open ${open === 1 ? 'item' : 'items'} of the ${noun}?`
					: `Stop following the ${kindWords[item.kind].noun}${of}?`,
			),
			consequences: warning(
				`What was sent may still take effect, and ${item === undefined ? 'what was not sent is skipped' : 'nothing will tell you'}.`,
			),
		};
	}

	const {verb, preposition} = kindWords[set.kind];
	const remaining = planned + created;
	const others = othersText(remaining);
	const effect = joined(
		[
			others !== '' && `This one${others}.`,
			set.kind === 'replace' && 'Each old one is deleted once its new one is listed.',
			set.kind === 'mixed' && 'This can delete notifications.',
		],
		' ',
	);
	return {
		asked: asks(`${upperFirst(verb)} the remaining ${numberText(remaining)} ${preposition} ${place}?`),
		consequences: effect !== '' && warning(effect),
	};
}

/** The notice about changes that are no longer followed. */
const stoppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** How a pending change is ended. */
type Ending = 'finish' | 'rollBack' | 'stop';

/** Ends pending changes, or items of one (`itemsOf`). The screen is left with the last of them. */
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
