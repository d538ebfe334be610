import {toSentBody} from '../../service/body.ts';
import {changeSigns} from '../../files/notification-file.ts';
import {comparableAddress} from '../../notification/equivalence.ts';
import {batchUndoNotes, lossNotes, lossesOf} from '../../notification/losses.ts';
import type {Notification, NotificationFields} from '../../notification/notification.ts';
import {
	kindWords,
	type OperationKind,
	doneText,
	nothingLeftText,
	undoText,
} from '../../notification/operation-texts.ts';
import {differences, asListed, unlistedFields} from '../../notification/spec.ts';
import {pathsNotSent} from '../../notification/undocumented.ts';
import type {UndoSurvey} from '../../operations/undo.ts';
import type {CreateOutcome} from '../../operations/one.ts';
import {recordsOf, type AccountListing} from '../../session/listing-state.ts';
import type {PlanListing, UndoPlan} from '../../session/undo-plan.ts';
import {colleagueText} from '../../ledger/journal/colleague.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {widthOf} from '../../terminal/width.ts';
import {listedJson} from '../copy/copy-items.ts';
import {keyOf} from '../keys/match.ts';
import {indentedChanges} from '../shared/change-lines.ts';
import {changePieces, piecesText} from '../shared/change-pieces.tsx';
import {notificationName} from '../shared/notification-name.ts';
import {reasonText, refusalSaid} from '../shared/reason-text.ts';
import {targetStart, targetText, type Target, type TargetWidths} from '../shared/target-lines.ts';
import {faint, warning, type Said} from '../ui/line.ts';
import {asks, breakdownSaid, notesSaid, type QuestionContent} from '../ui/question.tsx';

/** The records for planning an undo. Only a complete listing of this run that is not older than the last change proves that a notification is absent. */
export const planListing = ({
	listing,
	isOutdated = false,
}: Pick<AccountListing, 'listing'> & {readonly isOutdated?: boolean | undefined}): PlanListing => ({
	records: recordsOf(listing),
	isComplete: listing.state === 'ready' && listing.value.complete && !isOutdated,
});

/** A plan that can be executed. */
export type PossibleUndo = Exclude<UndoPlan, {readonly kind: 'impossible'}>;

/** The name of the change to undo: `the edit of 2026-11-22 12:40`. */
export function changeName({kind, isUndo, startedAt}: Operation): string {
	return `the ${isUndo === true ? `undo (${kindWords[kind].noun})` : kindWords[kind].noun} of ${formatTime(startedAt)}`;
}

/** Whose change is undone, if it was not made on this machine: ` the change of anna on ci-7`. Safe to show. */
const whoseText = ({by}: Pick<Operation, 'by'>): string =>
	by === undefined ? '' : ` the change of ${colleagueText(by)}`;

/** The content that an undo brings back; undefined for one that only deletes. */
function restoredBy(plan: PossibleUndo) {
	if (plan.kind === 'replace') {
		return plan.before;
	}

	return plan.kind === 'recreate' ? plan.deleted : undefined;
}

/** The notification that an undo acts on. */
export const subjectOfUndo = (plan: PossibleUndo): {readonly id: string; readonly fields: NotificationFields} =>
	plan.kind === 'recreate'
		? {id: plan.deleted.id, fields: plan.deleted.input}
		: {id: plan.target.id, fields: plan.target};

/** The question before an undo, safe to show. */
export function undoQuestion(plan: PossibleUndo, place: string): string {
	const {kind, operation} = plan;
	const text = undoText(kind, {count: 1, name: sanitise(subjectOfUndo(plan).id), place});
	return `${operation.isUndo === true ? 'Redo' : 'Undo'}${whoseText(operation)}: ${text}?`;
}

/** The consequences of an undo in a terminal of `columns`: the values that change, the change that it undoes, and what it cannot restore. */
export function undoConsequences(plan: PossibleUndo, columns: number): Said[] {
	const restored = restoredBy(plan);
	const losses = restored === undefined ? [] : lossNotes(lossesOf(restored, false), 1, 'This undo');
	const changes = plan.kind === 'replace' ? changesOf(plan, columns) : undefined;
	return [
		changes?.length === 0 ? faint('No change that is known here.') : changes,
		plan.kind !== 'recreate' && `It undoes ${changeName(plan.operation)}. ${plan.note ?? ''}`.trimEnd(),
		notesSaid(losses),
	];
}

/** The values that an undo of an edit changes back: `old → new`. */
const changesOf = ({target, before, operation}: Extract<PossibleUndo, {readonly kind: 'replace'}>, columns: number) =>
	indentedChanges(
		{...asListed(target), ...unlistedFields(operation.input!)},
		{...before.input, ...unlistedFields(before)},
		columns,
	);

/** The body that an undo sends; undefined for one that only deletes. */
export const undoBody = (plan: UndoPlan) =>
	plan.kind === 'recreate' || plan.kind === 'replace' ? toSentBody(plan.input, restoredBy(plan)!.raw) : undefined;

