import {useIsScreenReaderEnabled} from 'ink';
import {useCallback, useMemo, useState} from 'react';
import {refusedMembers, toSentBody} from '../../service/body.ts';
import {findDuplicates} from '../../notification/equivalence.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {batchNumber, undoKinds} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers, withoutText} from '../../notification/undocumented.ts';
import type {CreateOutcome} from '../../operations/one.ts';
import {usersIn} from '../../query/group.ts';
import {commandToUndo, operationNumber} from '../../session/change-command.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {placeOf} from '../../session/session.ts';
import {findUndo, listedIn, planUndo, type UndoPlan} from '../../session/undo-plan.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {undoneNotice} from '../bulk/bulk-lines.ts';
import {BulkRunView} from '../bulk/bulk-run-view.tsx';
import {useBulkTask} from '../bulk/use-bulk-task.ts';
import {detailLines} from '../detail/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {ProtectedGate, useUnprotect, type UnprotectHandle} from '../protected/protected-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {nothingToUndo} from '../shared/nothing-to-undo.ts';
import {pendingNotice} from '../shared/pending-notice.ts';
import {deletionText, phaseTexts, type PhaseStart} from '../shared/phase-text.ts';
import {useTextSize} from '../shared/reader.ts';
import {reasonText} from '../shared/reason-text.ts';
import {useListing, useSession, type ListingHandle, type SessionValue} from '../shared/session-context.ts';
import {targetWidths} from '../shared/target-lines.ts';
import {useElapsed} from '../shared/use-now.ts';
import {usePrepared} from '../shared/use-prepared.ts';
import {useSurvey} from '../shared/use-recreation-survey.ts';
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Question, asks, commandSaid, useQuestion} from '../ui/question.tsx';
import {useTask} from '../ui/use-task.ts';
import {
	batchQuestion,
	changeName,
	checkingText,
	duplicatesSaid,
	planListing,
	readerUndoTarget,
	subjectOfUndo,
	targetOf,
	undoConsequences,
	undoJson,
	undoOutcomeSaid,
	undoQuestion,
	undoTargetText,
	undoneRecord,
	undoneText,
	type PossibleUndo,
} from './undo-lines.ts';

export type UndoScreenProps = {
	/** The ID of the operation to undo. By default, that of the last undoable change. */
	readonly operation?: number | undefined;
	/** The ID of the bulk operation to undo. */
	readonly batch?: number | undefined;
	/** Redo the last undo, not undo the last change. */
	readonly isRedo?: boolean;
};

/** Asks for confirmation before a change is undone, and undoes it. */
export function UndoScreen(props: UndoScreenProps) {
	const session = useSession();
	const listing = useListing();
	// Found once, so that a listing that arrives later does not change the subject of the question.
	const [{operation, batch}] = useState(() => subjectOf(props, session, listing));
	// A result obtained with the previous API key is not valid for the new one.
	return batch === undefined ? <OperationUndo key={session.id} operation={operation} /> : <BatchUndo batch={batch} />;
}

function subjectOf(
	{operation, batch, isRedo = false}: UndoScreenProps,
	{ledger, profileKey}: SessionValue,
	listing: ListingHandle,
): Pick<UndoScreenProps, 'operation' | 'batch'> {
	if (operation !== undefined || batch !== undefined || ledger === undefined) {
		return {operation, batch};
	}

	const found = findUndo(ledger.journal, profileKey, planListing(listing), {isRedo})?.operation;
	return found?.batch === undefined ? {operation: found?.id} : {batch: found.batch};
}

const none: readonly never[] = [];

type BatchProps = {readonly batch: number};

function BatchUndo({batch}: BatchProps) {
	const session = useSession();
	const {operations, ledger} = session;
	const kind = undoKinds[ledger?.journal.batch(batch).kind ?? 'delete'];
	const isRedo = ledger?.journal.itemsIn(batch, 'done', {after: 0, limit: 1})[0]?.isUndo === true;
	const task = useBulkTask(kind, {noticeOf: ({counts}) => undoneNotice(kind, counts, placeOf(session), isRedo)});
	const unprotect = useUnprotect();
	const onConfirm = (announced: readonly number[]) => {
		task.run(async options =>
			operations.undoBatch(batch, announced, {...options, isUnprotected: unprotect.isUnprotected}),
		);
	};

	return task.isRunning || task.outcome !== undefined ? (
		<BulkRunView kind={kind} task={task} />
	) : (
		<BatchQuestion batch={batch} unprotect={unprotect} onConfirm={onConfirm} />
	);
}

type BatchQuestionProps = BatchProps & {
	readonly unprotect: UnprotectHandle;
	readonly onConfirm: (announced: readonly number[]) => void;
};

