import {toSentBody} from '../../service/body.ts';
import {batchUndoNotes, lossNotes, lossesOf} from '../../notification/losses.ts';
import type {Notification, NotificationFields} from '../../notification/notification.ts';
import {kindWords, nothingLeftText, undoKinds, undoText} from '../../notification/operation-texts.ts';
import {asListed, unlistedFields} from '../../notification/spec.ts';
import {pathsNotSent} from '../../notification/undocumented.ts';
import type {ItemUndo, Undo} from '../../changes/undo.ts';
import type {Outcome} from '../../account/account-changes.ts';
import type {Item} from '../../ledger/item.ts';
import {colleagueText} from '../../ledger/owner.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {formatTime} from '../../terminal/time.ts';
import {listedJson} from '../copy/copy-items.ts';
import {numberOfTold} from '../history/history-lines.ts';
import {keyOf} from '../keys/match.ts';
import {indentedChanges} from '../shared/change-lines.ts';
import {changesBetween, signs, type Row} from '../changes/rows.tsx';
import {notificationName} from '../shared/notification-name.ts';
import {reasonText, refusalSaid} from '../shared/reason-text.ts';
import {faint, warning, type Said} from '../ui/line.ts';
import {notesSaid} from '../ui/question.tsx';

/** What undoing an item does, if it can be undone. */
export type PossibleUndo = Exclude<ItemUndo, {readonly kind: 'impossible'}>;

/** What undoing a change of one does; undefined for several, and if it cannot be undone. */
export const possibleIn = ({only}: Pick<Undo, 'only'>): PossibleUndo | undefined =>
	only === undefined || only.kind === 'impossible' ? undefined : only;

/** The name of the change to undo: `change 12, the edit of 2026-11-22 12:40`. */
function changeName({set, only}: Pick<Undo, 'set' | 'only'>): string {
	const {noun} = kindWords[set.kind];
	const number = numberOfTold({set, item: only?.item});
	return `change ${number}, the ${only?.item.isUndo === true ? `undo (${noun})` : noun} of ${formatTime(set.startedAt)}`;
}

/** The content that an undo brings back; undefined for one that only deletes. */
function restoredBy(undo: PossibleUndo) {
	if (undo.kind === 'replace') {
		return undo.before;
	}

	return undo.kind === 'recreate' ? undo.deleted : undefined;
}

/** The notification that an undo acts on. */
export const subjectOfUndo = (undo: PossibleUndo): {readonly id: string; readonly fields: NotificationFields} =>
	undo.kind === 'recreate'
		? {id: undo.deleted.id, fields: undo.deleted.input}
		: {id: undo.target.id, fields: undo.target};

/** Why a change cannot be undone, safe to show; undefined if it can. */
export function whyNotUndone(undo: Undo): string | undefined {
	const {only, isPending, count, impossible} = undo;
	if (only?.kind === 'impossible') {
		return `Cannot undo ${changeName(undo)}. ${reasonText(only)}`;
	}

	if (isPending === true) {
		return `Cannot undo ${changeName(undo)}. ${reasonText({reason: 'It is pending: finish it, or skip the rest.', isPending})}`;
	}

	return only === undefined && count === 0
		? `Nothing can be undone.${impossible === 0 ? ` ${nothingLeftText}` : ''}`
		: undefined;
}

/** The question before an undo, which says whose change it is; safe to show. `isRedo`: it undoes an undo. */
export function undoQuestion(undo: Undo, place: string, isRedo: boolean): string {
	const {
		kind,
		count,
		set: {by},
	} = undo;
	const one = possibleIn(undo);
	const whose = by === undefined ? '' : ` the change of ${colleagueText(by)}`;
	const subject = one === undefined ? {count} : {count: 1, name: sanitise(subjectOfUndo(one).id)};
	return `${isRedo ? 'Redo' : 'Undo'}${whose}: ${undoText(kind, {...subject, place})}?`;
}

