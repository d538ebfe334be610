import {useIsScreenReaderEnabled} from 'ink';
import {useCallback, useMemo, useState} from 'react';
import {findDuplicates} from '../../notification/equivalence.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import {batchNumber, undoKinds} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers, withoutText} from '../../notification/undocumented.ts';
import type {CreateOutcome} from '../../operations/one.ts';
import {usersIn} from '../../query/group.ts';
import {refusedMembers} from '../../service/body.ts';
import {commandToUndo, operationNumber} from '../../session/change-command.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {placeOf} from '../../session/session.ts';
import {findUndo, listedIn, planUndo, type UndoPlan} from '../../session/undo-plan.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useBulkRun} from '../bulk/bulk-run.tsx';
import {detailLines} from '../detail/detail-lines.ts';
import {keyOf} from '../keys/match.ts';
import {ProtectedGate, useUnprotect} from '../protected/protected-screen.tsx';
import {nothingToUndo} from '../shared/change-notices.ts';
import {useNavigation} from '../shared/navigation.ts';
import {deletionText, phaseTexts, type PhaseStart} from '../shared/phase-text.ts';
import {useTextSize} from '../shared/reader.ts';
import {reasonText} from '../shared/reason-text.ts';
import {useListing, useSession, type ListingHandle, type SessionValue} from '../shared/session-context.ts';
import {targetWidths} from '../shared/target-lines.ts';
import {useOneChange} from '../shared/use-one-change.ts';
import {useSurvey} from '../shared/use-recreation-survey.ts';
import {linesOf, warning, type Said} from '../ui/line.ts';
import {Ask, asks, commandSaid} from '../ui/question.tsx';
import {
	batchQuestion,
	changeName,
	duplicatesSaid,
	planListing,
	subjectOfUndo,
	targetOf,
	undoBody,
	undoConsequences,
	undoJson,
	undoOutcomeSaid,
	undoQuestion,
	undoTargetText,
	undoneRecord,
	undoneText,
} from './undo-lines.ts';

type UndoScreenProps = {
	/** The ID of the operation to undo. By default, that of the last undoable change. */
	readonly operation?: number | undefined;
	/** The ID of the bulk operation to undo. */
	readonly batch?: number | undefined;
	/** Redo the last undo, not undo the last change. */
	readonly isRedo?: boolean;
};

/** Asks for confirmation before a change is undone, and undoes it. Where a single one deletes or replaces a protected notification, its name is asked for first. */
export function UndoScreen(props: UndoScreenProps) {
	const session = useSession();
	const listing = useListing();
	// Found once, so that a listing that arrives later, or the undo itself, does not change the subject of the question.
	const [{operation, batch, target}] = useState(() => subjectOf(props, session, listing));
	return batch === undefined ? (
		<ProtectedGate target={target}>
			{isUnprotected => (
				// A result obtained with the previous API key is not valid for the new one.
				<UndoOne key={session.id} operation={operation} isUnprotected={isUnprotected} />
			)}
		</ProtectedGate>
	) : (
		<UndoBatch batch={batch} />
	);
}

function subjectOf(
	{operation, batch, isRedo = false}: UndoScreenProps,
	{ledger, profileKey}: SessionValue,
	listing: ListingHandle,
): Pick<UndoScreenProps, 'operation' | 'batch'> & {readonly target?: Notification | undefined} {
	if (batch !== undefined || ledger === undefined) {
		return {operation, batch};
	}

	const planned = planListing(listing);
	const chosen = operation === undefined ? undefined : ledger.journal.get(operation);
	const plan =
		operation === undefined
			? findUndo(ledger.journal, profileKey, planned, {isRedo})
			: chosen && planUndo(ledger.journal, chosen, listedIn(planned.records, planned.isComplete));
	const found = plan?.operation;
	return operation === undefined && found?.batch !== undefined
		? {batch: found.batch}
		: {operation: operation ?? found?.id, target: plan !== undefined && 'target' in plan ? plan.target : undefined};
}

const none: readonly never[] = [];

function UndoBatch({batch}: {readonly batch: number}) {
	const session = useSession();
	const {operations} = session;
	const {journal} = session.ledger!;
	const kind = undoKinds[journal.batch(batch).kind];
	const isRedo = journal.itemsIn(batch, 'done', {after: 0, limit: 1})[0]?.isUndo === true;
	const {run, view} = useBulkRun(kind, {reversedBy: isRedo ? 'none' : 'redo'});
	const {isUnprotected, ask} = useUnprotect();
	const isReader = useIsScreenReaderEnabled();
	const {columns, rows} = useTextSize();
	const {listing} = useListing();
	const isAsking = view === undefined;
	const survey = useSurvey(
		useCallback(
			async () => (isAsking ? operations.surveyUndo(batch, {isUnprotected}) : undefined),
			[operations, batch, isUnprotected, isAsking],
		),
		'value' in listing ? listing.value.records : undefined,
	);
	const {undone = none, breakdown = none, count = 0, protected: protectedCount = 0} = survey ?? {};
	const targetAt = (index: number) => targetOf(journal.get(undone[index]!)!);
	const widths = useMemo(() => {
		const ids = undone.slice(0, rows).map(id => targetOf(journal.get(id)!).id);
		return targetWidths(ids, usersIn(breakdown), columns);
	}, [undone, breakdown, columns, rows, journal]);
	return (
		view ?? (
			<Ask
				scope="undo"
				id={String(survey?.count)}
				{...(survey === undefined
					? {asked: 'Checking what can be undone …'}
					: batchQuestion(survey, journal.batch(batch), placeOf(session), columns))}
				targets={{
					count: undone.length,
					textAt: index => undoTargetText(targetAt(index), widths, columns - 2, isReader),
				}}
				isHarmless={survey?.kind === 'recreate'}
				command={commandToUndo(batchNumber(batch), session, isUnprotected)}
				guards={{isIdle: true, canUndo: count > 0, hasProtected: protectedCount > 0}}
				actions={{
					confirm() {
						run(async options => operations.undoBatch(batch, undone, {...options, isUnprotected}));
					},
					unprotect() {
						ask(protectedCount);
					},
				}}
			/>
		)
	);
}

