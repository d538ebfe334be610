import {isDeepStrictEqual} from 'node:util';
import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../system/sliced.ts';
import {
	searchTextOf,
	isMatch,
	isNarrower,
	type SearchTerm,
} from './search.ts';

/** What a query, or the beginning of one, found. */
type Result = {
	readonly terms: readonly SearchTerm[];
	readonly found: readonly number[];
};

/**
Searches records, in an order of their positions, for what meets every term. Remembers what records say, as long as they are the same objects, and what the beginnings of a query found: typing on narrows it, and taking a letter back finds it again.

A search must be run to its end before the next one is begun.
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

		const last = results.at(-1) ?? {terms: [], found: order};
		if (isDeepStrictEqual(terms, last.terms)) {
			return last.found;
		}

		const found: number[] = [];
		for (let step = 0; step < last.found.length; step++) {
			const position = last.found[step]!;
			if (isMatch(records[position]!, searchTexts[position]!, terms)) {
				found.push(position);
			}

			if (step % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		results.push({terms, found});
		return found;
	};
}
