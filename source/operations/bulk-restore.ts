import {createNotification} from '../api/writes.ts';
import {succeed} from '../api/failure.ts';
import type {OperationState} from '../ledger/operation.ts';
import {canonicalForm} from '../notifications/canonical.ts';
import {rememberSent} from './bench.ts';
import type {BulkDesk, Tally} from './bulk.ts';
import {sendItem} from './bulk-request.ts';
import {look, refusal} from './observe.ts';
import type {Verdict} from './pool.ts';
import {canRestore, idsByForm, restoredInput} from './restorable.ts';
import type {Refused, Settled} from './settled.ts';
import {rowsOf, slices} from './slices.ts';

export type RestorePlan = Refused | Extract<Settled, {kind: 'impossible'}> | {readonly kind: 'planned'; readonly batch: number};

/**
Writes down that what a deleting batch took is to be created again, all of it before anything is sent; a complete listing tells which notifications say the same already, so that none of them is taken for a new one.

@throws LedgerError when some of it is back already, or it cannot be written down: nothing is begun then.
*/
export async function planRestores({bench, journal}: Pick<BulkDesk, 'bench' | 'journal'>, deletion: number): Promise<RestorePlan> {
	const {planned, unclear} = journal.batch(deletion).counts;
	if (planned + unclear > 0) {
		return {kind: 'impossible', reason: 'The bulk delete has not ended: H goes on with it, or leaves the rest.'};
	}

	const before = await look(bench);
	const refused = refusal(bench, before);
	if (refused !== undefined) {
		return refused;
	}

	if ('failure' in before || !before.listing.complete) {
		const why = 'failure' in before ? before.failure.what : (before.listing.complete ? '' : before.listing.reason);
		return {kind: 'impossible', reason: `Nothing was sent: only a complete listing can tell the new ones from others. ${why}`};
	}

	const {profile, profileName} = bench;
	const known = await idsByForm(before.listing.records);
	const batch = journal.beginBatch(profile, 'restore');
	try {
		for await (const slice of slices(rowsOf(page => journal.undoableItems(deletion, page)))) {
			journal.addItems(batch, slice.filter(item => canRestore(item)).map(item => ({
				profileName,
				input: restoredInput(item),
				old: item.old,
				knownIds: known.get(canonicalForm(item.old!.input)) ?? [],
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
export type Lane = {
	/** Of the journal, those to be sent; what was sent is taken out. */
	readonly items: number[];
};

/** What is still to be created, but for what says the same as one that is unclear. */
export async function lanesIn({journal}: BulkDesk, batch: number): Promise<Iterator<Lane, void>> {
	const read = async (state: OperationState, visit: (form: string, id: number) => void) => {
		for await (const slice of slices(rowsOf(page => journal.itemsIn(batch, state, page)))) {
			for (const {id, input} of slice) {
				visit(canonicalForm(input!), id);
			}
		}
	};

	const lanes = new Map<string, Lane>();
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
export async function createNext(desk: BulkDesk, tally: Tally, {items}: Lane): Promise<Verdict> {
	const {bench, journal} = desk;
	const item = items[0]!;
	const input = journal.get(item)!.input!;
	const {became, verdict} = await sendItem(desk, tally, {
		item,
		request: {method: 'POST'},
		async send() {
			const created = await createNotification(bench.connection, input, bench.signal);
			return created.ok ? succeed({newId: created.value.id, isUnnamed: created.value.id === undefined}) : created;
		},
		onNewId(newId) {
			rememberSent(bench, newId, input);
		},
		mayRepeat: () => false,
	});
	if (became === 'done' || became === 'failed') {
		items.shift();
		return verdict.kind === 'next' && items.length > 0 ? {kind: 'more'} : verdict;
	}

	return verdict;
}
