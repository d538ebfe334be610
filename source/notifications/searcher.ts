import {isDeepStrictEqual} from 'node:util';
import type {ListedRecord} from './notification.ts';
import {
	haystackOf,
	isFound,
	isNarrower,
	type Term,
} from './search.ts';
import {workStep, type Work} from './work.ts';

/** What a query, or the beginning of one, found. */
type Result = {
	readonly terms: readonly Term[];
	readonly found: readonly number[];
};

/**
Searches records, in an order of their positions, for what meets every term. Remembers what records say, as long as they are the same objects, and what the beginnings of a query found: typing on narrows it, and taking a letter back finds it again.

A search must be run to its end before the next one is begun.
*/
export type Searcher = (records: readonly ListedRecord[], order: readonly number[], terms: readonly Term[]) => Work<readonly number[]>;

export function createSearcher(): Searcher {
	let indexed: readonly ListedRecord[] = [];
	let hays: string[] = [];
	let ordered: readonly number[] = [];
	let results: Result[] = [];

	function * index(records: readonly ListedRecord[]): Work<void> {
		for (const [position, record] of records.entries()) {
			if (indexed[position] === record) {
				continue;
			}

			hays[position] = haystackOf(record);
			if (position % workStep === 0) {
				yield;
			}
		}

		hays = hays.slice(0, records.length);
		indexed = records;
	}

	return function * (records, order, terms) {
		if (indexed !== records) {
			yield * index(records);
			results = [];
		}

		if (ordered !== order) {
			results = [];
			ordered = order;
		}

		while (results.length > 0 && !isNarrower(terms, results.at(-1)!.terms)) {
			results.pop();
		}

		const last = results.at(-1) ?? {terms: [], found: order};
		if (isDeepStrictEqual(terms, last.terms)) {
			return last.found;
		}

		const found: number[] = [];
		for (let step = 0; step < last.found.length; step++) {
			const position = last.found[step]!;
			if (isFound(records[position]!, hays[position]!, terms)) {
				found.push(position);
			}

			if (step % workStep === workStep - 1) {
				yield;
			}
		}

		results.push({terms, found});
		return found;
	};
}
