import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {saveSentContent, type OperationContext} from './operation-context.ts';
import {markFailed, leaveOpen} from './conclude.ts';
import {awaitPresence, findCreated, isCandidate, checkPresence} from './verify.ts';
import {sendCreate, sendDelete} from './send.ts';
import type {OperationResult} from './operation-result.ts';

export type ResumeOptions = {
	/** The operator wants it sent again where it is known that it did not arrive. */
	readonly mayResend?: boolean;
	/** Which of several notifications the operator says is the new one. */
	readonly chosenId?: string | undefined;
};

/**
Carries an operation on from wherever it stands to its end, or to where only the operator can say. Each state is written down before the request that leads out of it is sent; a POST is sent once, unless the operator chose to send again; nothing is deleted before what replaces it was seen in a listing.
*/
export async function resume(context: OperationContext, operation: Operation, options: ResumeOptions = {}): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			return operation.input === undefined
				? deleteOld(context, operation)
				: post(context, operation);
		}

		case 'creating': {
			return resumeCreate(context, withoutNote(context, operation), options);
		}

		case 'created': {
			return settleCreate(context, withoutNote(context, operation), operation.newId!);
		}

		case 'deleting': {
			return resumeDelete(context, withoutNote(context, operation), options);
		}

		case 'undoing': {
			return resumeUndo(context, operation);
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

/** What stood in its way may be over: it must not be told of what is done. */
function withoutNote({log}: OperationContext, operation: Operation): Operation {
	return operation.detail === undefined ? operation : log.advance(operation.id, {detail: ''});
}

async function post(context: OperationContext, operation: Operation): Promise<OperationResult> {
	if (operation.isRedacted === true) {
		return leaveOpen(context, operation, 'It held the API key, which is never kept: roll it back, and write it again.');
	}

	const creating = context.log.advance(operation.id, {state: 'creating'});
	const created = await sendCreate(context, operation.id, operation.input!);
	if (created.ok) {
		const {id} = created.value;
		return id === undefined ? reconcile(context, creating, {isCreated: true}) : settleCreate(context, creating, id);
	}

	const {failure} = created;
	return failure.outcome === 'unknown'
		? reconcile(context, creating)
		: markFailed(context, creating, failure.summary, failure);
}

type ReconcileOptions = ResumeOptions & {
	/** The service said so, but not under which ID. */
	readonly isCreated?: boolean;
};

/** The answer did not tell: the listing does. */
async function reconcile(context: OperationContext, operation: Operation, {mayResend = false, isCreated = false}: ReconcileOptions = {}): Promise<OperationResult> {
	const found = await findCreated(context, operation.input!, operation.knownIds);
	if (found.kind === 'one') {
		return settleCreate(context, operation, found.id, 'The answer did not say so, but it is listed.');
	}

	if (found.kind === 'several') {
		return {...leaveOpen(context, operation, found.reason), candidates: found.ids};
	}

	const why = found.kind === 'none' ? 'No listing shows it.' : found.reason;
	if (isCreated) {
		return createdUnseen(context, operation, why);
	}

	if (found.kind === 'unknown') {
		return leaveOpen(context, operation, `There is no telling yet whether it was created. ${why}`);
	}

	return mayResend ? post(context, operation) : markFailed(context, operation, `It did not arrive. ${why}`);
}

/** The service says that it is created, and nothing says under which ID: for a replacement the old one has to stay. */
function createdUnseen(context: OperationContext, operation: Operation, why: string): OperationResult {
	return operation.kind === 'replace'
		? leaveOpen(context, operation, `It was created, but there is no telling under which ID. ${why}`)
		: {kind: 'done', operation: context.log.advance(operation.id, {state: 'done', detail: `The service did not say under which ID. ${why}`})};
}

async function resumeCreate(context: OperationContext, operation: Operation, options: ResumeOptions): Promise<OperationResult> {
	const {chosenId} = options;
	if (chosenId !== undefined) {
		return await isCandidate(context, operation, chosenId)
			? settleCreate(context, operation, chosenId)
			: leaveOpen(context, operation, `${chosenId} is not listed as what was sent.`);
	}

	return operation.newId === undefined ? reconcile(context, operation, options) : settleCreate(context, operation, operation.newId);
}

/** The new id is known: what replaces nothing is done, what replaces something is looked for in a listing first. */
async function settleCreate(context: OperationContext, operation: Operation, newId: string, detail?: string): Promise<OperationResult> {
	const {log} = context;
	saveSentContent(context, newId, operation.input!);
	if (operation.kind !== 'replace') {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId, detail})};
	}

	if (newId === operation.snapshot!.id) {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', newId, detail: 'The service kept the ID: nothing was deleted.'})};
	}

	const noted = log.advance(operation.id, {newId, detail});
	const presence = await awaitPresence(context, newId);
	if (presence !== 'listed') {
		const why = presence === 'absent' ? 'no listing shows it yet' : presence.unclear;
		return leaveOpen(context, noted, `The new one is ${newId}, but the old one stays until the new one is listed: ${why}`);
	}

	return deleteOld(context, log.advance(operation.id, {state: 'created'}));
}

async function deleteOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const {id} = operation.snapshot!;
	const deleting = log.advance(operation.id, {state: 'deleting'});
	const deleted = await sendDelete(context, operation.id, id);
	if (deleted.ok) {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done'})};
	}

	const {failure} = deleted;
	if (failure.outcome === 'unknown' || failure.kind === 'not-found') {
		return verifyDelete(context, deleting, failure);
	}

	// The service, or the way to it, refused: the old one is still there.
	return operation.kind === 'replace'
		? leaveOpen(context, log.advance(operation.id, {state: 'created'}), `Both are there: ${id} could not be deleted. ${failure.summary}`)
		: markFailed(context, operation, failure.summary, failure);
}

async function verifyDelete(context: OperationContext, operation: Operation, failure?: Failure): Promise<OperationResult> {
	const {log} = context;
	const {id} = operation.snapshot!;
	const presence = await checkPresence(context, id);
	if (presence === 'absent') {
		return {kind: 'done', operation: log.advance(operation.id, {state: 'done', detail: 'The answer did not say so, but it is no longer listed.'})};
	}

	if (presence !== 'listed') {
		return leaveOpen(context, operation, `${failure?.summary ?? ''} There is no telling yet whether ${id} was deleted. ${presence.unclear}`.trimStart());
	}

	return operation.kind === 'replace'
		? leaveOpen(context, log.advance(operation.id, {state: 'created'}), `Both are there: ${id} is still listed.`)
		: markFailed(context, operation, 'It is still listed.', failure && {...failure, outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'});
}

async function resumeDelete(context: OperationContext, operation: Operation, {mayResend = false}: ResumeOptions): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.snapshot!.id);
	if (presence !== 'listed' || !mayResend) {
		return verifyDelete(context, operation);
	}

	// The new one may have gone since: it is looked for once more.
	return operation.kind === 'replace' ? settleCreate(context, operation, operation.newId!) : deleteOld(context, operation);
}

/** Rolling back has not ended: as long as the new one is there, it can also be finished. */
async function resumeUndo(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.newId!);
	return presence === 'listed'
		? settleCreate(context, withoutNote(context, operation), operation.newId!)
		: leaveOpen(context, operation, 'It is being rolled back: roll it back to the end.');
}
