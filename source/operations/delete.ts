import {failureSentence} from '../service/failure.ts';
import type {NotificationSnapshot, Operation} from '../storage/journal/operation.ts';
import {whyNotAsConfirmed} from './as-confirmed.ts';
import {applyTransition, leaveOpen} from './conclude.ts';
import {deleteOld} from './delete-step.ts';
import type {OperationContext} from './operation-context.ts';
import type {OperationResult, RefusedResult} from './operation-result.ts';
import {refusedAsProtected, whyProtected} from './protected.ts';
import {listBeforeDeletion} from './recent-listing.ts';
import {refusedBefore} from './verify.ts';

const unlisted = 'a listing must show first what is deleted.';

/**
Deletes a notification with one DELETE, if a listing shows it with the content that was confirmed. Its content is written to the journal first, so that it can be recreated. If the outcome is unknown or the service answers 404, the listing decides; only a complete listing proves absence.
*/
export async function remove(
	context: OperationContext,
	snapshot: NotificationSnapshot,
): Promise<OperationResult | RefusedResult> {
	context.onPhase?.('checking');
	const before = await listBeforeDeletion(context);
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before) {
		return {kind: 'impossible', reason: `Nothing was sent: ${unlisted} ${failureSentence(before.failure)}`};
	}

	const changed = whyNotAsConfirmed(before, snapshot);
	if (changed !== undefined) {
		return {kind: 'impossible', reason: `Nothing was sent: ${changed}.`};
	}

	const why = whyProtected(context, snapshot, before.listing.records);
	return why === undefined
		? deleteOld(
				context,
				await context.log.begin({profile: context.profile, profileName: context.profileName, kind: 'delete', snapshot}),
			)
		: refusedAsProtected(why);
}

/** Sends the DELETE of a deletion that was planned before the program was killed, as `remove` does. */
export async function deletePlanned(context: OperationContext, operation: Operation): Promise<OperationResult> {
	const snapshot = operation.snapshot!;
	const before = await listBeforeDeletion(context);
	if ('failure' in before) {
		return leaveOpen(
			context,
			operation,
			`Nothing was sent: ${unlisted} ${failureSentence(before.failure)}`,
			before.failure,
		);
	}

	const changed = whyNotAsConfirmed(before, snapshot);
	if (changed !== undefined) {
		return applyTransition(context, operation, {state: 'failed', detail: `Nothing was sent: ${changed}.`});
	}

	const why = whyProtected(context, snapshot, before.listing.records);
	return why === undefined ? deleteOld(context, operation) : leaveOpen(context, operation, why);
}
