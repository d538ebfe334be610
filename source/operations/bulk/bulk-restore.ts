import {createNotification} from '../../api/create.ts';
import {succeed} from '../../api/failure.ts';
import type {OperationState} from '../../storage/journal/operation.ts';
import {canonicalForm} from '../../domain/equivalence.ts';
import {saveSentContent} from '../operation-context.ts';
import {fetchListing, refusedBefore} from '../verify.ts';
import type {Refused, OperationResult} from '../operation-result.ts';
import type {BulkContext, ProgressCounter} from './bulk-context.ts';
import {sendItem} from './send-item.ts';
import type {PoolDecision} from './pool.ts';
import {canRestore, idsByCanonicalForm, restoredInput} from './restorable.ts';
import {pagedRows, inSlices} from './in-slices.ts';

export type RestorePlan = Refused | Extract<OperationResult, {kind: 'impossible'}> | {readonly kind: 'planned'; readonly batch: number};

/**
Writes down that what a deleting batch took is to be created again, all of it before anything is sent; a complete listing tells which notifications say the same already, so that none of them is taken for a new one.

@throws LedgerError when some of it is back already, or it cannot be written down: nothing is begun then.
*/
export async function planRestores({context, journal}: Pick<BulkContext, 'context' | 'journal'>, deletion: number): Promise<RestorePlan> {
	const {planned, unknown} = journal.batch(deletion).counts;
	if (planned + unknown > 0) {
		return {kind: 'impossible', reason: 'The bulk delete has not ended: H goes on with it, or leaves the rest.'};
	}

	const before = await fetchListing(context);
	const refused = refusedBefore(context, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before || !before.listing.complete) {
		const why = 'failure' in before ? before.failure.summary : (before.listing.complete ? '' : before.listing.reason);
		return {kind: 'impossible', reason: `Nothing was sent: only a complete listing can tell the new ones from others. ${why}`};
	}

	const {profile, profileName} = context;
	const known = await idsByCanonicalForm(before.listing.records);
	const batch = journal.beginBatch(profile, 'restore');
	try {
		for await (const slice of inSlices(pagedRows(page => journal.undoableItems(deletion, page)))) {
			journal.addItems(batch, slice.filter(item => canRestore(item)).map(item => ({
				profileName,
				input: restoredInput(item),
				snapshot: item.snapshot,
				knownIds: known.get(canonicalForm(item.snapshot!.input)) ?? [],
				undoes: item.id,
			})));
		}
	} catch (error) {
		journal.forgetBatch(batch);
		throw error;
	}

	if (journal.batch(batch).counts.planned === 0) {
		journal.forgetBatch(batch);
		return {kind: 'impossible', reason: 'Nothing is left to be restored: it is back already, or on its way.'};
	}

	journal.completeBatch(batch);
	return {kind: 'planned', batch};
}

/** Items that say the same to a listing: of these one at a time is sent, so that a listing can tell what became of it. */
export type DuplicateQueue = {
	/** Of the journal, those to be sent; what was sent is taken out. */
	readonly items: number[];
};

/** What is still to be created, but for what says the same as one that is unclear. */
export async function queuesIn({journal}: BulkContext, batch: number): Promise<Iterator<DuplicateQueue, void>> {
	const read = async (state: OperationState, visit: (form: string, id: number) => void) => {
		for await (const slice of inSlices(pagedRows(page => journal.itemsIn(batch, state, page)))) {
			for (const {id, input} of slice) {
				visit(canonicalForm(input!), id);
			}
		}
	};

	const lanes = new Map<string, DuplicateQueue>();
	await read('planned', (form, id) => {
		const lane = lanes.get(form) ?? {items: []};
		lane.items.push(id);
		lanes.set(form, lane);
	});
	await read('creating', form => {
		lanes.delete(form);
	});
	return lanes.values();
}

/** Sends one POST, never twice unless the service has refused to look at it. Where its outcome is unknown, listings have to tell, and what says the same waits until they have. */
export async function createNext(bulk: BulkContext, tally: ProgressCounter, {items}: DuplicateQueue): Promise<PoolDecision> {
	const {context, journal} = bulk;
	const item = items[0]!;
	const input = journal.get(item)!.input!;
	const {became, verdict} = await sendItem(bulk, tally, {
		item,
		request: {method: 'POST'},
		async send() {
			const created = await createNotification(context.connection, input, context.signal);
			return created.ok ? succeed({newId: created.value.id, isUnnamed: created.value.id === undefined}) : created;
		},
		onNewId(newId) {
			saveSentContent(context, newId, input);
		},
		mayRepeat: () => false,
	});
	if (became === 'done' || became === 'failed') {
		items.shift();
		return verdict.kind === 'next' && items.length > 0 ? {kind: 'more'} : verdict;
	}

	return verdict;
}
