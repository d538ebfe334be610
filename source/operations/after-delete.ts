import type {Operation} from '../storage/journal/operation.ts';
import {alreadyGone, changedElsewhereText, oldGoneText} from './contested.ts';
import {deletesOf, unknownPriorId, type DeletionVerdict} from './operation-context.ts';
import {
	isListed,
	newIsKept,
	isConfirmed,
	bothExist,
	clearedDetail,
	withOverwritten,
	withTwins,
	type Facts,
	type Transition,
	type OrNoListing,
} from './transitions.ts';
import {unknownText} from './unknown-text.ts';

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
