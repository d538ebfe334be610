import {stateTexts} from '../../notification/operation-texts.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {useState, useSyncExternalStore} from 'react';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {pendingPhaseText} from '../shared/phase-text.ts';
import {ageInterval, batchText, operationText, toldFields} from '../history/history-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useTextSize} from '../shared/reader.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {pendingOperations} from '../shared/use-ledger.ts';
import {useNow} from '../shared/use-now.ts';
import {linesOf, warning, type Line} from '../ui/line.ts';
import {Lines} from '../ui/lines.tsx';
import {List, rowMargin, useList} from '../ui/list.tsx';
import {asks, layOutQuestion, leastColumns, objectLines} from '../ui/question.tsx';
import {changeNoun, questionOf, type Confirming} from './question.ts';
import {isAskedFirst, pendingTitle, rollBackText} from './recovery-text.ts';
import {usePendingActions} from './use-pending-actions.ts';

/** The height in lines below which less is shown beside the question. */
const tightRows = 8;

export type RecoveryScreenProps = {
	/** The batch whose open items are shown; by default all pending changes. */
	readonly batch?: number;
};

/** The maximum number of items shown at a time. As items end, others take their place. */
const shownItems = 200;

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
	const {isRunning, phases, cancel, found, continueOperation, drop, endBatch} = usePendingActions(itemsOf);
	const [confirming, setConfirming] = useState<Confirming | undefined>(undefined);
	const operations =
		ledger === undefined
			? []
			: itemsOf === undefined
				? pendingOperations(ledger, profileKey)
				: ledger.journal.openItems(itemsOf, {after: 0, limit: shownItems});
	const batches = itemsOf === undefined ? (ledger?.journal.unfinishedBatches(profileKey) ?? []) : [];
	const rowKeys = [...operations.map(({id}) => `operation ${id}`), ...batches.map(({id}) => `batch ${id}`)];
	const list = useList(rowKeys, 1);
	const {selected} = list;
	const operation = operations[selected];
	const batch = batches[selected - operations.length];
	const question =
		confirming !== undefined &&
		confirming.id === (confirming.what === 'batch' || confirming.what === 'dropBatch' ? batch : operation)?.id
			? confirming
			: undefined;
	const candidates = operation !== undefined && found?.operation === operation.id ? found : undefined;
	const now = useNow(services.clock, isRunning ? 1000 : ageInterval);
	const texts = [
		...operations.map(pending => operationText(pending, now, textColumns - rowMargin)),
		...batches.map(pending => batchText(pending, now)),
	];
	const {planned = 0, created: halfDone = 0, unknown = 0} = batch?.counts ?? {};
	const remaining = planned + halfDone;
	const openCount = halfDone + unknown;
	const next =
		remaining === 0
			? undefined
			: ledger!.journal.itemsIn(batch!.id, planned > 0 ? 'planned' : 'created', {after: 0, limit: 1})[0];
	const shown = operation ?? next;
	const fields = shown && toldFields(shown);
	const ids = candidates?.ids.map((id, index) => `${index + 1}: ID ${sanitise(id)}`) ?? [];
	const chosen = candidates?.method === 'finish' ? 'the new notification' : 'the notification to delete';
	const last = phases?.at(-1);
	const waiting = last && pendingPhaseText(last, now);
	const below = linesOf(
		[
			ids.length > 0 && warning(`Press the number of ${chosen}: ${ids.join('  ')}`),
			waiting !== undefined && `${waiting} · ${keyOf('recovery', 'back')}: stop waiting (it may still succeed).`,
		],
		columns,
	);
	const room = rows - below.length;
	const facts =
		question &&
		questionOf(question, {
			change: operation === undefined ? '' : changeNoun(operation),
			remaining,
			open: openCount,
			batchKind: batch?.kind ?? 'delete',
			place: placeOf(session),
		});
	const asked =
		facts &&
		layOutQuestion(
			{
				asked: asks(facts.asked),
				object: question?.what === 'dropBatch' ? undefined : fields,
				consequences: facts.consequence !== '' && warning(facts.consequence),
			},
			0,
			{columns, rows: room},
		);
	const askedLines = [...(asked?.head ?? []), ...(asked?.scrolled ?? [])];
	const reason = operation === undefined ? batch && rollBackText(batch) : reasonOf(operation);
	const shownLines =
		asked === undefined
			? pendingLines(reason, fields, {columns, rows: room - Math.min(texts.length, rows < tightRows ? 1 : 2)})
			: askedLines.slice(0, room);
	const intro = [...(texts.length === 0 ? linesOf('No change is pending any more.', columns) : shownLines), ...below];
	const height = Math.max(1, Math.min(texts.length, rows - intro.length));
	const top = Math.max(0, Math.min(selected, texts.length - height));

	const keys = useKeys('recovery', {
		// The current question, or the change that a rollback would affect.
		question: {
			id: `${rowKeys[selected]} ${question?.what}`,
			isShown: asked === undefined || columns >= leastColumns,
			missing: Math.max(0, askedLines.length - room),
		},
		guards: {
			hasRow: texts[selected] !== undefined && !isRunning,
			isAwaitingConfirmation: question !== undefined && !isRunning,
			isUnasked: question === undefined,
			hasItems: openCount > 0,
		},
		actions: {
			...list.moves,
			finish() {
				if (batch !== undefined) {
					if (isAskedFirst(batch)) {
						setConfirming({what: 'batch', id: batch.id});
					} else {
						push({name: 'bulk-resume', batch: batch.id});
					}

					return;
				}

				continueOperation(operation!, 'finish');
			},
			drop() {
				setConfirming(batch === undefined ? {what: 'drop', id: operation!.id} : {what: 'dropBatch', id: batch.id});
			},
			open() {
				push({name: 'recovery', batch: batch!.id});
			},
			refresh,
			confirm() {
				setConfirming(undefined);
				if (question!.what === 'batch') {
					push({name: 'bulk-resume', batch: question!.id});
				} else if (question!.what === 'dropBatch') {
					endBatch('dropBatch', batch!);
				} else {
					drop(question!.id);
				}
			},
			'roll-back'() {
				if (batch === undefined) {
					continueOperation(operation!, 'rollBack');
				} else {
					endBatch('skipRest', batch);
				}
			},
			history() {
				push({name: 'history'});
			},
			back: isRunning
				? cancel
				: () => {
						if (question !== undefined) {
							setConfirming(undefined);
							return;
						}

						pop(
							texts.length === 0
								? undefined
								: {
										text: `Still pending. It is shown again at the next start and by ${keyOf('list', 'pending')}.`,
									},
						);
					},
		},
		onKey({text}) {
			const id = candidates?.ids[Number(text) - 1];
			if (id !== undefined && !isRunning && !profile.isReadOnly) {
				continueOperation(operation!, candidates!.method, id);
			}
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={texts.length === 0 ? title : pendingTitle(texts.length, itemsOf !== undefined)}
					hasPending={itemsOf !== undefined}
				/>
			}
		>
			<Lines lines={intro} />
			<List of={{...list, top, height}} textAt={index => texts[index]!} />
		</Frame>
	);
}

/** The notification of a change, and why it is pending; in few lines the last of them, because they say what to do. */
function pendingLines(
	reason: string | undefined,
	fields: NotificationFields | undefined,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): Line[] {
	const why = linesOf(reason !== undefined && warning(reason), columns);
	const left = rows - why.length;
	const told = fields === undefined || left < 1 ? [] : objectLines(fields, columns, left);
	return rows < 1 ? [] : [...told, ...why].slice(-rows);
}

/** Why an operation is pending. */
const reasonOf = ({state, detail = ''}: Operation): string =>
	detail === '' ? `It is pending: ${stateTexts[state]}.` : sanitise(detail);
