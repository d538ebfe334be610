import type {BatchKind, OperationKind} from '../notification/operation-texts.ts';
import type {AwaitedJournal} from '../storage/awaited-ledger.ts';
import type {PageRequest} from '../storage/batches/batch-items.ts';
import type {BatchCounts} from '../storage/batches/batch.ts';
import type {Operation, OperationState, RequestEntry} from '../storage/journal/operation.ts';
import {mayHaveEffect} from './transitions.ts';

/** The changes that a run acts on: those of a batch, or one alone. */
export type ItemSet = {
	/** The number of the batch; undefined for one that is acted on alone. */
	readonly batch: number | undefined;
	readonly kind: BatchKind;
	readonly counts: () => BatchCounts;
	/** The items in a state, oldest first, read page by page. */
	readonly itemsIn: (state: OperationState) => Generator<Operation, void, void>;
	/** The planned items that delete a notification, or those that create one. */
	readonly plannedIn: (method: RequestEntry['method']) => Generator<Operation, void, void>;
	/** Whether an item that creates or replaces is neither done nor skipped. */
	readonly missesCreations: () => boolean;
	/** Ends the planned items with a detail by their kind. What may have been sent earlier is awaited again. */
	readonly leavePlanned: (details: Readonly<Record<OperationKind, string>>) => Promise<void>;
};

/** The items of a batch. */
export function itemsOfBatch(journal: AwaitedJournal, batch: number): ItemSet {
	return {
		batch,
		kind: journal.batch(batch).kind,
		counts: () => journal.batch(batch).counts,
		itemsIn: state => pagedRows(page => journal.itemsIn(batch, state, page)),
		plannedIn: method => pagedRows(page => journal.plannedIn(batch, method, page)),
		missesCreations: () => journal.missesCreations(batch),
		leavePlanned: async details => journal.leavePlanned(batch, details),
	};
}

/** One change alone, which may be an item of a batch. */
export function itemAlone(journal: AwaitedJournal, id: number): ItemSet {
	const get = () => journal.get(id)!;
	function* that(isWanted: (item: Operation) => boolean): Generator<Operation, void, void> {
		const item = get();
		if (isWanted(item)) {
			yield item;
		}
	}

	return {
		batch: undefined,
		kind: get().kind,
		counts: () => countOf(get().state),
		itemsIn: state => that(item => item.state === state),
		plannedIn: method => that(({state, kind}) => state === 'planned' && (kind === 'delete') === (method === 'DELETE')),
		missesCreations: () => false,
		async leavePlanned(details) {
			const {state, kind} = get();
			if (state === 'planned') {
				const sent = kind === 'delete' ? 'deleting' : 'creating';
				await journal.changeItems([
					mayHaveEffect(journal.requestsOf(id)) ? {id, state: sent} : {id, state: 'rolled-back', detail: details[kind]},
				]);
			}
		},
	};
}

function countOf(state: OperationState): BatchCounts {
	const count = (...states: readonly OperationState[]) => Number(states.includes(state));
	return {
		planned: count('planned'),
		created: count('created'),
		unknown: count('creating', 'deleting', 'undoing'),
		done: count('done'),
		failed: count('failed'),
		skipped: count('rolled-back'),
	};
}

/** Rows per page: reading this many takes a few milliseconds. */
const pageLength = 50;

/**
Reads a long list from the ledger page by page, on demand.

@yields Its rows, including rows added after the page that was read last.
*/
export function* pagedRows<T extends {readonly id: number}>(
	read: (page: PageRequest) => readonly T[],
): Generator<T, void, void> {
	let page = read({after: 0, limit: pageLength});
	while (page.length > 0) {
		yield* page;
		page = read({after: page.at(-1)!.id, limit: pageLength});
	}
}
