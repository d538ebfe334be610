import type {Failure} from '../api/failure.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {leaveOpen, markDone, markFailed} from './conclude.ts';
import {saveSentContent, type OperationContext} from './operation-context.ts';
import type {OperationResult} from './operation-result.ts';
import {sendCreate, sendDelete} from './send.ts';
import {awaitPresence, checkPresence, findCreated, isCandidate, notListed} from './verify.ts';

export type ResumeOptions = {
	/** The operator allows the request to be sent again where it is known to have had no effect. */
	readonly mayResend?: boolean;
	/** The ID of the new notification, chosen by the operator from several candidates. */
	readonly chosenId?: string | undefined;
};

/**
Continues an operation from the state the journal has it in, to its end or to where the operator must decide. Each state is on disk before the request that leaves it is sent. A POST is sent once, unless the operator allows another. Nothing is deleted before its replacement was seen in a listing.
*/
export async function resume(context: OperationContext, operation: Operation, options: ResumeOptions = {}): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			return operation.input === undefined
				? deleteOld(context, operation)
				: post(context, operation);
		}

		case 'creating': {
			return resumeCreate(context, await withoutDetail(context, operation), options);
		}

		case 'created': {
			return settleCreate(context, await withoutDetail(context, operation), operation.newId!);
		}

		case 'deleting': {
			return resumeDelete(context, await withoutDetail(context, operation), options);
		}

		case 'undoing': {
			return resumeRollBack(context, operation);
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

/** What kept the operation open before may no longer hold, so the old detail must not outlive it. */
async function withoutDetail({log}: OperationContext, operation: Operation): Promise<Operation> {
	return operation.detail === undefined ? operation : log.advance(operation.id, {detail: ''});
}

async function post(context: OperationContext, operation: Operation): Promise<OperationResult> {
	if (operation.isRedacted === true) {
		return leaveOpen(context, operation, 'It contains the API key, which is never stored. Roll it back, then enter it again.');
	}

	const creating = await context.log.advance(operation.id, {state: 'creating'});
	const created = await sendCreate(context, operation);
	if (created.ok) {
		const {id} = created.value;
		return id === undefined ? findAndSettle(context, creating, {isCreated: true}) : settleCreate(context, creating, id);
	}

	const {failure} = created;
	return failure.outcome === 'unknown'
		? findAndSettle(context, creating)
		: markFailed(context, creating, failure.summary, failure);
}

type FindOptions = ResumeOptions & {
	/** The service confirmed the creation, but returned no ID. */
	readonly isCreated?: boolean;
};

/** Without an ID in the response, the listing decides what was created. */
async function findAndSettle(context: OperationContext, operation: Operation, {mayResend = false, isCreated = false}: FindOptions = {}): Promise<OperationResult> {
	const found = await findCreated(context, operation.input!, operation.knownIds);
	if (found.kind === 'one') {
		return settleCreate(context, operation, found.id, 'The response did not confirm it, but it is listed.');
	}

	if (found.kind === 'several') {
		return {...await leaveOpen(context, operation, found.reason), candidates: found.ids};
	}

	const why = found.kind === 'none' ? notListed : found.reason;
	if (isCreated) {
		return operation.kind === 'replace'
			// The old notification must stay until the new one is identified.
			? leaveOpen(context, operation, `It was created, but the service did not return its ID. ${why}`)
			: markDone(context, operation, {detail: `The service did not return its ID. ${why}`});
	}

	if (found.kind === 'unclear') {
		return leaveOpen(context, operation, `Outcome unknown: it may have been created. ${why}`);
	}

	return mayResend ? post(context, operation) : markFailed(context, operation, `Not created. ${why}`);
}

async function resumeCreate(context: OperationContext, operation: Operation, options: ResumeOptions): Promise<OperationResult> {
	const {chosenId} = options;
	if (chosenId !== undefined) {
		return await isCandidate(context, operation, chosenId)
			? settleCreate(context, operation, chosenId)
			: leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`);
	}

	return operation.newId === undefined ? findAndSettle(context, operation, options) : settleCreate(context, operation, operation.newId);
}

/** With the new ID known, a create is done; a replacement continues once the new notification is listed. */
async function settleCreate(context: OperationContext, operation: Operation, newId: string, detail?: string): Promise<OperationResult> {
	const {log} = context;
	await saveSentContent(context, newId, operation.input!);
	if (operation.kind !== 'replace') {
		return markDone(context, operation, {newId, detail});
	}

	const oldId = operation.snapshot!.id;
	if (newId === oldId) {
		return markDone(context, operation, {newId, detail: 'The service kept the ID, so nothing was deleted.'});
	}

	const identified = await log.advance(operation.id, {newId, detail});
	const presence = await awaitPresence(context, newId);
	if (presence === 'listed') {
		return deleteOld(context, await log.advance(operation.id, {state: 'created'}));
	}

	const why = presence === 'absent' ? notListed : presence.unclear;
	return leaveOpen(context, identified, `${newId} was created, but could not be verified, so ${oldId} was kept. ${why}`);
}

async function deleteOld(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const {log} = context;
	const {id} = operation.snapshot!;
	const deleting = await log.advance(operation.id, {state: 'deleting'});
	const deleted = await sendDelete(context, operation.id, id);
	if (deleted.ok) {
		return markDone(context, operation);
	}

	const {failure} = deleted;
	if (failure.outcome === 'unknown' || failure.kind === 'not-found') {
		return verifyDelete(context, deleting, failure);
	}

	// It had no effect: the old notification still exists.
	return operation.kind === 'replace'
		? leaveOpen(context, await log.advance(operation.id, {state: 'created'}), `${bothExist(operation)}: deleting ${id} failed. ${failure.summary}`)
		: markFailed(context, operation, failure.summary, failure);
}

const bothExist = ({snapshot, newId}: Operation): string => `Both ${snapshot!.id} and ${newId!} exist`;

async function verifyDelete(context: OperationContext, operation: Operation, failure?: Failure): Promise<OperationResult> {
	const {id} = operation.snapshot!;
	const presence = await checkPresence(context, id);
	if (presence === 'absent') {
		return markDone(context, operation, {detail: 'The response did not confirm it, but it is no longer listed.'});
	}

	if (presence !== 'listed') {
		return leaveOpen(context, operation, `${failure?.summary ?? ''} Outcome unknown: ${id} may have been deleted. ${presence.unclear}`.trimStart());
	}

	return operation.kind === 'replace'
		? leaveOpen(context, await context.log.advance(operation.id, {state: 'created'}), `${bothExist(operation)}: ${id} is still listed.`)
		: markFailed(context, operation, 'It is still listed.', failure && {...failure, outcome: 'rejected', nextStep: 'It is still listed: nothing was deleted.'});
}

async function resumeDelete(context: OperationContext, operation: Operation, {mayResend = false}: ResumeOptions): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.snapshot!.id);
	if (presence !== 'listed' || !mayResend) {
		return verifyDelete(context, operation);
	}

	// The new notification may have gone since: it is looked up again before the old one is deleted.
	return operation.kind === 'replace' ? settleCreate(context, operation, operation.newId!) : deleteOld(context, operation);
}

/** A roll-back that was interrupted can still be reversed while the new notification exists. */
async function resumeRollBack(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const presence = await checkPresence(context, operation.newId!);
	return presence === 'listed'
		? settleCreate(context, await withoutDetail(context, operation), operation.newId!)
		: leaveOpen(context, operation, 'A roll-back was started, so it cannot be finished. Roll it back.');
}