/** The notification that results from an undo, or that it deletes, field by field, and what of it is not sent. */
export function undoneRecord(plan: PossibleUndo): {readonly record: Notification; readonly notSent: Said} {
	if (plan.kind === 'delete') {
		return {record: plan.target, notSent: undefined};
	}

	const {input, id, raw} = restoredBy(plan)!;
	// Undocumented members that are sent are listed with the effect of the undo.
	const paths = pathsNotSent(raw, undoBody(plan)!);
	return {
		record: asListed(input, id, raw),
		notSent: paths.length > 0 && {label: 'Not sent', text: sanitise(paths.join(', ')), tone: 'faint'},
	};
}

/** The body that an undo sends, as JSON; for one that only deletes, the notification as listed. */
export const undoJson = (plan: PossibleUndo): string =>
	plan.kind === 'delete' ? listedJson(plan.target) : JSON.stringify(undoBody(plan), undefined, 2);

/** The text of the notice after an undo, for the line above the footer. */
export function undoneText(operation: Operation, place: string): string {
	return operation.isUndo === true
		? `✓ Undone. ${sanitise(doneText(operation, place))} Press ${keyOf('list', 'redo')} to redo.`
		: `✓ Redone. ${sanitise(doneText(operation, place))}`;
}

/** Why the last attempt sent nothing or had no effect. */
export function undoOutcomeSaid(outcome: CreateOutcome | undefined): Said {
	if (outcome?.kind !== 'unchecked') {
		return refusalSaid(outcome);
	}

	const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
	return warning(`! Nothing was sent. ${check}${reasonText(outcome)} ${keyOf('undo', 'confirm')} sends anyway.`);
}

/** The warning that recreating makes duplicates. */
export const duplicatesSaid = (duplicates: readonly Notification[], columns: number): Said =>
	duplicates.map(({id, name}) =>
		warning(
			`! ${notificationName({id, name, recipient: ''}, columns)} is identical, but for its name at most: there will be two.`,
		),
	);

/** The question before a bulk operation is undone, which says whose it is, and what follows from it. */
export function batchQuestion(
	{kind, count, ...survey}: UndoSurvey,
	batch: Pick<Operation, 'by'>,
	place: string,
	columns: number,
): Pick<QuestionContent, 'asked' | 'summary' | 'consequences'> {
	const nothing = `Nothing can be undone.${survey.impossible === 0 ? ` ${nothingLeftText}` : ''}`;
	return {
		asked: asks(count === 0 ? nothing : `Undo${whoseText(batch)}: ${undoText(kind, {count, place})}?`),
		summary: count > 0 && breakdownSaid(survey.breakdown, columns),
		consequences: notesSaid(batchUndoNotes({count, ...survey})),
	};
}

/** A notification that an undo acts on. */
type UndoTarget = Target & {readonly sign: string; readonly after?: NotificationFields};

/** The notification that undoing an item of a bulk operation acts on: the one that it created or, if it only deleted one, the deleted one. `after`: what becomes of it, if it is replaced. */
export function targetOf({kind, snapshot, input, newId}: Operation): UndoTarget {
	return {
		id: newId ?? snapshot?.id ?? '',
		fields: (newId === undefined ? (snapshot?.input ?? input) : (input ?? snapshot?.input))!,
		sign: signs[kind],
		...(kind === 'replace' && snapshot !== undefined && {after: snapshot.input}),
	};
}

/** The sign of what undoes each kind of change. */
const signs: Readonly<Record<OperationKind, string>> = {
	create: changeSigns.delete,
	recreate: changeSigns.delete,
	delete: changeSigns.create,
	replace: changeSigns.replace,
};

/** The differences that an undo makes. The case of a hexadecimal address does not count (EIP-55). */
const undoneChanges = (before: NotificationFields, after: NotificationFields | undefined) =>
	differences(before, after ?? before).filter(
		({field, old, new: now}) => field.isHex !== true || comparableAddress(old) !== comparableAddress(now),
	);

/** A notification on a line of at most `columns`: what is done to it, its ID, and what changes of it or what it is; to a screen reader without the sign, as `13, Recipient from a@example.com to b@example.com`. Safe to show. */
export function undoTargetText(
	{sign, after, ...target}: UndoTarget,
	widths: TargetWidths,
	columns: number,
	isReader = false,
): string {
	const changes = undoneChanges(target.fields, after);
	const before = isReader ? '' : `${sign} `;
	if (changes.length === 0) {
		return `${before}${targetText(target, widths, columns - before.length)}`;
	}

	if (isReader) {
		const texts = changes.map(
			({field: {label}, old, new: next}) => `${label} from ${shownValue(old)} to ${shownValue(next)}`,
		);
		return [target.id, ...texts].map(text => sanitiseCell(text)).join(', ');
	}

	const start = `${before}${targetStart(target, widths)}`;
	const pieces = changes.map(({field, ...change}) => ({...change, name: field.alias ?? field.name}));
	return `${start}${piecesText(changePieces(pieces, Math.max(1, columns - widthOf(start))))}`;
}
