import type {Operation} from '../storage/journal/operation.ts';
import {applyTransition, leaveOpen, waitingText, type ConcludeOptions} from './conclude.ts';
import {alreadyGone, isGoneReported} from './contested.ts';
import {
	deletesOf,
	isAwaited,
	isListedIn,
	recordWithId,
	waitFor,
	type DeletionVerdict,
	type Sighting,
	type OperationContext,
} from './operation-context.ts';
import {twinsOf} from './creation-matches.ts';
import {isDeletedElsewhere, whyOldIsKept} from './half-done.ts';
import {changedMembers, isChangeReported} from './kept-members.ts';
import type {OperationResult} from './operation-result.ts';
import {sendDelete} from './send.ts';
import {afterDelete} from './after-delete.ts';
import {afterRejection, withOverwritten, withTwins} from './transitions.ts';
import {listingProblem} from './unknown-text.ts';
import {verifyDeletion, type Verified} from './verify.ts';

/** Deletes the old notification of a replacement if the new one is listed, either as it was sent or with the changes that `detail` reported to the operator, and no earlier DELETE of the new one can still take effect. If somebody else deleted the old one, the operation waits for the operator, who ends it by finishing it. */
export async function continueReplace(
	context: OperationContext,
	operation: Operation,
	sighting: Sighting,
	detail = operation.detail,
): Promise<OperationResult> {
	const newId = operation.newId!;
	const requests = context.log.requestsOf(operation.id);
	const changed = changedMembers(operation, recordWithId(sighting, newId), context.log);
	const wait = waitFor(context, deletesOf(requests, newId), sighting);
	const isNewListed = isListedIn(sighting, newId);
	// Another notification with its ID is not it: some services use IDs again.
	const isOldListed = isListedIn(sighting, operation.snapshot!.id, operation.snapshot!.input);
	const isOldGone = isDeletedElsewhere(operation, requests, sighting.listing, isOldListed);
	if (isNewListed && isOldGone && isGoneReported(detail, operation)) {
		const ended = withOverwritten(
			withTwins(alreadyGone, twinsOf(context, operation, requests, sighting), operation),
			operation,
		);
		return applyTransition(context, operation, ended);
	}

	const why = whyOldIsKept(operation, {
		isNewListed,
		isOldMissing: !isOldListed,
		isOldGone,
		changed: isChangeReported(detail, newId) ? undefined : changed,
		waiting: wait === 0 ? undefined : waitingText(context, {wait}),
		problem: sighting.listing.complete ? undefined : sighting.listing.reason,
	});
	return why === undefined ? deleteOld(context, operation) : leaveOpen(context, operation, why);
}

/** Sends the DELETE of the old notification, and verifies it. */
export async function deleteOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const snapshot = operation.snapshot!;
	const mayBeGone = deletesOf(log.requestsOf(operation.id), snapshot.id).some(request => isAwaited(request));
	const deleting = await log.advance(operation.id, {state: 'deleting'});
	context.onPhase?.('deleting');
	const deleted = await sendDelete(context, operation.id, snapshot);
	if (!deleted.ok && deleted.failure.outcome !== 'unknown' && deleted.failure.kind !== 'not-found' && !mayBeGone) {
		return applyTransition(context, operation, afterRejection(deleting, deleted.failure), deleted.failure);
	}

	return concludeDelete(context, deleting, await verifyDeletion(context, deleting, snapshot.id), {
		failure: deleted.ok ? undefined : deleted.failure,
	});
}

/** Applies the verdict of listings on a DELETE of the old notification or, during a roll-back, of the new one: ends the operation, leaves it open or sends the DELETE again. */
export async function concludeDelete(
	context: OperationContext,
	operation: Operation,
	{verdict, sighting, problem, failure: listingFailure}: Verified<DeletionVerdict>,
	{intent = 'continue', failure}: ConcludeOptions = {},
): Promise<OperationResult> {
	const requests = context.log.requestsOf(operation.id);
	const deletes = deletesOf(requests, operation.state === 'undoing' ? operation.newId! : operation.snapshot!.id);
	const transition = afterDelete(operation, verdict, {
		intent,
		requests,
		twins: sighting && twinsOf(context, operation, requests, sighting),
		failure,
		waiting:
			verdict.kind === 'pending'
				? waitingText(context, {...verdict, problem: listingProblem(problem, deletes, failure)})
				: undefined,
		settlingTime: context.settlingTime,
	});
	if (transition.next === 'send-again') {
		return operation.kind === 'replace'
			? continueReplace(context, operation, sighting!)
			: deleteOld(context, operation);
	}

	const shown =
		verdict.kind === 'pending' ? (failure ?? listingFailure) : verdict.kind === 'kept' ? failure : undefined;
	return applyTransition(
		context,
		operation,
		transition,
		shown !== undefined && transition.state === 'failed'
			? {...shown, outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'}
			: shown,
	);
}
