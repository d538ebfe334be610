import type {Failure} from '../../service/failure.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {whyNotAsConfirmed} from '../as-confirmed.ts';
import {listBeforeDeletion} from '../recent-listing.ts';
import {namesTwins} from '../../notification/operation-texts.ts';
import {afterRejection, mayHaveEffect} from '../transitions.ts';
import {fetchListing, pollListing, type ListingAttempt} from '../verify.ts';
import type {BatchRun} from './batch-run.ts';
import {toItemChange} from './bulk-context.ts';
import {deleteItem, deletesIn} from './bulk-delete.ts';
import {newNotificationsToDelete, oldNotificationsToDelete} from './bulk-replace.ts';
import {byOperation, keepCurrent, sendAllowed} from './current-listing.ts';
import {verifyItems} from './settle-items.ts';

/** Sends the planned deletions whose notification a listing shows as it was confirmed. A wait or a pause can be long: then the account is listed again. */
export async function deletePlannedItems({bulk, batch, counter, send}: BatchRun): Promise<Failure | undefined> {
	const {context, journal} = bulk;
	if (journal.plannedIn(batch, 'DELETE', {after: 0, limit: 1}).length === 0) {
		return undefined;
	}

	const currentListing = keepCurrent(context, await listBeforeDeletion(context), async () => fetchListing(context));
	return send('DELETE', deletesIn(bulk, batch), async item => {
		const sighting = await currentListing();
		if ('failure' in sighting) {
			return {kind: 'stop', failure: sighting.failure};
		}

		const snapshot = item.snapshot!;
		const why = whyNotAsConfirmed(sighting, snapshot);
		// It may be missing because of an earlier request, whose outcome was judged before this.
		if (why === undefined || mayHaveEffect(journal.requestsOf(item.id))) {
			return deleteItem(bulk, counter, item.id, snapshot);
		}

		await journal.changeItems([toItemChange(item, {state: 'failed', detail: `Not deleted: ${why}.`})]);
		counter.add({failed: 1});
		return {kind: 'next'};
	});
}

/** Deletes the old notification of each replacement whose new one is listed. */
export async function deleteOldNotifications(run: BatchRun): Promise<Failure | undefined> {
	const {bulk, batch, counter} = run;
	const find = async (attempt: ListingAttempt) =>
		'failure' in attempt ? attempt : byOperation(await oldNotificationsToDelete(bulk, batch, attempt), ({id}) => id);
	const open = await verifyItems(bulk, batch, 'continue');
	const again = async () => find(await fetchListing(bulk.context));
	return sendAllowed(run, open?.sighting === undefined ? await again() : await find(open.sighting), again, async item =>
		deleteItem(bulk, counter, item.id, item.snapshot!, halfDone(item, 'deleting')),
	);
}

/** Deletes the new notification of each half-done replacement again. Repeats the listing for several seconds, because a later one may allow more. */
export async function deleteNewNotifications(run: BatchRun): Promise<Failure | undefined> {
	const {bulk, batch, counter} = run;
	const find = async () => {
		const attempt = await fetchListing(bulk.context);
		return 'failure' in attempt ? attempt : newNotificationsToDelete(bulk, batch, attempt);
	};

	const again = async () => {
		const found = await find();
		return 'failure' in found ? found : byOperation(found.deletes, ({item}) => item.id);
	};

	const last = await pollListing(bulk.context, find, found => ('wait' in found && found.wait > 0 ? found : undefined));
	return sendAllowed(
		run,
		'failure' in last ? last : byOperation(last.deletes, ({item}) => item.id),
		again,
		async ({item, newId}) => deleteItem(bulk, counter, item.id, newId, halfDone(item, 'undoing')),
	);
}

/** Returns the states to record while one notification of a replacement is being deleted, and the twins to name after that: the replacement is half done again if the DELETE has no effect. */
const halfDone = (item: Operation, sentState: 'deleting' | 'undoing') =>
	({
		sentState,
		sentDetail: namesTwins(item.detail) ? item.detail : undefined,
		noEffectState: 'created',
		noEffectText: (failure: Failure) => afterRejection({...item, state: sentState}, failure).detail,
	}) as const;
