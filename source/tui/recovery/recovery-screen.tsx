import {useState, useSyncExternalStore} from 'react';
import {kindWords, stateTexts} from '../../notification/operation-texts.ts';
import type {OperationResult} from '../../operations/refusals.ts';
import {numberText, upperFirst, joined} from '../../platform/text.ts';
import {recordsById} from '../../query/changes.ts';
import {createProtection} from '../../query/rules.ts';
import {failureText} from '../../service/failure.ts';
import {recordsOf} from '../../session/listing-state.ts';
import type {BulkOutcome} from '../../session/operations.ts';
import {placeOf} from '../../session/session.ts';
import type {Batch} from '../../ledger/batches/batch.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {refusalIn} from '../api-key/refusal-in.ts';
import {bulkNotice, unknownLine} from '../bulk/bulk-run.tsx';
import {ageInterval, batchText, operationText, toldFields} from '../history/history-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {resultNotice} from '../shared/change-notices.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {othersText} from '../shared/notification-name.ts';
import {pendingPhaseText} from '../shared/phase-text.ts';
import {useTextSize} from '../shared/reader.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {hasPendingChanges, pendingOperations} from '../shared/use-ledger.ts';
import {useNow} from '../shared/use-now.ts';
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {asks, layOutQuestion, leastColumns} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';

/** The height in lines below which less is shown beside the question. */
const tightRows = 8;

type RecoveryScreenProps = {
	/** The batch whose open items are shown; by default all pending changes. */
	readonly batch?: number;
};

/** The maximum number of items shown at a time. As items end, others take their place. */
const shownItems = 200;

/** A pending change: an operation, which may be an item of a batch, or a batch. */
type Pending =
	| {readonly operation: Operation; readonly batch?: never}
	| {readonly batch: Batch; readonly operation?: never};

const keyOfPending = ({operation, batch}: Pending): string =>
	operation === undefined ? `batch ${batch.id}` : `operation ${operation.id}`;