function BatchQuestion({batch, unprotect: {isUnprotected, ask}, onConfirm}: BatchQuestionProps) {
	const session = useSession();
	const {ledger, operations, services} = session;
	const textOf = useIsScreenReaderEnabled() ? readerUndoTarget : undoTargetText;
	const {columns, rows} = useTextSize();
	const {listing} = useListing();
	const records = 'value' in listing ? listing.value.records : undefined;
	const survey = useSurvey(
		useCallback(async () => operations.surveyUndo(batch, {isUnprotected}), [operations, batch, isUnprotected]),
		records,
	);
	const elapsed = useElapsed(services.clock, survey === undefined);
	const {undone = none, breakdown = none, protected: protectedCount = 0} = survey ?? {};
	const widths = useMemo(
		() =>
			targetWidths(
				undone.slice(0, rows).map(id => targetOf(ledger!.journal.get(id)!).id),
				usersIn(breakdown),
				columns,
			),
		[undone, breakdown, columns, rows, ledger],
	);
	const asked = useQuestion({
		id: String(survey?.count),
		...(survey === undefined
			? {asked: checkingText(elapsed)}
			: batchQuestion(survey, ledger?.journal.batch(batch) ?? {}, placeOf(session), columns)),
		targets: {
			count: undone.length,
			textAt: index => textOf(targetOf(ledger!.journal.get(undone[index]!)!), widths, columns - 2),
		},
		isHarmless: survey?.kind === 'recreate',
		command: commandToUndo(batchNumber(batch), session, isUnprotected),
	});
	const keys = useKeys('undo', {
		question: asked.question,
		guards: {
			isIdle: true,
			hasRefused: false,
			canUndo: survey !== undefined && survey.count > 0,
			canEditFirst: false,
			hasProtected: protectedCount > 0,
			hasJson: false,
			...asked.guards,
		},
		actions: {
			...asked.actions,
			confirm() {
				onConfirm(undone);
			},
			unprotect() {
				ask(protectedCount);
			},
			omit: () => undefined,
			edit: () => undefined,
		},
	});

	return <Question of={asked} keys={keys} />;
}

type OperationProps = {
	/** The ID of the operation; undefined if there is nothing to undo. */
	readonly operation: number | undefined;
};

/** Where an operation deletes or replaces a protected notification, its name is asked for first. */
function OperationUndo({operation}: OperationProps) {
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
			{isUnprotected => <OperationQuestion operation={operation} isUnprotected={isUnprotected} />}
		</ProtectedGate>
	);
}

function OperationQuestion({operation, isUnprotected}: OperationProps & {readonly isUnprotected: boolean}) {
	const session = useSession();
	const {profileKey, ledger} = session;
	const {push, pop} = useNavigation();
	const {columns} = useTextSize();
	usePrepared();
	const {plan, outcome, duplicates, refused, task, run, omit} = useUndo(operation, isUnprotected);
	const {isRunning, phases = [], now} = task;
	const possible = plan === undefined || plan.kind === 'impossible' ? undefined : plan;
	const isRedacted = possible?.kind === 'recreate' && possible.isRedacted;
	const command = useMemo(
		() => possible && commandToUndo(operationNumber(ledger!.journal, possible.operation.id), session, isUnprotected),
		[possible, ledger, session, isUnprotected],
	);
	const details = useMemo(() => {
		if (possible === undefined) {
			return [];
		}

		const {record, notSent} = undoneRecord(possible);
		return [
			...linesOf(notSent, columns),
			...detailLines(record, columns - 2, ledger?.sent.get(profileKey, record.id)),
			...linesOf(commandSaid(command), columns),
		];
	}, [possible, command, ledger, profileKey, columns]);
	const impossible =
		plan?.kind === 'impossible'
			? warning(`Cannot undo ${changeName(plan.operation)}. ${reasonText(plan)}`)
			: nothingToUndo(session.pending.get().count, false);
	const consequences = possible && [
		isRedacted &&
			warning(`! It contains the API key, which is never stored: press ${keyOf('undo', 'edit')} to enter it again.`),
		refused.length > 0 && warning(`${keyOf('undo', 'omit')}: send it ${sanitise(withoutText(refused))}`),
		duplicatesSaid(duplicates, columns),
		undoConsequences(possible, columns),
	];
	// A different plan or result makes a different question.
	const id = [
		possible?.kind,
		possible?.operation.id,
		possible !== undefined && 'target' in possible ? possible.target.id : '',
		outcome?.kind,
		duplicates.length,
		refused.join(','),
		isRunning,
	].join(' ');
	const asked = useQuestion({
		id,
		asked: possible === undefined ? impossible : asks(undoQuestion(possible, placeOf(session))),
		object: possible && subjectOfUndo(possible),
		status: isRunning ? runningText(possible?.kind, phases, now) : undoOutcomeSaid(outcome),
		consequences,
		details,
		isHarmless: possible?.kind === 'recreate',
		command,
		json: possible && undoJson(possible),
	});

	const keys = useKeys('undo', {
		question: asked.question,
		guards: {
			isIdle: !isRunning,
			hasRefused: refused.length > 0,
			canUndo: possible !== undefined && !isRedacted,
			canEditFirst: possible?.kind === 'recreate',
			hasProtected: false,
			hasJson: possible !== undefined,
			...asked.guards,
		},
		actions: {
			...asked.actions,
			confirm: run,
			omit,
			// Its name was asked for already.
			unprotect: () => undefined,
			edit() {
				if (possible?.kind === 'recreate') {
					const deletion = {...possible.operation, snapshot: possible.deleted};
					push({name: 'form', origin: {kind: 'recreate', deletion}});
				}
			},
			back() {
				if (isRunning) {
					task.cancel();
				} else {
					pop();
				}
			},
		},
	});

	return <Question of={asked} keys={keys} title={possible?.operation.isUndo === true ? 'redo' : 'undo'} />;
}

