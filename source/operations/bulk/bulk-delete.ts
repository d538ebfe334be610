import {succeed} from '../../api/failure.ts';
import {deleteNotification} from '../../api/delete.ts';
import type {NotificationSnapshot, Operation} from '../../storage/journal/operation.ts';
import type {CertifiedId} from '../evidence.ts';
import type {BatchContext, BulkContext, ProgressCounter} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import {planBatch} from './plan-batch.ts';
import type {PoolDecision} from './pool.ts';
import {sendItem, type ItemRequest} from './send-item.ts';

/**
Writes all items of a bulk delete to the journal, before anything is sent.

@returns The batch.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started. TypeError when there are none.
*/
export async function planDeletes(batchContext: BatchContext, targets: Iterable<NotificationSnapshot>): Promise<number> {
	const {profileName} = batchContext.context;
	const batch = await planBatch(batchContext, 'delete', Iterator.from(targets).map(snapshot => ({profileName, snapshot})));
	if (batch === undefined) {
		throw new TypeError('There is nothing to delete.');
	}

	return batch;
}

/** The items still to be deleted. */
export function deletesIn({journal}: BulkContext, batch: number): Iterator<Operation, void> {
	return pagedRows(page => journal.itemsIn(batch, 'planned', page));
}

/** Sends the DELETE of an item: of a notification that the operator chose, or of one that a listing showed to be the item's own. Where its outcome is unknown, or the service answers that there is no such notification, a listing must decide. */
export async function deleteItem(bulk: BulkContext, counter: ProgressCounter, item: number, target: NotificationSnapshot | CertifiedId, states: Pick<ItemRequest, 'sentState' | 'noEffectState'> = {}): Promise<PoolDecision> {
	const {context: {connection, signal}} = bulk;
	const id = typeof target === 'string' ? target : target.id;
	const {decision} = await sendItem(bulk, counter, {
		...states,
		item,
		request: {method: 'DELETE', target: id},
		async send() {
			const deleted = await deleteNotification(connection, id, signal);
			return deleted.ok ? succeed({}) : deleted;
		},
		// With Retry-After a 503 says that the request was not processed (RFC 9110, section 15.6.4).
		mayRepeat: ({status, retryAfter}) => status === 503 && retryAfter !== undefined,
	});
	return decision;
}