/** The pending changes: operations and batches interrupted by a crash or a lost response, or the open items of a batch. Each can be finished or rolled back. */
export function RecoveryScreen({batch: itemsOf}: RecoveryScreenProps) {
	const session = useSession();
	const {ledger, profile, profileKey, services} = session;
	// A listing may settle changes while the screen is open.
	useSyncExternalStore(session.pending.subscribe, session.pending.get);
	const {pop, push, title} = useNavigation();
	const {columns, rows} = useBodySize();
	const {columns: textColumns} = useTextSize();
	const {refresh} = useListing();
	const {isRunning, phases, cancel, found, end, endBatch} = usePendingActions(itemsOf);
	const [confirming, setConfirming] = useState<{readonly key: string; readonly what: 'finish' | 'drop'}>();
	const journal = ledger?.journal;
	const operations =
		itemsOf === undefined
			? ledger && pendingOperations(ledger, profileKey)
			: journal?.openItems(itemsOf, {after: 0, limit: shownItems});
	const batches = itemsOf === undefined ? journal?.unfinishedBatches(profileKey) : undefined;
	const pending: Pending[] = [
		...(operations ?? []).map(operation => ({operation})),
		...(batches ?? []).map(batch => ({batch})),
	];
	const count = pending.length;
	const list = useList(
		pending.map(each => keyOfPending(each)),
		1,
	);
	const row = pending[list.selected];
	const {operation, batch} = row ?? {};
	const key = row && keyOfPending(row);
	const asking = confirming !== undefined && confirming.key === key ? confirming.what : undefined;
	const candidates = operation !== undefined && found?.operation === operation.id ? found : undefined;
	const now = useNow(services.clock, isRunning ? 1000 : ageInterval);
	const {planned = 0, created = 0, unknown = 0} = batch?.counts ?? {};
	const next =
		planned + created === 0
			? undefined
			: journal!.itemsIn(batch!.id, planned > 0 ? 'planned' : 'created', {after: 0, limit: 1})[0];
	const shown = operation ?? next;
	const fields = shown && toldFields(shown);
	const ids = candidates?.ids.map((id, index) => `${index + 1}: ID ${sanitise(id)}`) ?? [];
	const chosen = candidates?.how === 'finish' ? 'the new notification' : 'the notification to delete';
	const last = phases?.at(-1);
	const below = linesOf(
		[
			ids.length > 0 && warning(`Press the number of ${chosen}: ${ids.join('  ')}`),
			last && `${pendingPhaseText(last, now)} · ${keyOf('recovery', 'back')}: stop waiting (it may still succeed).`,
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
	const object = batch !== undefined && asking === 'drop' ? undefined : fields;
	const {head, scrolled} = layOutQuestion({...content, object}, 0, {columns, rows: least});
	const told = [...head, ...scrolled];
	const shownLines = asking === undefined ? told.slice(Math.max(0, told.length - least)) : told.slice(0, room);
	const intro = [...(count === 0 ? linesOf('No change is pending any more.', columns) : shownLines), ...below];
	const height = Math.max(1, Math.min(count, rows - intro.length));
	const top = Math.max(0, Math.min(list.selected, count - height));

	const finish = (isConfirmed: boolean) => {
		const deletes = batch && batch.kind !== 'create' && batch.kind !== 'recreate';
		if (operation !== undefined) {
			end('finish', operation.id);
		} else if (deletes && planned + created > 0 && !isConfirmed) {
			setConfirming({key: key!, what: 'finish'});
		} else {
			push({name: 'bulk-resume', batch: batch!.id});
		}
	};

	const keys = useKeys('recovery', {
		// The current question, or the change that a rollback would affect.
		question: {
			id: `${key} ${asking}`,
			isShown: asking === undefined || columns >= leastColumns,
			missing: asking === undefined ? 0 : Math.max(0, told.length - room),
		},
		guards: {
			hasRow: row !== undefined && !isRunning,
			isAwaitingConfirmation: asking !== undefined && !isRunning,
			isUnasked: asking === undefined,
			hasItems: created + unknown > 0,
		},
		actions: {
			...list.moves,
			finish() {
				finish(false);
			},
			drop() {
				setConfirming({key: key!, what: 'drop'});
			},
			open() {
				push({name: 'recovery', batch: batch!.id});
			},
			refresh,
			confirm() {
				setConfirming(undefined);
				if (asking === 'finish') {
					finish(true);
				} else if (batch === undefined) {
					end('drop', operation!.id);
				} else {
					endBatch('dropBatch', batch);
				}
			},
			'roll-back'() {
				if (batch === undefined) {
					end('rollBack', operation!.id);
				} else {
					endBatch('skipRest', batch);
				}
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
			const id = candidates?.ids[Number(text) - 1];
			if (id !== undefined && !isRunning && !profile.isReadOnly) {
				end(candidates!.how, operation!.id, id);
			}
		},
	});

	const textAt = (index: number) => {
		const each = pending[index]!;
		return each.operation === undefined
			? batchText(each.batch, now)
			: operationText(each.operation, now, textColumns - rowMargin);
	};
	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={count === 0 ? title : pendingTitle(count, itemsOf !== undefined)}
					hasPending={itemsOf !== undefined}
				/>
			}
		>
			<Lines lines={intro} />
			<List of={{...list, top, height}} textAt={textAt} />
		</Frame>
	);
}

/** The title of the pending changes, or of the open items of a bulk operation. */
function pendingTitle(count: number, isOfBatch: boolean): string {
	const noun = isOfBatch ? 'open item' : 'pending change';
	return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}${isOfBatch ? ' of a bulk operation' : ''}`;
}

/** Why a change is pending; of a batch, what is left besides the notification that is shown, and the effect of rolling it back. */
export function whyPending({operation, batch}: Pending): string {
	if (operation !== undefined) {
		const {state, detail = ''} = operation;
		return detail === '' ? `It is pending: ${stateTexts[state]}.` : sanitise(detail);
	}

	const {planned, created} = batch.counts;
	const others = othersText(planned + created);
	return `${others === '' ? '' : `This one${others} are left. `}Rolling back skips the rest${created > 0 ? ' and deletes the new ones' : ''}.`;
}

/** The question before a batch goes on, or before a change is no longer followed, and the effect of the answer. */
export function pendingQuestion(
	what: 'finish' | 'drop',
	{operation, batch}: Pending,
	place: string,
): {readonly asked: Said; readonly consequences: Said} {
	if (operation !== undefined) {
		const {kind, snapshot} = operation;
		const of = snapshot === undefined ? '' : ` of ${sanitise(snapshot.id)}`;
		return {
			asked: asks(`Stop following the ${kindWords[kind].noun}${of}?`),
			consequences: warning('What was sent may still take effect, and nothing will tell you.'),
		};
	}

	const {planned, created, unknown} = batch.counts;
	const {verb, noun, preposition} = kindWords[batch.kind];
	if (what === 'drop') {
		const open = created + unknown;
		return {
			asked: asks(`Stop following the ${open} open ${open === 1 ? 'item' : 'items'} of the bulk ${noun}?`),
			consequences: warning('What was sent may still take effect, and what was not sent is skipped.'),
		};
	}

	const remaining = planned + created;
	const others = othersText(remaining);
	const effect = joined(
		[
			others !== '' && `This one${others}.`,
			batch.kind === 'replace' && 'Each old one is deleted once its new one is listed.',
			batch.kind === 'mixed' && 'This can delete notifications.',
		],
		' ',
	);
	return {
		asked: asks(`${upperFirst(verb)} the remaining ${numberText(remaining)} ${preposition} ${place}?`),
		consequences: effect !== '' && warning(effect),
	};
}

/** The notice about changes that are no longer followed. */
const droppedNotice: Notice = {
	text: 'No longer followed. What was sent may still take effect: look in the list.',
};

/** Ends pending changes. The screen is left with the last of them. `itemsOf`: the batch whose open items are shown; undefined for all pending changes. */
function usePendingActions(itemsOf: number | undefined) {
	const session = useSession();
	const {ledger, profileKey} = session;
	const {pop, push, announce} = useNavigation();
	const {listing} = useListing();
	const {isRunning, phases, cancel, start} = useTask();
	/** The candidates for the new notification that the last attempt found. */
	const [found, setFound] = useState<{
		readonly operation: number;
		readonly how: 'finish' | 'rollBack' | 'drop';
		readonly ids: readonly string[];
	}>();

	const leaveOrStay = (notice: Notice) => {
		if (ledger !== undefined && !hasPendingChanges(ledger, profileKey)) {
			pop(notice, ['recovery']);
		} else if (itemsOf !== undefined && ledger?.journal.openItems(itemsOf, {after: 0, limit: 1}).length === 0) {
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

	const end = (how: NonNullable<typeof found>['how'], id: number, chosenId?: string, isUnprotected = false) => {
		start(
			async (options): Promise<OperationResult> => {
				options.onPhase('checking');
				return how === 'drop'
					? session.operations.drop(id, options.signal)
					: session.operations[how](id, {...options, chosenId, isUnprotected});
			},
			result => {
				if (result.kind !== 'open' && result.kind !== 'accepted') {
					setFound(undefined);
					leaveOrStay(how === 'drop' && result.kind !== 'impossible' ? droppedNotice : resultNotice(result));
					return;
				}

				const confirm = () => {
					end(how, id, chosenId, true);
				};
				if (
					result.kind === 'open' &&
					result.cause !== undefined &&
					askName(chosenId ?? result.operation.newId, confirm)
				) {
					return;
				}

				setFound({operation: id, how, ids: 'candidates' in result ? (result.candidates ?? []) : []});
				announce({tone: 'warning', text: `? ${sanitise(result.reason)}`, refusal: refusalIn(result)});
			},
		);
	};

	const endBatch = (how: 'skipRest' | 'dropBatch', {id, kind}: Batch) => {
		start(
			async ({signal, onPhase}) => {
				onPhase('checking');
				return session.operations[how](id, signal);
			},
			outcome => {
				const problem = skipProblem(kind, outcome);
				if (problem !== undefined) {
					announce(problem);
				} else if (outcome.kind === 'ended') {
					leaveOrStay(how === 'dropBatch' ? droppedNotice : bulkNotice(kind, outcome.counts, placeOf(session)));
				}
			},
		);
	};

	return {isRunning, phases, cancel, found, end, endBatch};
}

/** The reason why the remaining items of a batch could not all be skipped; undefined if they were. */
export function skipProblem(kind: Batch['kind'], outcome: BulkOutcome): Notice | undefined {
	if (outcome.kind !== 'ended') {
		const reason = outcome.kind === 'refused' ? failureText(outcome.failure) : outcome.reason;
		return {tone: 'bad', text: `✗ ${sanitise(reason)}`, refusal: refusalIn(outcome)};
	}

	const {counts, unresolvedReason, failure} = outcome;
	const {created, unknown} = counts;
	const reason = sanitise(unresolvedReason ?? failure?.summary ?? '');
	if (created > 0) {
		return {tone: 'bad', text: `✗ ${created} could not be rolled back. ${reason}`.trimEnd()};
	}

	return unknown > 0 ? {tone: 'warning', text: unknownLine(kind, unknown, unresolvedReason)} : undefined;
}