/** The text while the undo is running. */
function runningText(kind: string | undefined, phases: readonly PhaseStart[], now: number): Said {
	const last = phases.at(-1);
	return kind === 'delete' && last !== undefined
		? deletionText(last, now)
		: (phaseTexts(phases, kind === 'replace', now).at(-1) ?? 'Checking …');
}

/** The screens that showed the undone change. They are closed together with the undo screen. */
const closedScreens = ['change', 'history', 'detail'] as const;

/** Plans the undo of an operation and runs it. When it succeeds or must be finished later, leaves the screen. */
function useUndo(operationId: number | undefined, isUnprotected: boolean) {
	const session = useSession();
	const {ledger, operations} = session;
	const {pop} = useNavigation();
	const {listing, isOutdated} = useListing();
	const task = useTask();
	const [outcome, setOutcome] = useState<CreateOutcome>();
	const [confirmed, setConfirmed] = useState<UndoPlan>();
	const [omitted, setOmitted] = useState<readonly MemberPath[]>([]);
	const present = useMemo(() => {
		const operation = operationId === undefined ? undefined : ledger?.journal.get(operationId);
		const {records, isComplete} = planListing({listing, isOutdated});
		return operation && withoutOmitted(planUndo(ledger!.journal, operation, listedIn(records, isComplete)), omitted);
	}, [ledger, operationId, listing, isOutdated, omitted]);
	// While the undo is running, the journal already reports the operation as being undone.
	const plan = task.isRunning ? confirmed : present;
	const failure = outcome?.kind === 'failed' ? outcome.failure : undefined;
	const refused =
		failure === undefined || (plan?.kind !== 'recreate' && plan?.kind !== 'replace')
			? []
			: refusedMembers(failure, sentBody(plan));
	const duplicates = useMemo(() => duplicatesOf(plan, recordsOf(listing), outcome), [plan, listing, outcome]);
	useKeyOffer(outcome !== undefined && 'failure' in outcome ? outcome.failure : undefined);

	const onOutcome = (ended: CreateOutcome) => {
		setOutcome(ended);
		if (ended.kind === 'done') {
			const text = undoneText(ended.operation, placeOf(session));
			pop({tone: 'good', text, follows: ended.operation.newId}, closedScreens);
		} else if (ended.kind === 'accepted' || ended.kind === 'open') {
			pop(pendingNotice(ended), closedScreens);
		}
	};

	return {
		/** The plan according to the journal and the latest listing; while the undo is running, the confirmed plan. */
		plan,
		outcome,
		/** Listed notifications that recreating would duplicate. Undoing accepts them. */
		duplicates,
		/** The undocumented members that the service refused in the last attempt. */
		refused,
		task,
		omit() {
			setOmitted([...omitted, ...refused]);
			setOutcome(undefined);
		},
		run() {
			if (plan === undefined) {
				return;
			}

			setConfirmed(plan);
			task.start(
				async options =>
					operations.undo(plan, {
						...options,
						isUnprotected,
						acceptedIds: duplicates.map(({id}) => id),
						// If the last attempt could not check for duplicates, it sends without the check.
						isUnchecked: outcome?.kind === 'unchecked',
					}),
				onOutcome,
			);
		},
	};
}

const sentBody = ({input, ...plan}: Extract<PossibleUndo, {readonly kind: 'recreate' | 'replace'}>) =>
	toSentBody(input, ('deleted' in plan ? plan.deleted : plan.before).raw);

/** The plan without the members that the operator leaves out. */
const withoutOmitted = (plan: UndoPlan, omitted: readonly MemberPath[]): UndoPlan =>
	omitted.length > 0 && (plan.kind === 'recreate' || plan.kind === 'replace')
		? {...plan, input: withoutMembers(plan.input, omitted)}
		: plan;

function duplicatesOf(
	plan: UndoPlan | undefined,
	records: readonly ListedRecord[],
	outcome: CreateOutcome | undefined,
): readonly Notification[] {
	if (plan?.kind !== 'recreate') {
		return [];
	}

	const found = [...findDuplicates(plan.input, records), ...(outcome?.kind === 'duplicates' ? outcome.duplicates : [])];
	return new Map(found.map(notification => [notification.id, notification])).values().toArray();
}
