import {failureSentence, type Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {leaveAccepted, leaveOpen, markDone, markFailed, markRolledBack, waitingText} from './conclude.ts';
import {answerOf, concludeCreate} from './create-step.ts';
import {certifyChoice, deletesOf, isListedIn, judgeCreation, judgeDeletion, type CertifiedId, type DeletionVerdict, type Sighting} from './evidence.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {sendDelete} from './send.ts';
import {verifyCreation, verifyDeletion, type Verified} from './verify.ts';

/**
Rolls back an unfinished operation: deletes what it created, if the old notification is listed (or there never was one) and no DELETE of it can still take effect, and keeps what it was to delete.
*/
export async function rollBack(context: OperationContext, operation: Operation, chosenId?: string): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			return markRolledBack(context, operation, 'Nothing was sent.');
		}

		case 'creating':
		case 'created': {
			return deleteCreated(context, operation, chosenId);
		}

		case 'undoing': {
			return resumeUndoing(context, operation);
		}

		case 'deleting': {
			return operation.kind === 'replace' ? deleteCreated(context, operation) : keepOld(context, operation);
		}

		case 'done': {
			return {kind: 'done', operation};
		}

		case 'failed':
		case 'rolled-back': {
			return {kind: 'failed', operation};
		}
	}
}

/** Stops following a pending operation. Nothing is sent: what was sent may still take effect. */
export async function drop(context: OperationContext, operation: Operation): Promise<OperationResult> {
	return operation.state === 'planned'
		? rollBack(context, operation)
		: markFailed(context, operation, `You stopped following it; what was sent may still take effect. ${operation.detail ?? ''}`.trimEnd());
}

