import type {BatchKind} from '../../storage/batches/batch.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useScroll} from '../shared/use-list-window.ts';
import {useNow} from '../shared/use-now.ts';
import {useKeys} from '../keys/use-keys.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, failureMessages, messages, type Message} from '../shared/message.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';
import type {BulkOutcome} from '../../session/operations.ts';
import {endLines, progressLines, troubleText} from './bulk-lines.ts';
import type {BulkTask} from './use-bulk-task.ts';
import type {BulkHandle} from './use-bulk.ts';

export type BulkRunProps = {
	readonly kind: BatchKind;
	readonly task: BulkTask;
};

const titles = {delete: 'bulk delete', restore: 'bulk restore'} as const;

/** How far it has come, with its pauses; and where not all went well, what did not, and why. */
export function BulkRunView({kind, task}: BulkRunProps) {
	const {handle, outcome} = task;
	return handle.isRunning || outcome === undefined
		? <RunningView kind={kind} handle={handle}/>
		: <EndView kind={kind} task={task} outcome={outcome}/>;
}

type RunningViewProps = {
	readonly kind: BatchKind;
	readonly handle: BulkHandle;
};

function RunningView({kind, handle: {progress, samples, isPaused, pause, resume, stop}}: RunningViewProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const now = useNow(session.services.clock, 1000);
	const scope = isPaused ? 'bulk-paused' : 'bulk-run';
	useKeys(scope, {actions: {finish: resume, stop, back: isPaused ? resume : pause}});
	const lines = progressLines({kind, place: placeOf(session), progress, samples, isPaused, now}, columns);

	return (
		<Frame scope={scope} header={<Header title={titles[kind]}/>}>
			<Messages messages={capped(progress.total === 0 ? messages('plain', 'Writing down what is to be done …', columns) : lines, rows)}/>
		</Frame>
	);
}

type EndViewProps = {
	readonly kind: BatchKind;
	readonly task: BulkTask;
	readonly outcome: BulkOutcome;
};

function EndView({kind, task, outcome}: EndViewProps) {
	const {profile, ledger} = useSession();
	const {columns, rows} = useBodySize();
	const end = outcome.kind === 'ended' ? outcome : undefined;
	const {planned = 0, unknown = 0, failed = 0} = end?.counts ?? {};
	const said = capped(outcomeMessages(kind, outcome, columns), Math.max(2, rows - 2));
	const count = failed + unknown;
	const height = Math.max(1, rows - said.length);
	const {top, moves} = useScroll(count, height);
	const troubles = end === undefined || count === 0 ? [] : ledger!.journal.unresolvedItems(end.batch, top, height);
	const facts = {failed: failed > 0, rest: planned + unknown > 0, writable: !profile.isReadOnly};
	const carryOn = (how: 'finish' | 'retry' | 'leave') => () => {
		task.carryOn(end!.batch, how);
	};

	useKeys('bulk-end', {facts, actions: {...moves, retry: carryOn('retry'), finish: carryOn('finish'), 'roll-back': carryOn('leave')}});

	return (
		<Frame scope='bulk-end' facts={facts} header={<Header title={titles[kind]} status={scrollStatus(top, height, count)}/>}>
			<Messages messages={said}/>
			<Messages messages={troubles.map(one => ({tone: 'plain', text: fit(` ${troubleText(one)}`, columns)}))}/>
		</Frame>
	);
}

function outcomeMessages(kind: BatchKind, outcome: BulkOutcome, columns: number): Message[] {
	switch (outcome.kind) {
		case 'ended': {
			return endLines(kind, outcome, columns);
		}

		case 'refused': {
			return failureMessages(outcome.failure, columns);
		}

		case 'impossible': {
			return messages('bad', `✗ ${sanitise(outcome.reason)}`, columns);
		}
	}
}
