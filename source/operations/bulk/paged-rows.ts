import type {PageRequest} from '../../storage/batches/batch-items.ts';

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