async function deleteCreated(context: OperationContext, operation: Operation, chosenId?: string): Promise<OperationResult> {
	const verified = await verifyCreation(context, operation);
	const {verdict, sighting} = verified;
	if (verdict.kind === 'absent') {
		const answer = answerOf(context, operation);
		if (operation.state === 'creating' && answer !== undefined) {
			return leaveOpen(context, operation, 'The service confirmed it, but no listing shows it, so it cannot be deleted safely. Drop it, or look again later.');
		}

		if (operation.state === 'creating') {
			return markRolledBack(context, operation, 'Nothing was created.');
		}

		return isListedIn(sighting!, operation.newId!) ? keepChanged(context, operation) : concludeGone(context, operation, sighting!);
	}

	const id = verdict.kind === 'pending'
		? undefined
		: (verdict.kind === 'certified' && chosenId === undefined ? verdict.id : certifyChoice(verdict, chosenId ?? ''));
	if (id === undefined) {
		return chosenId === undefined
			? concludeCreate(context, operation, verified)
			: leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`);
	}

	return deleteNew(context, await context.log.advance(operation.id, {newId: id}), id, sighting!);
}

/** Deletes a new notification that the listing shows with the content that was sent. */
async function deleteNew(context: OperationContext, operation: Operation, newId: CertifiedId, sighting: Sighting): Promise<OperationResult> {
	const refusal = operation.kind === 'replace' ? await keepNewUnlessOldIsSafe(context, operation, newId, sighting) : undefined;
	if (refusal !== undefined) {
		return refusal;
	}

	const undoing = await context.log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(context, operation.id, newId);
	return concludeRollBack(context, undoing, await verifyDeletion(context, undoing, newId), deleted.ok ? undefined : deleted.failure);
}

/** Ends a roll-back by what listings say of the DELETE of the new notification. `failure`: of the DELETE just sent. */
export async function concludeRollBack(context: OperationContext, operation: Operation, {verdict, problem, failure: listingFailure}: Verified<DeletionVerdict>, failure?: Failure): Promise<OperationResult> {
	const newId = operation.newId!;
	const answer = failure === undefined ? '' : failureSentence(failure);
	const isConfirmed = deletesOf(context.log.requestsOf(operation.id), newId).some(({outcome}) => outcome === 'ok');
	switch (verdict.kind) {
		case 'gone': {
			return markRolledBack(context, operation, `${isConfirmed ? `${newId} was deleted.` : `${newId} is no longer listed.`}${sentTwiceText(context, operation)}`);
		}

		case 'kept': {
			// It still exists, so the operation can be rolled back again, or finished.
			const after = await context.log.advance(operation.id, {state: operation.kind === 'replace' ? 'created' : 'creating'});
			return leaveOpen(context, after, `Deleting ${newId} failed. ${answer === '' ? 'It is still listed.' : answer}`, failure);
		}

		case 'pending': {
			const waiting = waitingText(context, {...verdict, problem});
			return isConfirmed
				? leaveAccepted(context, operation, `The service confirmed the deletion of ${newId}, but no complete listing has shown it gone. ${waiting}`, listingFailure)
				: leaveOpen(context, operation, `${answer} Outcome unknown: ${newId} may have been deleted. ${waiting}`.trimStart(), failure ?? listingFailure);
		}
	}
}

/** A create that was sent again may have made another notification. */
function sentTwiceText({log}: OperationContext, {id}: Operation): string {
	const count = log.requestsOf(id).filter(({method, outcome}) => method === 'POST' && outcome !== 'rejected' && outcome !== 'not-sent').length;
	return count > 1 ? ` It was sent ${count} times: look in the list for another one.` : '';
}

/** Without an answer, the listing decides whether the new notification was deleted; if it was not, it is deleted again. */
async function resumeUndoing(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const newId = operation.newId!;
	const verified = await verifyDeletion(context, operation, newId);
	const {verdict, sighting} = verified;
	const isListed = verdict.kind === 'kept' || (verdict.kind === 'pending' && 'isListed' in verdict && verdict.isListed);
	if (!isListed) {
		return concludeRollBack(context, operation, verified);
	}

	const created = judgeCreation(context, operation, context.log.requestsOf(operation.id), sighting!);
	const id = certifyChoice(created, newId);
	return id === undefined ? keepChanged(context, operation) : deleteNew(context, operation, id, sighting!);
}

/** Somebody changed the new notification since it was created. */
const keepChanged = async (context: OperationContext, operation: Operation): Promise<OperationResult> => (
	leaveOpen(context, operation, `${operation.newId!} is listed, but not with the content that was sent, so it was kept.`)
);

/** A replacement is deleted only while the notification it replaces is listed, and no DELETE of that one can take effect any more. Returns why it is kept. */
async function keepNewUnlessOldIsSafe(context: OperationContext, operation: Operation, newId: string, sighting: Sighting): Promise<OperationResult | undefined> {
	const oldId = operation.snapshot!.id;
	if (newId === oldId) {
		return leaveOpen(context, operation, `The service kept the ID ${oldId}, so it cannot be rolled back. Finish it instead.`);
	}

	const first = judgeDeletion(context, oldId, context.log.requestsOf(operation.id), sighting);
	const {verdict, problem} = first.kind === 'pending' ? await verifyDeletion(context, operation, oldId) : {verdict: first, problem: undefined};
	if (verdict.kind === 'kept') {
		return undefined;
	}

	if (verdict.kind === 'gone') {
		return leaveOpen(context, operation, `${newId} was kept, because ${oldId} is no longer listed. Finish it instead.`);
	}

	const why = 'isListed' in verdict && verdict.isListed ? `the DELETE of ${oldId} has no known outcome` : `${oldId} is not listed`;
	return leaveOpen(context, operation, `${newId} was kept, because ${why}. ${waitingText(context, {...verdict, problem})}`);
}

/** The new notification is no longer there: somebody else deleted it. */
async function concludeGone(context: OperationContext, operation: Operation, sighting: Sighting): Promise<OperationResult> {
	const {snapshot, newId} = operation;
	const old = snapshot === undefined ? undefined : judgeDeletion(context, snapshot.id, context.log.requestsOf(operation.id), sighting);
	if (old?.kind === 'gone') {
		return markFailed(context, operation, `Neither ${snapshot!.id} nor ${newId!} is listed any more.`);
	}

	return old?.kind === 'pending'
		? leaveOpen(context, operation, `${newId!} is no longer listed, and the DELETE of ${snapshot!.id} has no known outcome. ${waitingText(context, old)}`)
		: markRolledBack(context, operation, `${newId!} is no longer listed.`);
}

async function keepOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {verdict, problem} = await verifyDeletion(context, operation, operation.snapshot!.id);
	switch (verdict.kind) {
		case 'gone': {
			return markDone(context, operation, {detail: 'It had already been deleted.'});
		}

		case 'kept': {
			return markRolledBack(context, operation, 'It was not deleted.');
		}

		case 'pending': {
			return leaveOpen(context, operation, `Outcome unknown: it may have been deleted. ${waitingText(context, {...verdict, problem})}`);
		}
	}
}
