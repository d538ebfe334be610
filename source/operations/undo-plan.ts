import type {SentContentStore} from '../ledger/small-stores.ts';
import {canonicalForm, rewritableForm} from '../notification/equivalence.ts';
import {knownTemplate} from '../notification/losses.ts';
import {
	idOfRecord,
	type ListedRecord,
	type Notification,
	type NotificationInput,
} from '../notification/notification.ts';
import {busyText} from '../ledger/journal/claims.ts';
import type {Journal} from '../ledger/journal/journal.ts';
import type {NotificationSnapshot, Operation} from '../ledger/journal/operation.ts';
import {hasRedaction} from '../ledger/stored-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {isNamed, unknownPriorId} from './operation-context.ts';
import {unnamedText} from './transitions.ts';

/** The way to undo an operation. */
export type UndoPlan =
	| ImpossibleUndo
	/** The deleted notification is created again. `isRedacted`: the journal stores it without the API key, which the operator must enter again first. */
	| {
			readonly kind: 'recreate';
			readonly operation: Operation;
			readonly deleted: NotificationSnapshot;
			readonly input: NotificationInput;
			readonly isRedacted: boolean;
	  }
	/** The created notification is deleted. */
	| ({readonly kind: 'delete'; readonly operation: Operation; readonly target: Notification} & Doubt)
	/** The edited notification is replaced by its previous content. */
	| ({
			readonly kind: 'replace';
			readonly operation: Operation;
			readonly target: Notification;
			readonly input: NotificationInput;
			readonly before: NotificationSnapshot;
	  } & Doubt);

/** `note`: the sentence that says that the notification may not be the one that was created; safe to show. */
type Doubt = {readonly note?: string};

/** The reason why an operation cannot be undone, in sentences that are safe to show. `isMoot`: there is nothing left to undo. `isPending`: the operation has to be finished or rolled back first. `isProtected`: it would delete or replace a protected notification. */
type ImpossibleUndo = {
	readonly kind: 'impossible';
	readonly operation: Operation;
	readonly reason: string;
	readonly isMoot: boolean;
	readonly isPending?: true;
	readonly isProtected?: true;
};

/** The notifications that are listed now. */
type ListedNow = {
	readonly find: (id: string) => ListedRecord | undefined;
	/** Whether the listing is complete. Only then is a missing notification known to be gone. */
	readonly isComplete: boolean;
};

/** The part of the journal that a plan reads. */
export type UndoJournal = Pick<Journal, 'undoable' | 'successor' | 'requestsOf' | 'ownerElsewhere'>;

/** The parts of the ledger that an undo reads. */
export type UndoLedger = {readonly journal: UndoJournal; readonly sent: Pick<SentContentStore, 'get'>};

