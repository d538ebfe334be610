import {useMemo, useState} from 'react';
import {lossesOf} from '../../notification/losses.ts';
import {rawOf, type Notification} from '../../notification/notification.ts';
import {doneText} from '../../notification/operation-texts.ts';
import type {OperationResult, RefusedResult} from '../../operations/operation-result.ts';
import {commandSnapshot, commandToChange} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {isStoredRedacted} from '../../storage/stored-json.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {listedJson} from '../copy/copy-items.ts';
import {detailLines} from '../detail/detail-lines.ts';
import {deletionText} from '../shared/phase-text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {ProtectedGate} from '../protected/protected-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {pendingNotice} from '../shared/pending-notice.ts';
import {useTextSize} from '../shared/reader.ts';
import {refusalSaid} from '../shared/reason-text.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {undoKeyText} from '../shared/undo-key-text.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Question, asks, commandSaid, deletionUndoSaid, useQuestion} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';

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
	const [outcome, setOutcome] = useState<OperationResult | RefusedResult>();
	const {isRunning, phases, now, start, cancel} = useTask();
	const phase = phases?.at(-1);
	const {columns} = useTextSize();
	useKeyOffer(outcome !== undefined && 'failure' in outcome ? outcome.failure : undefined);

	const onOutcome = (result: OperationResult | RefusedResult) => {
		setOutcome(result);
		if (result.kind === 'accepted') {
			pop(pendingNotice(result, `Once it is gone, press ${keyOf('list', 'undo')} to undo.`), ['detail']);
		} else if (result.kind === 'done') {
			const text = `✓ ${sanitise(doneText(result.operation, placeOf(session)))}${undoKeyText()}`;
			pop({tone: 'good', text}, ['detail']);
		}
	};

	const change = {kind: 'delete', input: undefined, snapshot: commandSnapshot(target, sent)} as const;
	const command = commandToChange(change, session, isUnprotected);
	const asked = useQuestion({
		id: `${outcome?.kind} ${isRunning}`,
		asked: asks(`Delete ${sanitise(target.id)} from ${placeOf(session)}?`),
		object: target,
		// What the attempt before came to says nothing of this one.
		status: phase === undefined ? outcomeSaid(outcome) : deletionText(phase, now),
		consequences: deletionUndoSaid(losses, 1, session.profile.storage?.history),
		details: [...detailLines(target, columns - 2, sent), ...linesOf(commandSaid(command), columns)],
		command,
		json: listedJson(target),
	});

	const unfinished = outcome?.kind === 'open' ? outcome.operation : undefined;
	const keys = useKeys('delete', {
		question: asked.question,
		guards: {isIdle: !isRunning, ...asked.guards},
		actions: {
			...asked.actions,
			confirm() {
				// An operation whose outcome is unknown is continued, not started again.
				start(
					async ({signal, onPhase}) =>
						unfinished === undefined
							? operations.delete(target, signal, {isUnprotected, onPhase})
							: operations.finish(unfinished.id, {signal, onPhase}),
					onOutcome,
				);
			},
			back() {
				if (isRunning) {
					cancel();
					return;
				}

				if (outcome !== undefined) {
					refresh();
				}

				pop();
			},
		},
	});

	return <Question of={asked} keys={keys} title={`delete ${sanitise(target.id)}`} />;
}

function outcomeSaid(outcome: OperationResult | RefusedResult | undefined): Said {
	const next = `${keyOf('delete', 'confirm')} tries again. ${keyOf('list', 'pending')} in the list shows it.`;
	return outcome?.kind === 'open' ? warning(`? ${sanitise(outcome.reason)} ${next}`) : refusalSaid(outcome);
}
