import {createNotification} from '../../service/writes.ts';
import {refusedMembers, toSentBody} from '../../service/body.ts';
import {succeed} from '../../service/failure.ts';
import {rewritableForm} from '../../notification/equivalence.ts';
import type {Operation} from '../../storage/journal/operation.ts';
import {inSlices} from '../../platform/time-slices.ts';
import {listedRecord, overwrittenFinder} from '../send.ts';
import type {BulkContext, ProgressCounter} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import type {PoolDecision} from './pool.ts';
import {sendItem} from './send-item.ts';

/** A queue of items that a listing could not tell apart. One of them is sent at a time, so that a listing can tell which notification each created. */
export type IdenticalItemsQueue = {
	/** The journal IDs of the items to send; items are removed once sent. */
	readonly items: number[];
};

/** The maximum number of replacements sent before their old notifications are deleted, so that few notifications exist twice at a time. */
export const replacementsAtOnce = 100;

/** Returns queues of the items still to be created, up to a number of replacements, without items identical to one whose outcome is unknown. */
export async function queuesIn({journal}: BulkContext, batch: number): Promise<Iterator<IdenticalItemsQueue, void>> {
	const queues = new Map<string, IdenticalItemsQueue>();
	for await (const slice of inSlices(plannedCreations(journal, batch))) {
		for (const {id, input} of slice) {
			const form = rewritableForm(input!);
			const queue = queues.get(form) ?? {items: []};
			queue.items.push(id);
			queues.set(form, queue);
		}
	}

	for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, 'creating', page)))) {
		for (const {input} of slice) {
			queues.delete(rewritableForm(input!));
		}
	}

	return queues.values();
}

/**
Reads the items still to be created.

@yields The items in their order, until there are as many replacements as are sent at once.
*/
function* plannedCreations(journal: BulkContext['journal'], batch: number): Generator<Operation, void, void> {
	let replacements = 0;
	for (const item of pagedRows(page => journal.plannedIn(batch, 'POST', page))) {
		replacements += Number(item.kind === 'replace');
		if (replacements > replacementsAtOnce) {
			return;
		}

		yield item;
	}
}

/** Sends the POST of the first item of a queue. It is sent again only if the service refused to process it. If its outcome is unknown, the rest of the queue waits until a listing has decided. */
export async function createNext(
	bulk: BulkContext,
	counter: ProgressCounter,
	{items}: IdenticalItemsQueue,
): Promise<PoolDecision> {
	const {context, journal} = bulk;
	const item = items[0]!;
	const operation = journal.get(item)!;
	const input = operation.input!;
	const {outcome, decision} = await sendItem(bulk, counter, {
		item,
		request: {method: 'POST'},
		async send() {
			const listed = listedRecord(operation, journal);
			const overwrittenBy = overwrittenFinder(context, operation);
			const created = await createNotification(context.connection, input, context.signal, listed);
			const paths = created.ok ? [] : refusedMembers(created.failure, toSentBody(input, listed));
			if (paths.length > 0) {
				bulk.refused?.set(item, paths);
			}

			return created.ok
				? succeed({
						newId: created.value.id,
						isUnidentified: created.value.id === undefined,
						overwritten: overwrittenBy(created.value.id),
					})
				: created;
		},
		mayRepeat: () => false,
		// A replacement is done only when the old notification is deleted.
		isLast: operation.kind !== 'replace',
	});
	if (outcome === 'done' || outcome === 'failed') {
		items.shift();
		return decision.kind === 'next' && items.length > 0 ? {...decision, kind: 'more'} : decision;
	}

	return decision;
}
