import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {applyTransition, leaveOpen, waitingText} from './conclude.ts';
import {concludeCreate} from './create-step.ts';
import {concludeDelete} from './delete-step.ts';
import {
	certifyChoice,
	isListedIn,
	type CertifiedId,
	type DeletionVerdict,
	type Sighting,
	type OperationContext,
} from './operation-context.ts';
import {judgeCreation} from './judge-creation.ts';
import {judgeDeletion} from './judge-deletion.ts';
import {otherContentText, rollBackHalfDone} from './half-done.ts';
import type {OperationResult} from './operation-result.ts';
import {whyProtected} from './protected.ts';
import {sendDelete} from './send.ts';
import {dropped, isListed, nameFirst, twinsText, type OrNoListing} from './transitions.ts';
import {verifyCreation, verifyDeletion} from './verify.ts';

/**
Rolls back an unfinished operation. Deletes the notification it created, if the old one is listed (or there never was one) and no DELETE of the old one can still take effect. One that no response named is deleted only if the operator chose it (`chosenId`). A notification that it was to delete is kept.
*/
export async function rollBack(
	context: OperationContext,
	operation: Operation,
	chosenId?: string,
): Promise<OperationResult> {
	switch (operation.state) {
		case 'planned': {
			return applyTransition(context, operation, {state: 'rolled-back', detail: 'Nothing was sent.'});
		}

		case 'creating':
		case 'created': {
			return deleteCreated(context, operation, chosenId);
		}

		case 'undoing': {
			return resumeUndoing(context, operation);
		}

		case 'deleting': {
			return operation.kind === 'replace'
				? deleteCreated(context, operation, chosenId)
				: concludeDelete(context, operation, await verifyDeletion(context, operation, operation.snapshot!.id), {
						intent: 'roll-back',
					});
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

/** Stops tracking a pending operation. Nothing is sent, and requests already sent may still take effect. */
export async function drop(context: OperationContext, operation: Operation): Promise<OperationResult> {
	return operation.state === 'planned'
		? rollBack(context, operation)
		: applyTransition(context, operation, dropped(operation));
}

async function deleteCreated(
	context: OperationContext,
	operation: Operation,
	chosenId?: string,
): Promise<OperationResult> {
	const verified = await verifyCreation(context, operation);
	const {verdict, sighting} = verified;
	if (verdict.kind === 'absent') {
		if (operation.state === 'creating') {
			return concludeCreate(context, operation, verified, {intent: 'roll-back'});
		}

		const {old, problem} = await verifyOld(context, operation, sighting!);
		return applyTransition(
			context,
			operation,
			rollBackHalfDone(operation, {
				creation: verdict,
				old,
				isNewListed: isListedIn(sighting!, operation.newId!),
				waiting: pending => waitingText(context, {...pending, problem}),
			}),
		);
	}

	// A service that kept the ID is told apart below.
	const isKeptId =
		operation.kind === 'replace' && verdict.kind === 'certified' && verdict.id === operation.snapshot!.id;
	if (verdict.kind === 'certified' && verdict.isUnconfirmed && chosenId === undefined && !isKeptId) {
		return applyTransition(context, operation, nameFirst(verdict.id));
	}

	const id =
		verdict.kind === 'pending'
			? undefined
			: verdict.kind === 'certified' && chosenId === undefined
				? verdict.id
				: certifyChoice(verdict, chosenId ?? '');
	if (id === undefined) {
		return chosenId === undefined
			? concludeCreate(context, operation, verified)
			: leaveOpen(context, operation, `${chosenId} is not listed with the content that was sent.`);
	}

	const twins = verdict.kind === 'certified' ? verdict.twins : undefined;
	return deleteNew(
		context,
		await context.log.advance(operation.id, {
			newId: id,
			...(twins !== undefined && {detail: sanitise(twinsText(twins))}),
		}),
		id,
		sighting!,
	);
}

/** Deletes a new notification that is listed with the content that was sent. For a replacement, the old notification must be listed and no DELETE of it may still take effect. */
async function deleteNew(
	context: OperationContext,
	operation: Operation,
	newId: CertifiedId,
	sighting: Sighting,
): Promise<OperationResult> {
	if (operation.kind === 'replace') {
		const {old, problem} = await verifyOld(context, operation, sighting);
		const transition = rollBackHalfDone(operation, {
			creation: {kind: 'certified', id: newId},
			old,
			isNewListed: true,
			waiting: pending => waitingText(context, {...pending, problem}),
		});
		if (transition.state !== 'undoing') {
			// The new notification is known from here on, also if the operator chose it: to finish does not ask again.
			const isFound = operation.state === 'creating' && newId !== operation.snapshot!.id;
			return applyTransition(context, operation, isFound ? {state: 'created', ...transition} : transition);
		}
	}

	// The new notification of a replacement may go: the old one stays. One that was created alone is protected as any other.
	const why =
		operation.kind === 'replace'
			? undefined
			: whyProtected(context, {id: newId, input: operation.input!}, sighting.listing.records);
	if (why !== undefined) {
		const kept = await leaveOpen(context, operation, `${newId} was kept. ${why}`);
		return kept.kind === 'open' ? {...kept, cause: 'protected'} : kept;
	}

	const undoing = await context.log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(context, operation.id, newId);
	return concludeDelete(context, undoing, await verifyDeletion(context, undoing, newId), {
		failure: deleted.ok ? undefined : deleted.failure,
	});
}

/** Judges the DELETEs of the old notification of a replacement by a listing and, if it decides nothing, by further ones. */
async function verifyOld(
	context: OperationContext,
	operation: Operation,
	sighting: Sighting,
): Promise<{readonly old: OrNoListing<DeletionVerdict>; readonly problem?: string | undefined}> {
	const oldId = operation.snapshot!.id;
	const old = judgeDeletion(context, oldId, context.log.requestsOf(operation.id), sighting, {
		content: operation.snapshot!.input,
	});
	if (old.kind !== 'pending' || operation.newId === oldId) {
		return {old};
	}

	const {verdict, problem} = await verifyDeletion(context, operation, oldId);
	return {old: verdict, problem};
}

/** Resumes a roll-back. The listing decides whether the new notification was deleted; if it was not, it is deleted again. */
async function resumeUndoing(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const newId = operation.newId!;
	const verified = await verifyDeletion(context, operation, newId);
	const {verdict, sighting} = verified;
	if (!isListed(verdict)) {
		return concludeDelete(context, operation, verified);
	}

	const created = judgeCreation(context, operation, context.log.requestsOf(operation.id), sighting!);
	const id = certifyChoice(created, newId);
	return id === undefined
		? leaveOpen(context, operation, otherContentText(newId))
		: deleteNew(context, operation, id, sighting!);
}
