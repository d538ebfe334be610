import {succeed} from '../api/failure.ts';
import {deleteNotification} from '../api/writes.ts';
import type {ItemChange} from '../ledger/batch-items.ts';
import type {Operation, OldNotification} from '../ledger/operation.ts';
import type {BulkDesk, Tally, Unmade} from './bulk.ts';
import {sendItem} from './bulk-request.ts';
import {look, notificationsIn} from './observe.ts';
import type {Verdict} from './pool.ts';
import {rowsOf, slices} from './slices.ts';

/**
Writes down that these are to be deleted, all of them before anything is sent. Returns the batch.

@throws LedgerError when one of them is in the middle of another change, or it cannot be written down: nothing is begun then.
*/
export async function planDeletes({bench: {profile, profileName}, journal}: Pick<BulkDesk, 'bench' | 'journal'>, targets: Iterable<OldNotification>): Promise<number> {
	const batch = journal.beginBatch(profile, 'delete');
	try {
		for await (const slice of slices(targets)) {
			journal.addItems(batch, slice.map(old => ({profileName, old})));
		}
	} catch (error) {
		journal.forgetBatch(batch);
		throw error;
	}

	journal.completeBatch(batch);
	return batch;
}

/** What is still to be deleted, one at a time. */
export function deletesIn({journal}: BulkDesk, batch: number): Iterator<Operation, void> {
	return rowsOf(page => journal.itemsIn(batch, 'planned', page));
}

/** Sends one DELETE. Where its outcome is unknown, or the service knows no such notification, a listing has to tell. */
export async function deleteItem(desk: BulkDesk, tally: Tally, {id: item, old}: Operation): Promise<Verdict> {
	const {bench: {connection, signal}} = desk;
	const {id} = old!;
	const {verdict} = await sendItem(desk, tally, {
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

const whatIsListed: Readonly<Record<Unmade, string>> = {planned: '', failed: 'It is still listed.', 'rolled-back': 'It was not deleted.'};

/**
Asks one listing, for all of them together, what became of what may have been deleted. What is still listed goes to the given state.

@returns Why some stay unclear: a sentence, safe to show.
*/
export async function settleDeletes({bench, journal}: Pick<BulkDesk, 'bench' | 'journal'>, batch: number, listed: Unmade): Promise<string | undefined> {
	if (journal.batch(batch).counts.unclear === 0) {
		return undefined;
	}

	const seen = await look(bench);
	if ('failure' in seen) {
		return seen.failure.what;
	}

	const {listing} = seen;
	const ids = new Set(notificationsIn(listing).map(({id}) => id));
	for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, 'deleting', page)))) {
		journal.changeItems(slice.flatMap(({id, old, note = ''}): ItemChange[] => {
			if (ids.has(old!.id)) {
				return [{id, state: listed, note: `${note} ${whatIsListed[listed]}`.trim()}];
			}

			return listing.complete ? [{id, state: 'done', note: 'The answer did not say so, but it is no longer listed.'}] : [];
		}));
	}

	return listing.complete ? undefined : listing.reason;
}