/** The consequences of an undo in a terminal of `columns`: of one the values that change, the change that it undoes, and what it cannot restore. */
export function undoConsequences(undo: Undo, columns: number): Said {
	const one = possibleIn(undo);
	if (one === undefined) {
		return undo.only === undefined && notesSaid(batchUndoNotes(undo));
	}

	const restored = restoredBy(one);
	const losses = restored === undefined ? [] : lossNotes(lossesOf(restored, false), 1, 'This undo');
	const changes = one.kind === 'replace' ? changesOf(one, columns) : undefined;
	return [
		changes?.length === 0 ? faint('No change that is known here.') : changes,
		one.kind !== 'recreate' && `It undoes ${changeName(undo)}. ${one.note ?? ''}`.trimEnd(),
		notesSaid(losses),
	];
}

/** The values that an undo of an edit changes back: `old → new`. */
const changesOf = ({target, before, item}: Extract<PossibleUndo, {readonly kind: 'replace'}>, columns: number) =>
	indentedChanges(
		{...asListed(target), ...unlistedFields(item.input!)},
		{...before.input, ...unlistedFields(before)},
		columns,
	);

/** The body that an undo sends; undefined for one that only deletes. */
const undoBody = (undo: PossibleUndo) =>
	undo.kind === 'delete' ? undefined : toSentBody(undo.input, restoredBy(undo)!.raw);

/** The notification that results from an undo, or that it deletes, field by field, and what of it is not sent. */
export function undoneRecord(undo: PossibleUndo): {readonly record: Notification; readonly notSent: Said} {
	if (undo.kind === 'delete') {
		return {record: undo.target, notSent: undefined};
	}

	const {input, id, raw} = restoredBy(undo)!;
	// Undocumented members that are sent are listed with the effect of the undo.
	const paths = pathsNotSent(raw, undoBody(undo)!);
	return {
		record: asListed(input, id, raw),
		notSent: paths.length > 0 && {label: 'Not sent', text: sanitise(paths.join(', ')), tone: 'faint'},
	};
}

/** What the copy menu has of an undo: the body that it sends, or the notification that it deletes. */
export const undoCopies = (undo: PossibleUndo) =>
	undo.kind === 'delete' ? {record: undo.target} : {bodies: [undoBody(undo)!]};

/** The body that an undo sends, as JSON; for one that only deletes, the notification as listed. */
export const undoJson = (undo: PossibleUndo): string =>
	undo.kind === 'delete' ? listedJson(undo.target) : JSON.stringify(undoBody(undo), undefined, 2);

/** Why the last attempt sent nothing or had no effect. */
export function undoOutcomeSaid(outcome: Outcome | undefined): Said {
	if (outcome?.kind !== 'unchecked') {
		return refusalSaid(outcome);
	}

	const check = outcome.isPending === true ? '' : 'Could not check for duplicates. ';
	return warning(`! Nothing was sent. ${check}${reasonText(outcome)} ${keyOf('question', 'confirm')} sends anyway.`);
}

/** The warning that recreating makes duplicates. */
export const duplicatesSaid = (duplicates: readonly Notification[], columns: number): Said =>
	duplicates.map(({id, name}) =>
		warning(
			`! ${notificationName({id, name, recipient: ''}, columns)} is identical, but for its name at most: there will be two.`,
		),
	);

/** What undoing an item does, as a row: to the notification that it created or, if it only deleted one, to that. */
export function undoRow({kind, snapshot, input, newId}: Item): Row {
	const fields = (newId === undefined ? (snapshot?.input ?? input) : (input ?? snapshot?.input))!;
	const changes = kind === 'replace' && snapshot !== undefined ? changesBetween(fields, snapshot.input) : [];
	return {
		sign: signs[undoKinds[kind]],
		id: newId ?? snapshot?.id ?? '',
		fields,
		what: changes.length === 0 ? undefined : changes,
	};
}
