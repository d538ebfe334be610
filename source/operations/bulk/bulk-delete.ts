import {succeed} from '../../api/failure.ts';
import {deleteNotification} from '../../api/delete.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {Operation, NotificationSnapshot} from '../../storage/journal/operation.ts';
import {fetchListing, notificationsIn} from '../verify.ts';
import type {BulkContext, ProgressCounter, NoEffectState} from './bulk-context.ts';
import {sendItem} from './send-item.ts';
import type {PoolDecision} from './pool.ts';
import {pagedRows, inSlices} from './in-slices.ts';

/**
Writes down that these are to be deleted, all of them before anything is sent. Returns the batch.

@throws LedgerError when one of them is in the middle of another change, or it cannot be written down: nothing is begun then.
*/
export async function planDeletes({context: {profile, profileName}, journal}: Pick<BulkContext, 'context' | 'journal'>, targets: Iterable<NotificationSnapshot>): Promise<number> {
	const batch = journal.beginBatch(profile, 'delete');
	try {
		for await (const slice of inSlices(targets)) {
			journal.addItems(batch, slice.map(snapshot => ({profileName, snapshot})));
		}
	} catch (error) {
		journal.forgetBatch(batch);
		throw error;
	}

	journal.completeBatch(batch);
	return batch;
}

/** What is still to be deleted, one at a time. */
export function deletesIn({journal}: BulkContext, batch: number): Iterator<Operation, void> {
	return pagedRows(page => journal.itemsIn(batch, 'planned', page));
}

/** Sends one DELETE. Where its outcome is unknown, or the service knows no such notification, a listing has to tell. */
export async function deleteItem(bulk: BulkContext, tally: ProgressCounter, {id: item, snapshot}: Operation): Promise<PoolDecision> {
	const {context: {connection, signal}} = bulk;
	const {id} = snapshot!;
	const {verdict} = await sendItem(bulk, tally, {
		item,
		request: {method: 'DELETE', target: id},
		async send() {
			const deleted = await deleteNotification(connection, id, signal);
			return deleted.ok ? succeed({}) : deleted;
		},
		// The service says when it will be able to.
		mayRepeat: ({status, retryAfter}) => status === 503 && retryAfter !== undefined,
	});
	return verdict;
}

const whatIsListed: Readonly<Record<NoEffectState, string>> = {planned: '', failed: 'It is still listed.', 'rolled-back': 'It was not deleted.'};

/**
Asks one listing, for all of them together, what became of what may have been deleted. What is still listed goes to the given state.

@returns Why some stay unclear: a sentence, safe to show.
*/
export async function settleDeletes({context, journal}: Pick<BulkContext, 'context' | 'journal'>, batch: number, listed: NoEffectState): Promise<string | undefined> {
	if (journal.batch(batch).counts.unknown === 0) {
		return undefined;
	}

	const seen = await fetchListing(context);
	if ('failure' in seen) {
		return seen.failure.summary;
	}

	const {listing} = seen;
	const ids = new Set(notificationsIn(listing).map(({id}) => id));
	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'deleting', page)))) {
		journal.changeItems(slice.flatMap(({id, snapshot, detail = ''}): ItemChange[] => {
			if (ids.has(snapshot!.id)) {
				return [{id, state: listed, detail: `${detail} ${whatIsListed[listed]}`.trim()}];
			}

			return listing.complete ? [{id, state: 'done', detail: 'The answer did not say so, but it is no longer listed.'}] : [];
		}));
	}

	return listing.complete ? undefined : listing.reason;
}
