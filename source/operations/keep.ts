import {failureSentence} from '../api/failure.ts';
import type {Notification} from '../notification/notification.ts';
import type {Operation} from '../storage/journal/operation.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {leaveOpen} from './conclude.ts';
import {changedElsewhereText, isGoneReported, theirsNamed} from './contested.ts';
import {create} from './create.ts';
import {concludeDelete} from './delete-step.ts';
import {remove} from './delete.ts';
import {certifyChoice, isListedIn, isNamed, type Sighting, type OperationContext} from './operation-context.ts';
import {judgeCreation} from './judge-creation.ts';
import {otherContentText} from './half-done.ts';
import type {OperationResult} from './operation-result.ts';
import {resume} from './resume.ts';
import {sendDelete} from './send.ts';
import {takeSnapshot} from './snapshot.ts';
import {findTheirs} from './theirs.ts';
import {unnamedText} from './transitions.ts';
import {fetchListing, verifyDeletion} from './verify.ts';

/** The new notifications that stay where somebody else edited the same one: ours, theirs or both. */
export type Keep = 'both' | 'mine' | 'theirs';

/** Ends a replacement whose old notification somebody else edited. Only a notification that the operator saw named is deleted (`changedElsewhereText`). Theirs is kept only if it has the lower ID, because two who both give way would lose both. */
export async function keep(context: OperationContext, operation: Operation, which: Keep): Promise<OperationResult> {
	if (operation.kind !== 'replace' || operation.newId === undefined || !isGoneReported(operation.detail, operation)) {
		return {kind: 'impossible', reason: 'Nothing was sent: nobody else is known to have changed this notification.'};
	}

	if (which === 'both') {
		return resume(context, operation, {mayResend: true});
	}

	const attempt = await fetchListing(context);
	if ('failure' in attempt) {
		return {
			kind: 'open',
			operation,
			reason: `Nothing was deleted: the notifications could not be listed first. ${failureSentence(attempt.failure)}`,
			failure: attempt.failure,
		};
	}

	const find = await findTheirs(context, [operation], attempt);
	const theirs = find(operation);
	const text = changedElsewhereText(operation.snapshot!.id, operation.newId, theirs?.id);
	if (theirs === undefined || theirsNamed(operation) !== sanitise(theirs.id) || !attempt.listing.complete) {
		return leaveOpen(context, operation, `${text} Nothing was deleted.`);
	}

	if (which === 'theirs') {
		return giveWay(context, operation, theirs, attempt);
	}

	const deleted = await remove({...context, lastSighting: () => attempt}, takeSnapshot(theirs));
	if (deleted.kind === 'refused') {
		return leaveOpen(context, operation, `Nothing was deleted. ${failureSentence(deleted.failure)}`, deleted.failure);
	}

	return deleted.kind === 'done' ? resume(context, operation, {mayResend: true}) : deleted;
}

/** Deletes our new notification, and creates it again if theirs is gone afterwards. */
async function giveWay(
	context: OperationContext,
	operation: Operation,
	theirs: Notification,
	sighting: Sighting,
): Promise<OperationResult> {
	const newId = operation.newId!;
	const stay = (reason: string): OperationResult => ({kind: 'open', operation, reason: sanitise(reason)});
	const requests = context.log.requestsOf(operation.id);
	const certified = certifyChoice(judgeCreation(context, operation, requests, sighting), newId);
	if (certified === undefined || !isNamed(requests, newId)) {
		const isListed = isListedIn(sighting, newId);
		return stay(
			certified === undefined
				? isListed
					? otherContentText(newId)
					: `${newId} is not listed. Nothing was deleted.`
				: `${unnamedText(newId)} It was kept.`,
		);
	}

	if (!isLower(theirs.id, newId)) {
		return stay(
			`${newId} was kept, because ${theirs.id} does not have the lower ID: if both of you gave way, both would be lost. Keep mine, or both.`,
		);
	}

	const undoing = await context.log.advance(operation.id, {state: 'undoing'});
	const deleted = await sendDelete(context, operation.id, certified);
	const verified = await verifyDeletion(context, undoing, newId);
	const result = await concludeDelete(context, undoing, verified, {failure: deleted.ok ? undefined : deleted.failure});
	if (
		result.kind !== 'failed' ||
		result.operation.state !== 'rolled-back' ||
		isListedIn(verified.sighting!, theirs.id)
	) {
		return result;
	}

	const recreated = await create(context, operation.input!, {acceptedIds: 'all', isUnchecked: true});
	return 'operation' in recreated
		? recreated
		: {
				kind: 'impossible',
				reason: `${sanitise(newId)} was deleted, and ${sanitise(theirs.id)} is no longer listed either. Create it again.`,
			};
}

/** Whether an ID is a lower number than another. Other IDs have no order. */
const isLower = (id: string, other: string): boolean =>
	[id, other].every(each => /^\d+$/v.test(each)) && BigInt(id) < BigInt(other);
