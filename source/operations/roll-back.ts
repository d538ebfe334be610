import type {Operation} from '../storage/journal/operation.ts';
import {leaveOpen, markDone, markFailed, markRolledBack} from './conclude.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {sendDelete} from './send.ts';
import {checkPresence, findCreated, isCandidate} from './verify.ts';

/**
Rolls back an unfinished operation: deletes what it created, if the old notification is listed (or there never was one), and keeps what it was to delete.
*/
export async function rollBack(context: OperationContext, operation: Operation, chosenId?: string): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			return markRolledBack(context, operation, 'Nothing was sent.');
		}

		case 'creating': {
			if (chosenId !== undefined && !await isCandidate(context, operation, chosenId)) {
				return leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`);
			}

			const newId = chosenId ?? operation.newId;
			return newId === undefined ? findAndDelete(context, operation) : deleteNew(context, await context.log.advance(operation.id, {newId}));
		}

		case 'created':
		case 'undoing': {
			return deleteNew(context, operation);
		}

		case 'deleting': {
			return operation.kind === 'replace' ? deleteNew(context, operation) : keepOld(context, operation);
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

async function findAndDelete(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const found = await findCreated(context, operation.input!, operation.knownIds);
	switch (found.kind) {
		case 'none': {
			return markRolledBack(context, operation, 'Nothing was created.');
		}

		case 'one': {
			return deleteNew(context, await context.log.advance(operation.id, {newId: found.id}));
		}

		case 'several': {
			return {...await leaveOpen(context, operation, found.reason), candidates: found.ids};
		}

		case 'unclear': {
			return leaveOpen(context, operation, `Outcome unknown: it may have been created. ${found.reason}`);
		}
	}
}

async function deleteNew(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const newId = operation.newId!;
	if (operation.kind === 'replace') {
		const refusal = await keepNewUnlessOldIsListed(context, operation, newId);
		if (refusal !== undefined) {
			return refusal;
		}
	}

	const undoing = await log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(context, operation.id, newId);
	if (deleted.ok) {
		return markRolledBack(context, undoing, `${newId} was deleted.`);
	}

	const presence = await checkPresence(context, newId);
	if (presence === 'absent') {
		return markRolledBack(context, undoing, `${newId} is no longer listed.`);
	}

	// It still exists, so the operation can be rolled back again, or finished.
	const after = presence === 'listed' ? await log.advance(operation.id, {state: 'created'}) : undoing;
	return leaveOpen(context, after, `Deleting ${newId} failed. ${deleted.failure.summary}`);
}

/** A replacement is deleted only while the notification it replaces is listed. Returns why it is kept. */
async function keepNewUnlessOldIsListed(context: OperationContext, operation: Operation, newId: string): Promise<OperationResult | undefined> {
	const oldId = operation.snapshot!.id;
	if (newId === oldId) {
		return leaveOpen(context, operation, `The service kept the ID ${oldId}, so it cannot be rolled back. Finish it instead.`);
	}

	const old = await checkPresence(context, oldId);
	if (old === 'listed') {
		return undefined;
	}

	if (old === 'absent' && await checkPresence(context, newId) === 'absent') {
		return markFailed(context, operation, `Neither ${oldId} nor ${newId} is listed any more.`);
	}

	return leaveOpen(context, operation, old === 'absent'
		? `${newId} was kept, because ${oldId} is no longer listed. Finish it instead.`
		: `${newId} was kept, because ${oldId} could not be verified: ${old.unclear}`);
}

async function keepOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.snapshot!.id);
	if (presence === 'absent') {
		return markDone(context, operation, {detail: 'It had already been deleted.'});
	}

	return presence === 'listed'
		? markRolledBack(context, operation, 'It was not deleted.')
		: leaveOpen(context, operation, `Outcome unknown: it may have been deleted. ${presence.unclear}`);
}
