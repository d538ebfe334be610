import {failureSentence} from '../../service/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {NotificationSnapshot} from '../../storage/journal/operation.ts';
import {notificationsIn, type OperationContext} from '../operation-context.ts';
import type {ImpossibleResult, RefusedResult} from '../operation-result.ts';
import {leaveProtectedOut} from '../protected.ts';
import {listBeforeDeletion} from '../recent-listing.ts';
import {fetchListing, refusedBefore} from '../verify.ts';
import type {BatchContext} from './bulk-context.ts';
import {nothingLeft, planBatch} from './plan-batch.ts';

/**
Writes all items of a bulk delete to the journal before anything is sent. `keeps`: the IDs that must still be listed when the batch is resumed.

@returns The batch.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started. TypeError when there are none.
*/
export async function planDeletes(
	batchContext: BatchContext,
	targets: Iterable<NotificationSnapshot>,
	keeps: ReadonlySet<string> = new Set(),
): Promise<number> {
	const batch = await planBatch(
		batchContext,
		Iterator.from(targets).map(snapshot => ({kind: 'delete', snapshot})),
		{keeps: [...keeps]},
	);
	if (batch === undefined) {
		throw new TypeError('There is nothing to delete.');
	}

	return batch;
}

/** Leaves out what is protected of notifications that are to be deleted, by a listing. `skipped`: what is left out, in sentences that are safe to show. */
export async function withoutProtected(
	context: OperationContext,
	targets: readonly NotificationSnapshot[],
): Promise<
	| ImpossibleResult
	| {readonly kind: 'left'; readonly left: readonly NotificationSnapshot[]; readonly skipped: readonly string[]}
> {
	if (context.guards?.canProtect !== true) {
		return {kind: 'left', left: targets, skipped: []};
	}

	const before = await listBeforeDeletion(context);
	if ('failure' in before) {
		return {
			kind: 'impossible',
			reason: `Nothing was sent: a listing must show first that nothing of it is protected. ${failureSentence(before.failure)}`,
		};
	}

	const {left, skipped} = leaveProtectedOut(context, targets, snapshot => snapshot, before.listing.records);
	return left.length === 0 ? nothingLeft('Nothing to delete.', skipped) : {kind: 'left', left, skipped};
}

/** Returns the reason why nothing (more) may be deleted: a new complete listing lacks some of `keeps` because somebody else deleted them, or there is no such listing. Undefined if all are listed, or `keeps` is empty. */
export async function refusalWithout(
	context: OperationContext,
	keeps: ReadonlySet<string> = new Set(),
	isResumed = false,
): Promise<RefusedResult | ImpossibleResult | undefined> {
	if (keeps.size === 0) {
		return undefined;
	}

	const nothing = isResumed ? 'Nothing more was deleted' : 'Nothing was deleted';
	const sighting = await fetchListing(context);
	if ('failure' in sighting) {
		return (
			refusedBefore(context, sighting, true) ?? {
				kind: 'refused',
				failure: {
					...sighting.failure,
					outcome: 'not-sent',
					nextStep: `${nothing}: a listing must show first that what is to stay still exists. ${sighting.failure.nextStep}`,
				},
			}
		);
	}

	if (!sighting.listing.complete) {
		return {kind: 'impossible', reason: `${nothing}: the listing is partial. ${sanitise(sighting.listing.reason)}`};
	}

	const listed = new Set(notificationsIn(sighting.listing).map(({id}) => id));
	const missing = keeps.values().find(id => !listed.has(id));
	return missing === undefined
		? undefined
		: {
				kind: 'impossible',
				reason: `${nothing}: ${sanitise(missing)}, which was to stay, is not listed any more. ${isResumed ? 'End the operation without the rest, and look' : 'Look'} for duplicates again.`,
			};
}
