import type {Operation, RequestEntry} from '../ledger/journal/operation.ts';
import {
	certifyChoice,
	type CreationVerdict,
	deletesOf,
	type DeletionVerdict,
	unknownPriorId,
} from './operation-context.ts';
import {
	keptText,
	bothExist,
	clearedDetail,
	type Facts,
	isConfirmed,
	isListed,
	mayHaveEffect,
	nameFirst,
	newIsKept,
	type OrNoListing,
	type Transition,
	unknownText,
	withOverwritten,
	withTwins,
} from './transitions.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import {changedText} from './sent.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** Returns the transition of an operation in the state `deleting` (the old notification) or `undoing` (the new one), by the verdict of listings on its DELETE. */
export function afterDelete(operation: Operation, verdict: OrNoListing<DeletionVerdict>, facts: Facts): Transition {
	const isUndoing = operation.state === 'undoing';
	switch (verdict.kind) {
		case 'gone': {
			return isUndoing ? newIsGone(operation, facts) : oldIsGone(operation, facts);
		}

		case 'kept': {
			return isUndoing ? newIsKept(operation, facts.failure) : oldIsKept(operation, facts);
		}

		case 'pending': {
			// Sending a DELETE again does no harm.
			return !isUndoing && facts.intent === 'resend' && isListed(verdict)
				? oldIsKept(operation, facts)
				: deletionPends(operation, verdict, facts);
		}
	}
}

function oldIsGone(operation: Operation, {intent, requests, twins, isNewMissing}: Facts): Transition {
	const {kind, detail, snapshot, newId} = operation;
	const deletes = deletesOf(requests, snapshot!.id);
	// The first DELETE was already answered with 404, so something else deleted the notification.
	if (deletes.length > 0 && deletes.every(({status}) => status === 404)) {
		if (intent === 'finish' || intent === 'resend') {
			return withOverwritten(withTwins(alreadyGone, twins, operation), operation);
		}

		if (kind === 'replace') {
			return {
				detail:
					intent === 'settle' || intent === 'continue'
						? changedElsewhereText(snapshot!.id, newId!)
						: oldGoneText(newId!, snapshot!.id, isNewMissing),
			};
		}
	}

	if (kind === 'delete' && (intent === 'roll-back' || intent === 'skip')) {
		return {state: 'done', detail: 'It had already been deleted.'};
	}

	return withOverwritten(
		withTwins(
			{
				state: 'done',
				detail: isConfirmed(deletes)
					? clearedDetail(detail)
					: 'The response did not confirm it, but it is no longer listed.',
			},
			twins,
			operation,
		),
		operation,
	);
}

function oldIsKept(operation: Operation, {intent, requests}: Facts): Transition {
	const {id} = operation.snapshot!;
	const still = isConfirmed(deletesOf(requests, id))
		? `The service confirmed the deletion, but ${id} is still listed.`
		: undefined;
	if (operation.kind === 'replace') {
		return {state: 'created', detail: `${bothExist(operation)}: ${still ?? `${id} is still listed.`}`};
	}

	if (intent === 'resend') {
		return {state: 'planned'};
	}

	return intent === 'roll-back' || intent === 'skip'
		? {state: 'rolled-back', detail: 'It was not deleted.'}
		: {state: 'failed', detail: still ?? 'It is still listed.'};
}

function newIsGone(operation: Operation, {requests, twins = []}: Facts): Transition {
	const {newId, knownIds} = operation;
	const gone = {
		state: 'rolled-back',
		detail: `${newId!} ${isConfirmed(deletesOf(requests, newId!)) ? 'was deleted' : 'is no longer listed'}.`,
	} as const;
	return withOverwritten(
		knownIds.includes(unknownPriorId) && twins.length > 0
			? {...gone, detail: `${gone.detail}${alikeOthersText(twins)}`}
			: withTwins(gone, twins, operation),
		operation,
	);
}

function deletionPends(
	{state, snapshot, newId}: Operation,
	verdict: OrNoListing<DeletionVerdict>,
	{requests, failure, waiting = ''}: Facts,
): Transition {
	const id = state === 'undoing' ? newId! : snapshot!.id;
	const deletes = deletesOf(requests, id);
	if (!isConfirmed(deletes)) {
		return {detail: `${unknownText(`${id} was deleted`, deletes, failure)} ${waiting}`};
	}

	return {
		detail:
			state === 'undoing'
				? `The service confirmed the deletion of ${id}, but no complete listing has shown it gone. ${waiting}`
				: `The service confirmed the deletion, but ${isListed(verdict) ? `${id} is still listed` : 'no complete listing has shown it gone'}. ${waiting}`,
		isAccepted: true,
	};
}

export const alikeOthersText = (ids: readonly string[]): string => ` Others with this content: ${ids.join(', ')}.`;

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

const goneBeginning = (oldId: string): string => `${oldId} was already gone`;

/** The sentence that says that the old notification of a replacement was deleted by somebody else.  Not yet safe to show. */
const changedElsewhereText = (oldId: string, newId: string): string =>
	`${goneBeginning(oldId)}: somebody else deleted or edited it. Finish this to keep ${newId}; delete that afterwards if it is not wanted.`;

/** Whether the detail of a replacement has already told the operator that its old notification is gone. */
export const isGoneReported = (detail: string | undefined, {snapshot, newId}: Operation): boolean =>
	[goneBeginning(snapshot!.id), oldGoneText(newId!, snapshot!.id), oldGoneText(newId!, snapshot!.id, true)].some(
		text => detail?.startsWith(sanitise(text)) === true,
	);

/** The final transition of a replacement that the operator finishes although somebody else deleted the old notification. */
export const alreadyGone = {state: 'done', detail: 'It was already gone when it was to be deleted.'} as const;

/** The reason why a replacement is not rolled back when its old notification is gone: none would be left. */
const oldGoneText = (newId: string, oldId: string, isNewMissing = false): string =>
	`${keptText(newId, isNewMissing, 'Nothing')}, because ${oldId} is no longer listed. Finish it instead.`;