/**
Decides how to undo an operation, by the journal and a listing. It sends nothing.

A notification that it created is deleted or replaced only if it is listed with the content that was sent. Its ID may have changed, if later operations of this machine replaced it, or deleted and recreated it.
*/
export function planUndo(journal: UndoJournal, operation: Operation, listed: ListedNow): UndoPlan {
	const refused = (reason: string, isMoot = false): ImpossibleUndo => ({
		kind: 'impossible',
		operation,
		reason,
		isMoot,
	});
	if (journal.undoable(operation.id) === undefined) {
		const owner = journal.ownerElsewhere(operation.id);
		return owner === undefined
			? {...refused(whyNotUndoable(operation), true), ...(operation.endedAt === undefined && {isPending: true})}
			: refused(busyText(owner, `change ${operation.id}`), true);
	}

	const {kind, state, snapshot, input, knownIds, overwritten, isRedacted = false} = operation;
	if (overwritten !== undefined && state === 'failed') {
		const now = listed.find(overwritten.id);
		return now?.kind === 'notification' && hasContent(now, overwritten.input)
			? refused(`${sanitise(overwritten.id)} is listed as it was: it was not overwritten.`, true)
			: {
					kind: 'recreate',
					operation,
					deleted: overwritten,
					input: recreatedInput(overwritten),
					isRedacted: hasRedaction(overwritten),
				};
	}

	// A DELETE that was sent may have taken effect, whatever was concluded.
	if (kind === 'delete' || state !== 'done') {
		return state !== 'done' && listed.find(snapshot!.id) !== undefined
			? refused(`${sanitise(snapshot!.id)} is still listed: it was not deleted.`, true)
			: {kind: 'recreate', operation, deleted: snapshot!, input: recreatedInput(snapshot!), isRedacted};
	}

	const {id: creator, newId} = lastIn(journal, operation);
	const id = newId!;
	const shown = sanitise(id);
	const target = listed.find(id);
	if (target === undefined) {
		return refused(
			listed.isComplete
				? `${shown} no longer exists.`
				: `${shown} is not listed, and the listing is not complete. Refresh the list, then try again.`,
			listed.isComplete,
		);
	}

	if (knownIds.includes(unknownPriorId)) {
		return refused(
			`It was sent without a check for duplicates, so ${shown} may have existed before. Delete it if it is not wanted.`,
		);
	}

	if (target.kind === 'unreadable' || !hasContent(target, input!)) {
		return refused(`${shown} was changed since: it does not say what was sent. Look at it in the list.`);
	}

	const doubt = isNamed(journal.requestsOf(creator), id) ? undefined : {note: sanitise(unnamedText(id))};
	if (kind !== 'replace') {
		return {kind: 'delete', operation, target, ...doubt};
	}

	return isRedacted && hasRedaction(snapshot)
		? refused(`What it was before contains the API key, which is never stored. Edit ${shown} instead.`)
		: {kind: 'replace', operation, target, input: recreatedInput(snapshot!), before: snapshot!, ...doubt};
}

/** Whether two plans send the same requests. */
export function isSameUndo(plan: UndoPlan, other: UndoPlan): boolean {
	return plan.kind === other.kind && plan.operation.id === other.operation.id && targetOf(plan) === targetOf(other);
}

/** The input that recreates a deleted or replaced notification. */
export function recreatedInput(snapshot: NotificationSnapshot): NotificationInput {
	const {input, topics} = snapshot;
	return {...input, template: knownTemplate(snapshot) ?? '', topics: topics ?? ['', '', '', '']};
}

/** Looks up notifications in records, searching them on each call. */
export const listedIn = (records: readonly ListedRecord[], isComplete: boolean): ListedNow => ({
	find: id => records.find(record => idOfRecord(record) === id),
	isComplete,
});

/** Like `listedIn`, but with an index, for many lookups. */
export function indexOfListed(records: readonly ListedRecord[], isComplete: boolean): ListedNow {
	const byId = new Map(records.map(record => [idOfRecord(record), record]));
	return {find: id => byId.get(id), isComplete};
}

/** Whether a notification has a content from the journal, apart from what services rewrite. The journal may have `[API key]` instead of the API key. */
const hasContent = (target: Notification, content: NotificationSnapshot['input']): boolean =>
	[canonicalForm, rewritableForm].some(form => hideSecrets(form(target)) === hideSecrets(form(content)));

const targetOf = (plan: UndoPlan): string | undefined => ('target' in plan ? plan.target.id : undefined);

/** The last of the operations that created, replaced or recreated a notification. */
function lastIn(journal: UndoJournal, operation: Operation): Operation {
	let last = operation;
	for (
		let next: Operation | undefined = last;
		next !== undefined;
		next = journal.successor(last.profile, last.newId!, last.id)
	) {
		last = next;
	}

	return last;
}

function whyNotUndoable({kind, state, endedAt, newId}: Operation): string {
	if (endedAt === undefined) {
		return 'It is pending: finish it or roll it back.';
	}

	if (state !== 'done') {
		return kind === 'delete' && state === 'failed'
			? 'Nothing was deleted, or it is undone already.'
			: 'It took no effect.';
	}

	return kind === 'delete' || newId !== undefined
		? 'It is undone already, or is being undone.'
		: 'Its ID is not known: no listing showed it.';
}
