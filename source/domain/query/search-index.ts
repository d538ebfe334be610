import {isDeepStrictEqual} from 'node:util';
import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {
	createMatcher,
	isNarrower,
	searchTextOf,
	type SearchTerm,
} from './search.ts';

/** The matches of a query, or of the beginning of one. */
type Result = {
	readonly terms: readonly SearchTerm[];
	readonly matches: readonly number[];
};

/**
Searches records for those that match every term, and returns their positions in the given order.

It caches the search text of each record, as long as the record is the same object, and the matches of each beginning of a query. Another letter searches only those, and deleting a letter finds them again.

Run a search to its end before you start the next one.
*/
export type Searcher = (records: readonly ListedRecord[], order: readonly number[], terms: readonly SearchTerm[]) => Sliced<readonly number[]>;

export function createSearcher(): Searcher {
	let indexed: readonly ListedRecord[] = [];
	let searchTexts: string[] = [];
	let ordered: readonly number[] = [];
	let results: Result[] = [];

	function * index(records: readonly ListedRecord[]): Sliced<void> {
		for (const [position, record] of records.entries()) {
			if (indexed[position] === record) {
				continue;
			}

			searchTexts[position] = searchTextOf(record);
			if (position % itemsPerSlice === 0) {
				yield;
			}
		}

		searchTexts = searchTexts.slice(0, records.length);
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

		const last = results.at(-1) ?? {terms: [], matches: order};
		if (isDeepStrictEqual(terms, last.terms)) {
			return last.matches;
		}

		const isMatching = createMatcher(terms);
		const matches: number[] = [];
		for (let step = 0; step < last.matches.length; step++) {
			const position = last.matches[step]!;
			if (isMatching(records[position]!, searchTexts[position]!)) {
				matches.push(position);
			}

			if (step % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		results.push({terms, matches});
		return matches;
	};
}
