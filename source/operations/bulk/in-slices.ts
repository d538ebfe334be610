import {setImmediate as turn} from 'node:timers/promises';
import type {PageRequest} from '../../storage/batches/batch-items.ts';

/** So many records, or rows of the ledger, take a few milliseconds: keys are not kept waiting. */
const sliceLength = 50;

/**
Goes through a long list part by part.

@yields The parts, the event loop turning before each.
*/
export async function * inSlices<T>(items: Iterable<T>): AsyncGenerator<readonly T[], void, void> {
	let slice: T[] = [];
	for (const item of items) {
		slice.push(item);
		if (slice.length !== sliceLength) {
			continue;
		}

		await turn();
		yield slice;
		slice = [];
	}

	if (slice.length === 0) {
		return;
	}

	await turn();
	yield slice;
}

/**
Goes through a long list of the ledger's, which is read in pages as it is asked for.

@yields Its rows; what joins the list behind what was read comes, too.
*/
export function * pagedRows<T extends {readonly id: number}>(read: (page: PageRequest) => readonly T[]): Generator<T, void, void> {
	let page = read({after: 0, limit: sliceLength});
	while (page.length > 0) {
		yield * page;
		page = read({after: page.at(-1)!.id, limit: sliceLength});
	}
}