type OneProps = {
	/** The ID of the operation; undefined if there is nothing to undo. */
	readonly operation: number | undefined;
	readonly isUnprotected: boolean;
};

function UndoOne({operation: operationId, isUnprotected}: OneProps) {
	const session = useSession();
	const {profileKey, ledger, operations} = session;
	const {push} = useNavigation();
	const {columns} = useTextSize();
	const {listing, isOutdated} = useListing();
	const {isRunning, phases, now, outcome, forget, run, back} = useOneChange({
		closes: ['change', 'history', 'detail'],
		doneText: operation => undoneText(operation, placeOf(session)),
	});
	const [confirmed, setConfirmed] = useState<UndoPlan>();
	const [omitted, setOmitted] = useState<readonly MemberPath[]>([]);
	const present = useMemo(() => {
		const operation = operationId === undefined ? undefined : ledger?.journal.get(operationId);
		const {records, isComplete} = planListing({listing, isOutdated});
		const planned = operation && planUndo(ledger!.journal, operation, listedIn(records, isComplete));
		return omitted.length > 0 && planned !== undefined && 'input' in planned
			? {...planned, input: withoutMembers(planned.input, omitted)}
			: planned;
	}, [ledger, operationId, listing, isOutdated, omitted]);
	// While the undo is running, the journal already reports the operation as being undone.
	const plan = isRunning ? confirmed : present;
	const possible = plan === undefined || plan.kind === 'impossible' ? undefined : plan;
	const failure = outcome?.kind === 'failed' ? outcome.failure : undefined;
	const body = possible && undoBody(possible);
	const refused = failure === undefined || body === undefined ? [] : refusedMembers(failure, body);
	const duplicates = useMemo(() => duplicatesOf(plan, recordsOf(listing), outcome), [plan, listing, outcome]);
	const isRecreation = possible?.kind === 'recreate';
	const isRedacted = isRecreation && possible.isRedacted;
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
	const subject = possible && subjectOfUndo(possible);

	return (
		<Ask
			scope="undo"
			title={possible?.operation.isUndo === true ? 'redo' : 'undo'}
			// A different plan or result makes a different question.
			id={[
				possible?.kind,
				possible?.operation.id,
				possible?.kind !== 'recreate' && subject?.id,
				outcome?.kind,
				duplicates.length,
				refused.join(','),
				isRunning,
			].join(' ')}
			asked={possible === undefined ? impossible : asks(undoQuestion(possible, placeOf(session)))}
			object={subject?.fields}
			status={isRunning ? runningText(possible?.kind, phases, now) : undoOutcomeSaid(outcome)}
			consequences={
				possible && [
					isRedacted &&
						warning(
							`! It contains the API key, which is never stored: press ${keyOf('undo', 'edit')} to enter it again.`,
						),
					refused.length > 0 && warning(`${keyOf('undo', 'omit')}: send it ${sanitise(withoutText(refused))}`),
					duplicatesSaid(duplicates, columns),
					undoConsequences(possible, columns),
				]
			}
			details={details}
			isHarmless={isRecreation}
			command={command}
			json={possible && undoJson(possible)}
			guards={{
				isIdle: !isRunning,
				hasRefused: refused.length > 0,
				canUndo: possible !== undefined && !isRedacted,
				canEditFirst: isRecreation,
				hasJson: possible !== undefined,
			}}
			actions={{
				confirm() {
					setConfirmed(plan);
					run(async options =>
						operations.undo(plan!, {
							...options,
							isUnprotected,
							acceptedIds: duplicates.map(({id}) => id),
							// If the last attempt could not check for duplicates, it sends without the check.
							isUnchecked: outcome?.kind === 'unchecked',
						}),
					);
				},
				omit() {
					setOmitted([...omitted, ...refused]);
					forget();
				},
				edit() {
					if (isRecreation) {
						const deletion = {...possible.operation, snapshot: possible.deleted};
						push({name: 'form', origin: {kind: 'recreate', deletion}});
					}
				},
				back,
			}}
		/>
	);
}

/** The text while the undo is running. */
function runningText(kind: string | undefined, phases: readonly PhaseStart[], now: number): Said {
	const last = phases.at(-1);
	return kind === 'delete' && last !== undefined
		? deletionText(last, now)
		: (phaseTexts(phases, kind === 'replace', now).at(-1) ?? 'Checking …');
}

/** The listed notifications that recreating would duplicate. Undoing accepts them. */
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
