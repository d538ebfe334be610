import {useState} from 'react';
import type {Batch} from '../../storage/batches/batch.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import type {OperationResult} from '../../operations/operation-result.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {Rows} from '../shared/rows.tsx';
import {hasUnfinished, openOperations} from '../shared/use-ledger.ts';
import {useSelection} from '../shared/use-list-window.ts';
import {useOperation} from '../shared/use-operation.ts';
import {useKeys} from '../keys/use-keys.ts';
import {bulkNotice} from '../bulk/bulk-lines.ts';
import {batchText, operationText} from '../history/history-lines.ts';
import {messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';

type How = 'finish' | 'roll-back';

type Choice = {
	/** Of the journal. */
	readonly operation: number;
	readonly how: How;
	readonly ids: readonly string[];
};

/** What was begun and not ended, for a crash or for want of an answer: each is finished or rolled back. */
export function RecoveryScreen() {
	const session = useSession();
	const {ledger, profile, profileKey, operations: accountOperations} = session;
	const {pop, push, announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const {isRunning, start, cancel} = useOperation();
	/** Which notification may be the new one of an operation, as its last attempt found, and what was to be done with it. */
	const [choice, setChoice] = useState<Choice | undefined>(undefined);
	const operations = ledger === undefined ? [] : openOperations(ledger, profileKey);
	const batches = ledger?.journal.unfinishedBatches(profileKey) ?? [];
	const keys = [...operations.map(({id}) => `one ${id}`), ...batches.map(({id}) => `many ${id}`)];
	const {selected, moves} = useSelection(keys, 1);
	const operation = operations[selected];
	const batch = batches[selected - operations.length];
	const [asked, setAsked] = useState<number | undefined>(undefined);
	const isAsked = batch !== undefined && asked === batch.id;
	const current = choice?.operation === operation?.id ? choice : undefined;
	const candidates = current?.ids ?? [];
	const intro = [
		...messages('warning', `This was begun and not ended. f finishes it, b ${batch === undefined ? 'rolls it back' : 'leaves the rest as it is'}.`, columns),
		...candidates.length === 0 ? [] : messages('warning', `Which is the new one? ${candidates.map((id, index) => `${index + 1}: ${sanitise(id)}`).join('  ')}`, columns),
		...isAsked ? messages('bad', `Go on deleting the ${batch.counts.planned} that are left, on ${placeOf(session)}? y goes on.`, columns) : [],
		...isRunning ? messages('plain', 'Asking the service … esc gives up waiting.', columns) : [],
	];
	const texts = [...operations.map(one => operationText(one)), ...batches.map(one => batchText(one))];
	const details = messages('plain', texts[selected] ?? '', columns);
	const height = Math.max(1, Math.min(texts.length, rows - intro.length - details.length));
	const top = Math.max(0, Math.min(selected, texts.length - height));

	const leaveOrStay = (notice: Notice) => {
		if (ledger !== undefined && !hasUnfinished(ledger, profileKey)) {
			pop(notice);
		} else {
			announce(notice);
		}
	};

	const onSettled = (how: How) => (settled: OperationResult) => {
		setChoice(undefined);
		if (settled.kind === 'open') {
			setChoice({operation: settled.operation.id, how, ids: settled.candidates ?? []});
			announce({tone: 'bad', text: `✗ ${sanitise(settled.reason)}`});
			return;
		}

		leaveOrStay(endNotice(settled));
	};

	const act = ({id}: Operation, how: How, chosenId?: string) => {
		start(async signal => how === 'finish' ? accountOperations.finish(id, {signal, chosenId}) : accountOperations.rollBack(id, {signal, chosenId}), onSettled(how));
	};

	const leaveBatch = ({id, kind}: Batch) => {
		start(async signal => accountOperations.skipRest(id, signal), outcome => {
			if (outcome.kind === 'impossible') {
				announce({tone: 'bad', text: `✗ ${sanitise(outcome.reason)}`});
			} else if (outcome.kind === 'refused') {
				announce({tone: 'bad', text: `✗ ${outcome.failure.summary}`});
			} else if (outcome.counts.unknown > 0) {
				announce({tone: 'bad', text: `✗ There is no telling yet what became of ${outcome.counts.unknown}. ${sanitise(outcome.unresolvedReason ?? '')}`});
			} else {
				leaveOrStay(bulkNotice(kind, outcome.counts, placeOf(session)));
			}
		});
	};

	const facts = {row: texts[selected] !== undefined && !isRunning, asked: isAsked, writable: !profile.isReadOnly};
	useKeys('recovery', {
		facts,
		actions: {
			...moves,
			finish() {
				if (batch !== undefined) {
					if (batch.kind === 'delete' && batch.counts.planned > 0) {
						setAsked(batch.id);
					} else {
						push({name: 'bulk-resume', batch: batch.id});
					}

					return;
				}

				act(operation!, 'finish');
			},
			confirm() {
				setAsked(undefined);
				push({name: 'bulk-resume', batch: batch!.id});
			},
			'roll-back'() {
				if (batch === undefined) {
					act(operation!, 'roll-back');
				} else {
					leaveBatch(batch);
				}
			},
			history() {
				push({name: 'history'});
			},
			back: isRunning
				? cancel
				: () => {
					pop(texts.length === 0 ? undefined : {tone: 'plain', text: 'Left as it is; it is offered again at the next start, and under H.'});
				},
		},
		onKey({text}) {
			const id = candidates[Number(text) - 1];
			if (id !== undefined && operation !== undefined && !isRunning && !profile.isReadOnly) {
				act(operation, current!.how, id);
			}
		},
	});

	return (
		<Frame scope='recovery' facts={facts} header={<Header title='unfinished'/>}>
			<Messages messages={intro}/>
			<Messages messages={details}/>
			<Rows lines={texts} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}

function endNotice(settled: Exclude<OperationResult, {kind: 'open'}>): Notice {
	if (settled.kind === 'impossible') {
		return {tone: 'bad', text: `✗ ${sanitise(settled.reason)}`};
	}

	const {state, snapshot, newId, detail} = settled.operation;
	const about = [snapshot?.id, newId].filter(id => id !== undefined).map(id => sanitise(id)).join(' → ');
	const ends = {done: '✓ Finished', 'rolled-back': '✓ Rolled back', failed: '✗ Nothing was done'} as const;
	const end = ends[state as keyof typeof ends] ?? '✓ Ended';
	return {tone: state === 'failed' ? 'bad' : 'good', text: [end, about].filter(part => part !== '').join(' ') + `. ${sanitise(detail ?? '')}`.trimEnd()};
}
