import {failureSentence, type Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {clearedDetail, leaveAccepted, leaveOpen, markDone, markFailed, waitingText} from './conclude.ts';
import {deletesOf, isListedIn, recordWithId, waitFor, type DeletionVerdict, type Sighting} from './evidence.ts';
import {changedMembers, changedText, wasTold} from './kept-members.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {sendDelete} from './send.ts';
import {verifyDeletion, type Verified} from './verify.ts';

/** Deletes the old notification of a replacement, if the new one is listed, as it was sent or with what the operator was told of in `detail`, and no earlier DELETE of it can still take effect. */
export async function continueReplace(context: OperationContext, operation: Operation, sighting: Sighting, detail = operation.detail): Promise<OperationResult> {
	const newId = operation.newId!;
	const oldId = operation.snapshot!.id;
	if (!isListedIn(sighting, newId)) {
		return leaveOpen(context, operation, `${newId} was created, but is not listed now, so ${oldId} was kept. ${sighting.listing.complete ? '' : sighting.listing.reason}`.trimEnd());
	}

	const changed = changedMembers(operation, recordWithId(sighting, newId), context.log);
	if (changed !== undefined && !wasTold(detail, newId)) {
		return leaveOpen(context, operation, changedText(operation, newId, changed));
	}

	const wait = waitFor(context, deletesOf(context.log.requestsOf(operation.id), newId), sighting);
	return wait === 0
		? deleteOld(context, operation)
		: leaveOpen(context, operation, `${oldId} was kept: an earlier DELETE of ${newId} has no known outcome. ${waitingText(context, {wait})}`);
}

/** Sends the DELETE of the old notification, and verifies it. */
export async function deleteOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const snapshot = operation.snapshot!;
	const deleting = await log.advance(operation.id, {state: 'deleting'});
	context.onPhase?.('deleting');
	const deleted = await sendDelete(context, operation.id, snapshot);
	if (!deleted.ok && deleted.failure.outcome !== 'unknown' && deleted.failure.kind !== 'not-found' && !hasEarlier(context, deleting)) {
		// It had no effect: the old notification still exists.
		return operation.kind === 'replace'
			? leaveOpen(context, await log.advance(operation.id, {state: 'created'}), `${bothExist(operation)}: deleting ${snapshot.id} failed. ${failureSentence(deleted.failure)}`, deleted.failure)
			: markFailed(context, operation, failureSentence(deleted.failure), deleted.failure);
	}

	return concludeDelete(context, deleting, await verifyDeletion(context, deleting, snapshot.id), deleted.ok ? undefined : deleted.failure);
}

/** Whether an earlier DELETE of the old notification may still take effect. */
function hasEarlier({log}: OperationContext, {id, snapshot}: Operation): boolean {
	return deletesOf(log.requestsOf(id), snapshot!.id).some(({outcome}) => ['sent', 'unknown', 'ok'].includes(outcome));
}

/** Ends or leaves an operation by what listings say of its DELETE. `failure`: of the DELETE just sent. */
export async function concludeDelete(context: OperationContext, operation: Operation, {verdict, problem, failure: listingFailure}: Verified<DeletionVerdict>, failure?: Failure): Promise<OperationResult> {
	const {id} = operation.snapshot!;
	const isConfirmed = deletesOf(context.log.requestsOf(operation.id), id).some(({outcome}) => outcome === 'ok');
	switch (verdict.kind) {
		case 'gone': {
			return operation.kind === 'replace' && wasGoneBefore(context, operation)
				? leaveOpen(context, operation, `${id} was already gone: somebody else deleted or edited it. Finish this to keep ${operation.newId!}; delete that afterwards if it is not wanted.`)
				: markDone(context, operation, {detail: isConfirmed ? clearedDetail(operation.detail) : 'The response did not confirm it, but it is no longer listed.'});
		}

		case 'kept': {
			const still = isConfirmed ? `The service confirmed the deletion, but ${id} is still listed.` : `${id} is still listed.`;
			return operation.kind === 'replace'
				? leaveOpen(context, await context.log.advance(operation.id, {state: 'created'}), `${bothExist(operation)}: ${still}`, failure)
				: markFailed(context, operation, isConfirmed ? still : 'It is still listed.', failure && {...failure, outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'});
		}

		case 'pending': {
			const waiting = waitingText(context, {...verdict, problem});
			if (isConfirmed) {
				const isListed = 'isListed' in verdict && verdict.isListed;
				return leaveAccepted(context, operation, `The service confirmed the deletion, but ${isListed ? `${id} is still listed` : 'no complete listing has shown it gone'}. ${waiting}`, listingFailure);
			}

			return leaveOpen(context, operation, `${failure === undefined ? '' : failureSentence(failure)} Outcome unknown: ${id} may have been deleted. ${waiting}`.trimStart(), failure ?? listingFailure);
		}
	}
}

/** Whether the service knew nothing of the old notification when it was to be deleted for the first time. */
export function wasGoneBefore({log}: OperationContext, {id, snapshot}: Operation): boolean {
	const deletes = deletesOf(log.requestsOf(id), snapshot!.id);
	return deletes.length > 0 && deletes.every(({status}) => status === 404);
}

/** How a sentence begins that says why the old notification of a replacement is still there; not yet safe to show. */
export const bothExist = ({snapshot, newId}: Operation): string => `Both ${snapshot!.id} and ${newId!} exist`;

