import {storedFields} from '../api/listed-draft.ts';
import {canonicalForm, rewritableForm} from '../domain/equivalence.ts';
import type {ListedRecord, Notification, NotificationInput} from '../domain/notification.ts';
import {idOfRecord} from '../domain/record-id.ts';
import {knownTemplate} from '../domain/restorability.ts';
import type {Journal} from '../storage/journal/journal.ts';
import type {NotificationSnapshot, Operation} from '../storage/journal/operation.ts';
import {hasRedaction} from '../storage/stored-json.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {unknownPriorId} from './evidence.ts';

/** How an operation is undone. */
export type UndoPlan =
	| ImpossibleUndo
	/** What it deleted is created again. `isRedacted`: the journal has it without the API key, which the operator must enter again first. */
	| {readonly kind: 'recreate'; readonly operation: Operation; readonly deleted: NotificationSnapshot; readonly input: NotificationInput; readonly isRedacted: boolean}
	/** What it created is deleted. */
	| {readonly kind: 'delete'; readonly operation: Operation; readonly target: Notification}
	/** What it made of a notification is replaced by what that was before. */
	| {readonly kind: 'replace'; readonly operation: Operation; readonly target: Notification; readonly input: NotificationInput; readonly before: NotificationSnapshot};

/** It cannot be undone: why, in sentences that are safe to show. `isMoot`: there is nothing left to undo. `isPending`: it has to be finished or rolled back first. */
export type ImpossibleUndo = {readonly kind: 'impossible'; readonly operation: Operation; readonly reason: string; readonly isMoot: boolean; readonly isPending?: true};

/** What is listed now. */
export type ListedNow = {
	readonly find: (id: string) => ListedRecord | undefined;
	/** Only then is what it does not show known to be absent. */
	readonly isComplete: boolean;
};

/** What a plan reads of the journal. */
export type UndoJournal = Pick<Journal, 'undoable' | 'successor'>;

/**
Decides how an operation is undone, by the journal and a listing. It sends nothing.

What it created is deleted or replaced only if it is listed and says what was sent. It may have another ID by now, if later operations of this machine replaced it, or deleted it and recreated it.
*/
export function planUndo(journal: UndoJournal, operation: Operation, listed: ListedNow): UndoPlan {
	const impossible = (reason: string, isMoot = false): ImpossibleUndo => ({kind: 'impossible', operation, reason, isMoot});
	if (journal.undoable(operation.id) === undefined) {
		return {...impossible(whyNotUndoable(operation), true), ...operation.endedAt === undefined && {isPending: true}};
	}

	const {kind, snapshot, input, knownIds, isRedacted = false} = operation;
	if (kind === 'delete') {
		return operation.state !== 'done' && listed.find(snapshot!.id) !== undefined
			? impossible(`${sanitise(snapshot!.id)} is still listed: it was not deleted.`, true)
			: {kind: 'recreate', operation, deleted: snapshot!, input: restoredInput(operation), isRedacted};
	}

	const id = currentId(journal, operation);
	const shown = sanitise(id);
	const target = listed.find(id);
	if (target === undefined) {
		return impossible(listed.isComplete ? `${shown} no longer exists.` : `${shown} is not listed, and the listing is not complete. Refresh the list, then try again.`, listed.isComplete);
	}

	if (knownIds.includes(unknownPriorId)) {
		return impossible(`It was sent without a check for duplicates, so ${shown} may have existed before. Delete it if it is not wanted.`);
	}

	if (target.kind === 'unreadable' || !isWhatWasSent(target, input!)) {
		return impossible(`${shown} was changed since: it does not say what was sent. Look at it in the list.`);
	}

	if (kind !== 'replace') {
		return {kind: 'delete', operation, target};
	}

	return isRedacted && hasRedaction(snapshot)
		? impossible(`What it was before contains the API key, which is never stored. Edit ${shown} instead.`)
		: {kind: 'replace', operation, target, input: restoredInput(operation), before: snapshot!};
}

/** Whether two plans send the same. */
export function isSameUndo(plan: UndoPlan, other: UndoPlan): boolean {
	return plan.kind === other.kind && plan.operation.id === other.operation.id && targetOf(plan) === targetOf(other);
}

/** What was deleted or replaced, as it is created again. */
export function restoredInput({snapshot}: Operation): NotificationInput {
	const {input, raw, topics} = snapshot!;
	return {...storedFields(input, raw), template: knownTemplate(snapshot!) ?? '', topics: topics ?? ['', '', '', '']};
}

/** What records show. Each is searched for only when it is asked for. */
export const listedIn = (records: readonly ListedRecord[], isComplete: boolean): ListedNow => ({
	find: id => records.find(record => idOfRecord(record) === id),
	isComplete,
});

/** As `listedIn`, for many questions. */
export function indexOfListed(records: readonly ListedRecord[], isComplete: boolean): ListedNow {
	const byId = new Map(records.map(record => [idOfRecord(record), record]));
	return {find: id => byId.get(id), isComplete};
}

/** Whether a notification says what was sent, but for what services rewrite. The journal may have `[API key]` instead of the API key. */
const isWhatWasSent = (target: Notification, sent: NotificationInput): boolean => (
	[canonicalForm, rewritableForm].some(form => hideSecrets(form(target)) === hideSecrets(form(sent)))
);

const targetOf = (plan: UndoPlan): string | undefined => 'target' in plan ? plan.target.id : undefined;

/** The ID that what an operation created has now. */
function currentId(journal: UndoJournal, {profile, newId, id: operation}: Operation): string {
	let id = newId!;
	let after = operation;
	for (let next = journal.successor(profile, id, after); next !== undefined; next = journal.successor(profile, id, after)) {
		id = next.newId!;
		after = next.id;
	}

	return id;
}

function whyNotUndoable({kind, state, endedAt, newId}: Operation): string {
	if (endedAt === undefined) {
		return 'It is pending: finish it or roll it back.';
	}

	if (state !== 'done') {
		return kind === 'delete' && state === 'failed' ? 'Nothing was deleted, or it is undone already.' : 'It took no effect.';
	}

	return kind === 'delete' || newId !== undefined ? 'It is undone already, or is being undone.' : 'Its ID is not known: no listing showed it.';
}
