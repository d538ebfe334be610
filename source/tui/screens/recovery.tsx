import {useState} from 'react';
import type {Operation} from '../../ledger/operation.ts';
import type {Settled} from '../../operations/settled.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {Rows} from '../components/rows.tsx';
import {openOperations} from '../hooks/use-ledger.ts';
import {useSelection} from '../hooks/use-list-window.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useOperation} from '../hooks/use-operation.ts';
import {useKeys} from '../keys/use-keys.ts';
import {operationText} from '../state/history-lines.ts';
import {messages} from '../state/message.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';

/** What was begun and not ended, for a crash or for want of an answer: each is finished or rolled back. */
export function RecoveryScreen() {
	const session = useSession();
	const {ledger, profileKey, services} = session;
	const {pop, push, announce} = useNavigation();
	const {refresh} = useListing();
	const {columns, rows} = useBodySize();
	const {isRunning, start, cancel} = useOperation();
	const [candidates, setCandidates] = useState<readonly string[]>([]);
	const operations = ledger === undefined ? [] : openOperations(ledger, profileKey);
	const intro = [
		...messages('warning', 'This was begun and not ended. f finishes it, b rolls it back; nothing is deleted before what stays was seen.', columns),
		...candidates.flatMap((id, index) => messages('plain', `${index + 1}: the new one is ${sanitise(id)}`, columns)),
		...isRunning ? messages('plain', 'Asking the service … esc gives up waiting.', columns) : [],
	];
	const height = Math.max(1, rows - intro.length);
	const {selected, top, moves} = useSelection(operations.map(({id}) => String(id)), height);
	const operation = operations[selected];

	const onSettled = (settled: Settled) => {
		refresh();
		if (settled.kind === 'open') {
			setCandidates(settled.candidates ?? []);
			announce({tone: 'bad', text: `✗ ${settled.reason}`});
			return;
		}

		setCandidates([]);
		const notice = {tone: 'good', text: `✓ ${endText(settled)}`} as const;
		if (ledger !== undefined && openOperations(ledger, profileKey).length === 0) {
			pop(notice);
		} else {
			announce(notice);
		}
	};

	const act = (current: Operation, how: 'finish' | 'roll-back', chosenId?: string) => {
		if (ledger?.journal.claim(current.id) !== true) {
			announce({tone: 'bad', text: 'Another chainbell is at it.'});
			return;
		}

		start(async signal => {
			const bench = await services.bench(session, signal);
			const [{pursue}, {rollBack}, {withJournal}] = await Promise.all([
				import('../../operations/pursue.ts'), import('../../operations/roll-back.ts'), import('../../operations/with-journal.ts'),
			]);
			const latest = ledger.journal.get(current.id)!;
			return withJournal(async () => how === 'finish' ? pursue(bench, latest, {mayResend: true, chosenId}) : rollBack(bench, latest, chosenId));
		}, onSettled);
	};

	const facts = {row: operation !== undefined && !isRunning};
	useKeys('recovery', {
		facts,
		actions: {
			...moves,
			finish() {
				act(operation!, 'finish');
			},
			'roll-back'() {
				act(operation!, 'roll-back');
			},
			history() {
				push({name: 'history'});
			},
			back: isRunning
				? cancel
				: () => {
					pop({tone: 'plain', text: 'Left as it is; it is offered again at the next start, and under H.'});
				},
		},
		onKey({text}) {
			const id = candidates[Number(text) - 1];
			if (id !== undefined && operation !== undefined && !isRunning) {
				act(operation, 'finish', id);
			}
		},
	});

	return (
		<Frame scope='recovery' facts={facts} header={<Header title='unfinished'/>}>
			<Messages messages={intro}/>
			<Rows lines={operations.map(one => operationText(one))} selected={selected} top={top} height={height} width={columns}/>
		</Frame>
	);
}

function endText(settled: Exclude<Settled, {kind: 'open'}>): string {
	if (settled.kind === 'impossible') {
		return settled.reason;
	}

	const {kind, operation: {old, newId, note}} = settled;
	const ids = [old?.id, newId].filter(id => id !== undefined).map(id => sanitise(id)).join(' by ');
	return `${kind === 'done' ? 'Finished' : 'Rolled back'} ${ids}. ${note ?? ''}`.trimEnd();
}
