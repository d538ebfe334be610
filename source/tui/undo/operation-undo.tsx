import {useMemo, useState} from 'react';
import {withoutText} from '../../domain/without-members.ts';
import {listedIn, planUndo} from '../../session/undo-plan.ts';
import {commandToUndo, operationNumber} from '../../session/change-command.ts';
import {placeOf} from '../../session/session.ts';
import {ProtectedGate} from '../protected/protected-gate.tsx';
import {Frame} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {useTextSize} from '../shared/reader.ts';
import {scrollStatus} from '../shared/list-window.ts';
import {capped, messages} from '../shared/message.ts';
import {useNavigation} from '../shared/navigation.ts';
import {isRecognisable, objectQuestion} from '../shared/object-lines.ts';
import {layOutObject} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {reasonText} from '../shared/reason-text.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {commandLines} from '../shared/command-lines.ts';
import {useCopyKeys} from '../shared/use-copy-keys.ts';
import {TextLines} from '../shared/text-lines.tsx';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useNow} from '../shared/use-now.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {deletionText, phaseTexts, type PhaseStart} from '../form/phase-text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {nothingToUndo} from '../shared/nothing-to-undo.ts';
import {planListing} from './plan-listing.ts';
import {
	changeName,
	duplicateLines,
	subjectOfUndo,
	undoJson,
	undoConsequences,
	undoLines,
	undoOutcomeLines,
	undoQuestion,
} from './undo-lines.ts';
import {useUndo} from './use-undo.ts';

export type OperationUndoProps = {
	/** The ID of the operation; undefined if there is nothing to undo. */
	readonly operation: number | undefined;
};

/** Asks for confirmation before an operation is undone, and undoes it. Where it deletes or replaces a protected notification, its name is asked for first. */
export function OperationUndo({operation}: OperationUndoProps) {
	const {ledger} = useSession();
	const listing = useListing();
	// Found once: the question about the name is not asked again while the undo runs.
	const [target] = useState(() => {
		const found = operation === undefined ? undefined : ledger?.journal.get(operation);
		const {records, isComplete} = planListing(listing);
		const plan = found && planUndo(ledger!.journal, found, listedIn(records, isComplete));
		return plan !== undefined && 'target' in plan ? plan.target : undefined;
	});
	return (
		<ProtectedGate target={target}>
			{isUnprotected => <UndoQuestion operation={operation} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function UndoQuestion({operation, isUnprotected}: OperationUndoProps & {readonly isUnprotected: boolean}) {
	const session = useSession();
	const {profileKey, ledger} = session;
	const {pop, push} = useNavigation();
	const {columns, rows} = useTextSize();
	usePrepared();
	const {plan, outcome, duplicates, refused, phases, run, omit, cancel} = useUndo(operation, isUnprotected);
	const now = useNow(session.services.clock, phases === undefined ? undefined : 1000);
	const possible = plan === undefined || plan.kind === 'impossible' ? undefined : plan;
	const isRedacted = possible?.kind === 'recreate' && possible.isRedacted;
	const command = useMemo(
		() => possible && commandToUndo(operationNumber(ledger!.journal, possible.operation.id), session, isUnprotected),
		[possible, ledger, session, isUnprotected],
	);
	const content = useMemo(
		() =>
			possible === undefined
				? []
				: [
						...undoLines(possible, id => ledger?.sent.get(profileKey, id), columns - 2),
						...commandLines(command, columns - 2),
					],
		[possible, command, ledger, profileKey, columns],
	);
	const copied = useCopyKeys({command, json: possible && undoJson(possible)});

	const question =
		possible === undefined
			? {
					asked: capped(
						plan?.kind === 'impossible'
							? messages('warning', `Cannot undo ${changeName(plan.operation)}. ${reasonText(plan)}`, columns)
							: messages('plain', nothingToUndo(session.pending.get().count, false), columns),
						rows,
					),
					object: [],
					status: [],
					consequences: [],
				}
			: objectQuestion(
					undoQuestion(possible, placeOf(session)),
					subjectOfUndo(possible),
					{
						status:
							phases === undefined
								? undoOutcomeLines(outcome, columns)
								: messages('plain', runningText(possible.kind, phases, now), columns),
						consequences: [
							...(isRedacted
								? messages(
										'warning',
										`! It contains the API key, which is never stored: press ${keyOf('undo', 'edit')} to enter it again.`,
										columns,
									)
								: []),
							...(refused.length === 0
								? []
								: messages('warning', `${keyOf('undo', 'omit')}: send it ${sanitise(withoutText(refused))}`, columns)),
							...duplicateLines(duplicates, columns),
							...undoConsequences(possible, columns),
						],
					},
					{columns, rows},
				);
	const layout = layOutObject(question, content.length, rows);
	// A different plan or result makes a different question.
	const id = [
		possible?.kind,
		possible?.operation.id,
		possible !== undefined && 'target' in possible ? possible.target.id : '',
		outcome?.kind,
		duplicates.length,
		refused.join(','),
		phases !== undefined,
	].join(' ');
	const {top, moves, question: asked} = useQuestionScroll(layout, id);

	const keys = useKeys('undo', {
		question: {...asked, isShown: isRecognisable(columns), isHarmless: possible?.kind === 'recreate'},
		guards: {
			isIdle: phases === undefined,
			hasRefused: refused.length > 0,
			canUndo: possible !== undefined && !isRedacted,
			canEditFirst: possible?.kind === 'recreate',
			hasProtected: false,
			hasJson: possible !== undefined,
			...copied.guards,
		},
		actions: {
			...moves,
			...copied.actions,
			confirm: run,
			omit,
			// Its name was asked for already.
			unprotect: () => undefined,
			edit() {
				if (possible?.kind === 'recreate') {
					push({
						name: 'form',
						origin: {kind: 'recreate', deletion: {...possible.operation, snapshot: possible.deleted}},
					});
				}
			},
			back() {
				if (phases === undefined) {
					pop();
				} else {
					cancel();
				}
			},
		},
	});

	return (
		<Frame
			keys={keys}
			header={
				<Header
					title={possible?.operation.isUndo === true ? 'redo' : 'undo'}
					status={scrollStatus(top, layout.height, layout.count)}
				/>
			}
		>
			<QuestionBody layout={layout} top={top}>
				{(first, height) => <TextLines hasLabels lines={content} top={first} height={height} />}
			</QuestionBody>
		</Frame>
	);
}

/** The text while the undo is running. */
function runningText(kind: string | undefined, phases: readonly PhaseStart[], now: number): string {
	const last = phases.at(-1);
	return kind === 'delete' && last !== undefined
		? deletionText(last, now)
		: (phaseTexts(phases, kind === 'replace', now).at(-1) ?? 'Checking …');
}
