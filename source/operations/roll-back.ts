import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {OperationContext} from './operation-context.ts';
import {markFailed, leaveOpen} from './conclude.ts';
import {findCreated, isCandidate, checkPresence} from './verify.ts';
import {sendDelete} from './send.ts';
import type {OperationResult} from './operation-result.ts';

/**
Takes an unfinished operation back: what was created goes, if the old one is seen in a listing (or there never was one); what was to be deleted stays.
*/
export async function rollBack(context: OperationContext, operation: Operation, chosenId?: string): Promise<OperationResult> {
	const {log} = context;
	switch (operation.state) {
		case 'planned': {
			return end(context, operation, 'Nothing was sent.');
		}

		case 'creating': {
			if (chosenId !== undefined && !await isCandidate(context, operation, chosenId)) {
				return leaveOpen(context, operation, `${chosenId} is not listed as what was sent.`);
			}

			const newId = chosenId ?? operation.newId;
			return newId === undefined ? findAndUndo(context, operation) : undo(context, log.advance(operation.id, {newId}));
		}

		case 'created':
		case 'undoing': {
			return undo(context, operation);
		}

		case 'deleting': {
			return operation.kind === 'replace' ? undo(context, operation) : keepOld(context, operation);
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

async function findAndUndo(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const found = await findCreated(context, operation.input!, operation.knownIds);
	switch (found.kind) {
		case 'none': {
			return end(context, operation, 'Nothing was created.');
		}

		case 'one': {
			return undo(context, context.log.advance(operation.id, {newId: found.id}));
		}

		case 'several': {
			return {...leaveOpen(context, operation, found.reason), candidates: found.ids};
		}

		case 'unknown': {
			return leaveOpen(context, operation, `There is no telling yet whether it was created. ${found.reason}`);
		}
	}
}

async function undo(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const newId = operation.newId!;
	if (operation.kind === 'replace') {
		const refusal = await refuseUndo(context, operation, newId);
		if (refusal !== undefined) {
			return refusal;
		}
	}

	const undoing = log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(context, operation.id, newId);
	if (deleted.ok) {
		return end(context, undoing, `${newId} was deleted again.`);
	}

	const presence = await checkPresence(context, newId);
	if (presence === 'absent') {
		return end(context, undoing, `${newId} is no longer listed.`);
	}

	// It is there as before: it can be rolled back once more, or finished.
	const after = presence === 'listed' ? log.advance(operation.id, {state: 'created'}) : undoing;
	return leaveOpen(context, after, `${newId} could not be deleted. ${deleted.failure.summary}`);
}

/** What replaces another one is deleted only while that one is seen. */
async function refuseUndo(context: OperationContext, operation: Operation, newId: string): Promise<OperationResult | undefined> {
	const oldId = operation.snapshot!.id;
	if (newId === oldId) {
		return leaveOpen(context, operation, `The service kept the ID ${oldId}, so there is nothing to go back to; finish instead.`);
	}

	const old = await checkPresence(context, oldId);
	if (old === 'listed') {
		return undefined;
	}

	if (old === 'absent' && await checkPresence(context, newId) === 'absent') {
		return markFailed(context, operation, `Neither ${oldId} nor ${newId} is listed any more.`);
	}

	const why = old === 'absent' ? 'it is gone already; finish instead.' : old.unclear;
	return leaveOpen(context, operation, `${newId} stays, because ${oldId} is not seen: ${why}`);
}

async function keepOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.snapshot!.id);
	if (presence === 'absent') {
		return {kind: 'done', operation: context.log.advance(operation.id, {state: 'done', detail: 'It was deleted before it could be kept.'})};
	}

	return presence === 'listed'
		? end(context, operation, 'It was not deleted.')
		: leaveOpen(context, operation, `There is no telling yet whether it was deleted. ${presence.unclear}`);
}

function end(context: OperationContext, operation: Operation, detail: string): OperationResult {
	return {kind: 'failed', operation: context.log.advance(operation.id, {state: 'rolled-back', detail: sanitise(detail)})};
}
