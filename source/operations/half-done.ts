import type {Listing} from '../service/listing/list-notifications.ts';
import type {Operation, RequestEntry} from '../storage/journal/operation.ts';
import {changedElsewhereText, keptText, oldGoneText} from './contested.ts';
import {certifyChoice, deletesOf, type CreationVerdict, type DeletionVerdict} from './operation-context.ts';
import {changedText} from './kept-members.ts';
import {isListed, mayHaveEffect, nameFirst, type OrNoListing, type Transition} from './transitions.ts';

/** The facts that decide whether the old notification of a replacement can be deleted. */
type ForwardFacts = {
	/** Whether the listing shows the new one. */
	readonly isNewListed: boolean;
	/** Whether the listing does not show the old one; it may be partial. */
	readonly isOldMissing?: boolean;
	/** Whether somebody else deleted the old one (`isDeletedElsewhere`). */
	readonly isOldGone: boolean;
	/** The members that the service changed; undefined if the operator was told of them and continues anyway. */
	readonly changed: string | undefined;
	/** The sentence that says until when an earlier DELETE of the new one can take effect (`waitingText`); undefined if none can. */
	readonly waiting: string | undefined;
	/** The reason why the listing is partial. */
	readonly problem?: string | undefined;
};

/** Returns the reason why the old notification of a half-done replacement is kept. Undefined if it can be deleted: the new one is listed as it was sent, and no DELETE of the new one can take effect. Not yet safe to show. */
export function whyOldIsKept(
	operation: Operation,
	{isNewListed, isOldMissing, isOldGone, changed, waiting, problem = ''}: ForwardFacts,
): string | undefined {
	const oldId = operation.snapshot!.id;
	const newId = operation.newId!;
	if (!isNewListed) {
		return `${newId} was created, but is not listed now, so ${keptText(oldId, isOldMissing)}. ${problem}`.trimEnd();
	}

	if (isOldGone) {
		return changedElsewhereText(oldId, newId);
	}

	if (changed !== undefined) {
		return changedText(operation, newId, changed, isOldMissing);
	}

	return waiting === undefined
		? undefined
		: `${keptText(oldId, isOldMissing, 'Nothing')}: an earlier DELETE of ${newId} has no known outcome. ${waiting}`;
}

/** Whether a complete listing lacks the old notification of a replacement, and no DELETE from here can have deleted it. */
export const isDeletedElsewhere = (
	{snapshot, newId}: Operation,
	requests: readonly RequestEntry[],
	{complete}: Listing,
	isOldListed: boolean,
): boolean => complete && !isOldListed && snapshot!.id !== newId && !mayHaveEffect(deletesOf(requests, snapshot!.id));

/** The facts that decide whether the new notification of a replacement can be deleted again. */
type BackwardFacts = {
	/** The verdict on the new notification. */
	readonly creation: OrNoListing<CreationVerdict>;
	/** The verdict on the old notification. */
	readonly old: OrNoListing<DeletionVerdict>;
	/** Whether the listing contains the new one, with any content. */
	readonly isNewListed: boolean;
	/** Returns the sentence that says until when a pending request can take effect. */
	readonly waiting: (pending: {readonly wait: number; readonly isMissing?: true}) => string;
};

/** Returns the transition of a half-done replacement that is rolled back: to `undoing` if the new notification can be deleted, because it is listed with the content that was sent, a response or the operator named it, the old one is listed too, and no DELETE of the old one can take effect. */
export function rollBackHalfDone(
	operation: Operation,
	{creation, old, isNewListed, waiting}: BackwardFacts,
): Transition {
	const oldId = operation.snapshot!.id;
	const newId = operation.newId!;
	if (creation.kind === 'absent' && !isNewListed) {
		return newIsMissing(oldId, newId, old, waiting);
	}

	if (creation.kind === 'pending') {
		return {
			detail: `${isNewListed ? `${newId} was kept, because it` : `Nothing was deleted, because ${newId}`} may not be the new one. ${waiting(creation)}`,
		};
	}

	if (creation.kind === 'absent' && old.kind === 'gone') {
		return {
			state: 'failed',
			detail: `Neither ${oldId} nor what was sent is listed any more: ${newId} has other content.`,
		};
	}

	if (certifyChoice(creation, newId) === undefined) {
		return {detail: otherContentText(newId)};
	}

	if (newId === oldId) {
		return {detail: keptIdText(oldId)};
	}

	switch (old.kind) {
		case 'kept': {
			return creation.kind === 'certified' && creation.isUnconfirmed ? nameFirst(newId) : {state: 'undoing'};
		}

		case 'gone': {
			return {detail: oldGoneText(newId, oldId)};
		}

		case 'pending': {
			const why = isListed(old) ? `the DELETE of ${oldId} has no known outcome` : `${oldId} is not listed`;
			return {detail: `${newId} was kept, because ${why}. ${waiting(old)}`};
		}
	}
}

/** The reason why an edit that the service made in place is not rolled back: there is one notification alone. */
export const keptIdText = (id: string): string =>
	`The service kept the ID ${id}, so it cannot be rolled back. Finish it instead.`;

/** Returns the transition when somebody else deleted the new notification. */
function newIsMissing(
	oldId: string,
	newId: string,
	old: OrNoListing<DeletionVerdict>,
	waiting: BackwardFacts['waiting'],
): Transition {
	switch (old.kind) {
		case 'kept': {
			return {state: 'rolled-back', detail: `${newId} is no longer listed.`};
		}

		case 'gone': {
			return {state: 'failed', detail: `Neither ${oldId} nor ${newId} is listed any more.`};
		}

		case 'pending': {
			return {detail: `${newId} is no longer listed, and the DELETE of ${oldId} has no known outcome. ${waiting(old)}`};
		}
	}
}

/** The reason why a new notification is not deleted: somebody changed it since it was created. */
export const otherContentText = (newId: string): string =>
	`${newId} is listed, but not with the content that was sent, so it was kept.`;
