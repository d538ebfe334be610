import {idOfRecord} from '../../domain/record-id.ts';
import {failureSentence, succeed} from '../../api/failure.ts';
import {deleteNotification} from '../../api/delete.ts';
import type {ItemChange} from '../../storage/batches/batch-items.ts';
import type {NotificationSnapshot, Operation} from '../../storage/journal/operation.ts';
import {waitingText} from '../conclude.ts';
import {judgeDeletion, type Sighting} from '../evidence.ts';
import {fetchListing, pollListing} from '../verify.ts';
import {inSlices} from '../../system/time-slices.ts';
import type {BatchContext, BulkContext, NoEffectState, ProgressCounter} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import type {PoolDecision} from './pool.ts';
import {sendItem} from './send-item.ts';

/**
Writes all items of a bulk delete to the journal, before anything is sent.

@returns The batch.
@throws LedgerError when one of them has a pending change, or the journal cannot be written: then nothing was started.
*/
export async function planDeletes({context: {profile, profileName}, journal}: BatchContext, targets: Iterable<NotificationSnapshot>): Promise<number> {
	const batch = await journal.beginBatch(profile, 'delete');
	try {
		for await (const slice of inSlices(targets)) {
			await journal.addItems(batch, slice.map(snapshot => ({profileName, snapshot})));
		}
	} catch (error) {
		await journal.forgetBatch(batch);
		throw error;
	}

	await journal.completeBatch(batch);
	return batch;
}

/** The items still to be deleted. */
export function deletesIn({journal}: BulkContext, batch: number): Iterator<Operation, void> {
	return pagedRows(page => journal.itemsIn(batch, 'planned', page));
}

/** Sends the DELETE of one item. Where its outcome is unknown, or the service answers that there is no such notification, a listing must decide. */
export async function deleteItem(bulk: BulkContext, counter: ProgressCounter, {id: item, snapshot}: Operation): Promise<PoolDecision> {
	const {context: {connection, signal}} = bulk;
	const {id} = snapshot!;
	const {decision} = await sendItem(bulk, counter, {
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

const details: Readonly<Record<NoEffectState, string>> = {planned: '', failed: 'It is still listed.', 'rolled-back': 'It was not deleted.'};

/**
Checks listings for all items whose outcome is unknown, over several seconds. What is still listed, and cannot be deleted any more by what was sent, gets the given state.

@returns Why the outcome of some is still unknown; sanitise it before showing it.
*/
export async function verifyDeletes(batchContext: BatchContext, batch: number, stillListed: NoEffectState): Promise<string | undefined> {
	const {context, journal} = batchContext;
	if (journal.batch(batch).counts.unknown === 0) {
		return undefined;
	}

	const {problem} = await pollListing(context, async () => {
		const attempt = await fetchListing(context);
		return 'failure' in attempt ? {problem: failureSentence(attempt.failure), wait: 0} : settleDeletes(batchContext, batch, stillListed, attempt);
	}, ({wait}) => wait > 0);
	return problem;
}

/** What a listing leaves open. */
type Remainder = {
	/** Why the outcome of some is still unknown; safe to show. */
	readonly problem: string | undefined;
	/** Milliseconds until a listing decides. */
	readonly wait: number;
};

/** Concludes what one listing proves of the items of a bulk delete, as `verifyDeletes`. It sends nothing. */
export async function settleDeletes({context, journal}: BatchContext, batch: number, stillListed: NoEffectState, sighting: Sighting): Promise<Remainder> {
	const {listing} = sighting;
	const ids = new Set(listing.records.map(record => idOfRecord(record)));
	let wait: number | undefined;
	const judge = ({id, snapshot, detail = ''}: Operation): ItemChange | undefined => {
		const isListed = ids.has(snapshot!.id);
		const requests = journal.requestsOf(id);
		const verdict = judgeDeletion(context, snapshot!.id, requests, sighting, isListed);
		if (verdict.kind === 'gone') {
			const isConfirmed = requests.some(({outcome}) => outcome === 'ok');
			return {id, state: 'done', detail: isConfirmed ? '' : 'The response did not confirm it, but it is no longer listed.'};
		}

		// To send a DELETE again does no harm.
		if (verdict.kind === 'kept' || (isListed && stillListed === 'planned')) {
			return {id, state: stillListed, detail: `${detail} ${details[stillListed]}`.trim()};
		}

		wait = Math.max(wait ?? 0, verdict.wait);
		return undefined;
	};

	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'deleting', page)))) {
		await journal.changeItems(slice.map(item => judge(item)).filter(change => change !== undefined));
	}

	return wait === undefined
		? {problem: undefined, wait: 0}
		: {problem: waitingText(context, {wait, problem: listing.complete ? undefined : listing.reason}), wait};
}
