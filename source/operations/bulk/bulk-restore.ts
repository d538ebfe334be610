import {createNotification} from '../../api/create.ts';
import {failureSentence, succeed} from '../../api/failure.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import type {Operation, OperationState} from '../../storage/journal/operation.ts';
import type {ImpossibleResult, RefusedResult} from '../operation-result.ts';
import {notificationsIn} from '../evidence.ts';
import {heldRecord} from '../send.ts';
import {restoredInput} from '../undo-plan.ts';
import {fetchListing, refusedBefore} from '../verify.ts';
import {inSlices} from '../../system/time-slices.ts';
import type {BatchContext, BulkContext, ProgressCounter} from './bulk-context.ts';
import {pagedRows} from './paged-rows.ts';
import type {PoolDecision} from './pool.ts';
import {canRestore, idsByCanonicalForm} from './restorable.ts';
import {sendItem} from './send-item.ts';

export type RestorePlan = RefusedResult | ImpossibleResult | {readonly kind: 'planned'; readonly batch: number};

const impossible = (reason: string): ImpossibleResult => ({kind: 'impossible', reason});

/**
Writes to the journal that everything a bulk delete deleted is to be recreated, before anything is sent. A complete listing says which identical notifications exist already, so that none of them is taken for a recreated one.

@throws LedgerError when some of it has been recreated already, or the journal cannot be written: then nothing was started.
*/
export async function planRestores({context, journal}: BatchContext, deletion: number): Promise<RestorePlan> {
	const {planned, unknown} = journal.batch(deletion).counts;
	if (planned + unknown > 0) {
		return impossible('The bulk delete is not finished. Press ! in the list to finish it or to skip the rest.');
	}

	const before = await fetchListing(context);
	const refused = refusedBefore(context, before, true);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before || !before.listing.complete) {
		const why = 'failure' in before ? failureSentence(before.failure) : (before.listing.complete ? '' : before.listing.reason);
		return impossible(`Nothing was sent: only a complete listing can tell recreated notifications from existing ones. ${why}`);
	}

	const {profile, profileName} = context;
	const known = await idsByCanonicalForm(before.listing.records);
	const listed = new Set(notificationsIn(before.listing).map(({id}) => id));
	const batch = await journal.beginBatch(profile, 'restore');
	try {
		for await (const slice of inSlices(pagedRows(page => journal.undoableItems(deletion, page)))) {
			await journal.addItems(batch, slice.filter(item => canRestore(item) && !isKept(item, listed)).map(item => ({
				profileName,
				input: restoredInput(item),
				snapshot: item.snapshot,
				knownIds: known.get(canonicalForm(item.snapshot!.input)) ?? [],
				undoes: item.id,
			})));
		}
	} catch (error) {
		await journal.forgetBatch(batch);
		throw error;
	}

	if (journal.batch(batch).counts.planned === 0) {
		await journal.forgetBatch(batch);
		return impossible('Nothing to recreate: everything has been recreated already, or is being recreated.');
	}

	await journal.completeBatch(batch);
	return {kind: 'planned', batch};
}

/** Whether a DELETE of unknown outcome had no effect after all. */
const isKept = ({state, snapshot}: Operation, listed: ReadonlySet<string>): boolean => state !== 'done' && listed.has(snapshot!.id);

/** Items with the same canonical form. One of them is sent at a time, so that a listing can tell which notification each created. */
export type DuplicateQueue = {
	/** IDs in the journal of those to be sent; what was sent is removed. */
	readonly items: number[];
};

/** The items still to be created, without those identical to one whose outcome is unknown. */
export async function queuesIn({journal}: BulkContext, batch: number): Promise<Iterator<DuplicateQueue, void>> {
	const read = async (state: OperationState, visit: (form: string, id: number) => void) => {
		for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, state, page)))) {
			for (const {id, input} of slice) {
				visit(canonicalForm(input!), id);
			}
		}
	};

	const queues = new Map<string, DuplicateQueue>();
	await read('planned', (form, id) => {
		const queue = queues.get(form) ?? {items: []};
		queue.items.push(id);
		queues.set(form, queue);
	});
	await read('creating', form => {
		queues.delete(form);
	});
	return queues.values();
}

/** Sends the POST of the first item of a queue; it is sent again only if the service refused to process it. If its outcome is unknown, the rest of the queue waits until a listing has decided. */
export async function createNext(bulk: BulkContext, counter: ProgressCounter, {items}: DuplicateQueue): Promise<PoolDecision> {
	const {context, journal} = bulk;
	const item = items[0]!;
	const operation = journal.get(item)!;
	const input = operation.input!;
	const {outcome, decision} = await sendItem(bulk, counter, {
		item,
		request: {method: 'POST'},
		async send() {
			const created = await createNotification(context.connection, input, context.signal, heldRecord(operation, journal));
			return created.ok ? succeed({newId: created.value.id, isUnidentified: created.value.id === undefined}) : created;
		},
		mayRepeat: () => false,
	});
	if (outcome === 'done' || outcome === 'failed') {
		items.shift();
		return decision.kind === 'next' && items.length > 0 ? {...decision, kind: 'more'} : decision;
	}

	return decision;
}
