import {useMemo, useState} from 'react';
import type {OnPhase} from '../../operations/operation-context.ts';
import type {OperationResult, RefusedResult} from '../../operations/operation-result.ts';
import {type Notification, rawOf} from '../../domain/notification.ts';
import {lossesOf} from '../../domain/loss-notes.ts';
import {doneText} from '../../domain/operation-texts.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {deletionText, type PhaseStart} from '../form/phase-text.ts';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useNow} from '../shared/use-now.ts';
import {useOperation} from '../shared/use-operation.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {listedJson} from '../copy/copy-items.ts';
import {detailLines} from '../detail/detail-lines.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {commandLines} from '../shared/command-lines.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {deletionUndoLines} from '../shared/loss-lines.ts';
import {failureMessages, messages, type Message} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {pendingNotice} from '../shared/pending-notice.ts';
import {ProtectedGate} from '../protected/protected-gate.tsx';
import {isRecognisable, objectQuestion} from '../shared/object-lines.ts';
import {layOutObject} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {reasonText} from '../shared/reason-text.ts';
import {undoKeyText} from '../shared/undo-key-text.ts';
import {commandSnapshot, commandToChange} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {useListing, useSession} from '../shared/session-context.ts';

export type DeleteScreenProps = {
	readonly target: Notification;
};

/** Shows a notification and asks for confirmation before it is deleted. */
export function DeleteScreen({target}: DeleteScreenProps) {
	const {id} = useSession();
	// A result obtained with the previous API key is not valid for the new one.
	return (
		<ProtectedGate target={target}>
			{isUnprotected => <Confirmation key={id} target={target} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function Confirmation({target, isUnprotected}: DeleteScreenProps & {readonly isUnprotected: boolean}) {
	const session = useSession();
	const {operations, ledger, profileKey} = session;
	const sent = useMemo(() => ledger?.sent.get(profileKey, target.id), [ledger, profileKey, target.id]);
	const losses = useMemo(() => {
		const content = {input: target, raw: rawOf(target), template: sent?.template, topics: sent?.topics};
		return lossesOf(content, isStoredRedacted(content));
	}, [target, sent]);
	const {pop} = useNavigation();
	const {refresh} = useListing();
	usePrepared();
	const [outcome, setOutcome] = useState<OperationResult | RefusedResult | undefined>(undefined);
	const {isRunning, start, cancel} = useOperation();
	const [begun, setBegun] = useState<PhaseStart>();
	const phase = isRunning ? begun : undefined;
	const now = useNow(session.services.clock, phase === undefined ? undefined : 1000);
	const {columns, rows} = useTextSize();
	const failure =
		outcome?.kind === 'failed' || outcome?.kind === 'open' || outcome?.kind === 'refused' ? outcome.failure : undefined;
	useKeyOffer(failure);

	const onOutcome = (result: OperationResult | RefusedResult) => {
		setOutcome(result);
		if (result.kind === 'accepted') {
			pop(pendingNotice(result, `Once it is gone, press ${keyOf('list', 'undo')} to undo.`), ['detail']);
			return;
		}

		if (result.kind !== 'done') {
			return;
		}

		pop({tone: 'good', text: `✓ ${sanitise(doneText(result.operation, placeOf(session)))}${undoKeyText()}`}, [
			'detail',
		]);
	};

	const back = () => {
		if (isRunning) {
			cancel();
			return;
		}

		if (outcome !== undefined) {
			refresh();
		}

		pop();
	};

	const question = objectQuestion(
		`Delete ${sanitise(target.id)} from ${placeOf(session)}?`,
		target,
		{
			// What the attempt before came to says nothing of this one.
			status:
				phase === undefined ? outcomeMessages(outcome, columns) : messages('plain', deletionText(phase, now), columns),
			consequences: deletionUndoLines(losses, 1, columns, session.profile.storage?.history),
		},
		{columns, rows},
	);
	const command = commandToChange(
		{kind: 'delete', input: undefined, snapshot: commandSnapshot(target, sent)},
		session,
		isUnprotected,
	);
	const copied = useCopyKeys({command, json: listedJson(target)});
	const details = [...detailLines(target, columns - 2, sent), ...commandLines(command, columns - 2)];
	const layout = layOutObject(question, details.length, rows);
	const {top, moves, question: asked} = useQuestionScroll(layout, `${outcome?.kind} ${isRunning}`);

	const unfinished = outcome?.kind === 'open' ? outcome.operation : undefined;
	const keys = useKeys('delete', {
		guards: {isIdle: !isRunning, ...copied.guards},
		question: {...asked, isShown: isRecognisable(columns)},
		actions: {
			...moves,
			...copied.actions,
			confirm() {
				// An operation whose outcome is unknown is continued, not started again.
				const onPhase: OnPhase = (next, facts) => {
					setBegun({...facts, phase: next, at: session.services.clock.now()});
				};

				start(
					async signal =>
						unfinished === undefined
							? operations.delete(target, signal, {isUnprotected, onPhase})
							: operations.finish(unfinished.id, {signal, onPhase}),
					onOutcome,
				);
			},
			back,
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header title={`delete ${sanitise(target.id)}`} status={scrollStatus(top, layout.height, layout.count)} />
			}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <TextLines hasLabels lines={details} top={first} height={height} />}
			</QuestionBody>
		</Frame>
	);
}

function outcomeMessages(outcome: OperationResult | RefusedResult | undefined, columns: number): Message[] {
	if (outcome === undefined || outcome.kind === 'done' || outcome.kind === 'accepted') {
		return [];
	}

	if (outcome.kind === 'open' || outcome.kind === 'impossible') {
		const next = `${keyOf('delete', 'confirm')} tries again. ${keyOf('list', 'pending')} in the list shows it.`;
		return outcome.kind === 'open'
			? messages('warning', `? ${sanitise(outcome.reason)} ${next}`, columns)
			: messages('bad', `✗ ${reasonText(outcome)}`, columns);
	}

	const {failure} = outcome;
	return failure === undefined
		? messages('bad', `✗ ${'operation' in outcome ? (outcome.operation.detail ?? '') : ''}`, columns)
		: failureMessages(failure, columns);
}
