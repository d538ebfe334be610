import {isDeepStrictEqual} from 'node:util';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {hasRunWithin} from '../../platform/clock.ts';
import {hasPattern, type Query} from './parse-query.ts';
import type {IndexedRecords} from './record-index.ts';
import {noStateIds, type StateIds} from './record-state.ts';
import {createMatcher, isNarrower} from './search.ts';

/** The cached result of a query, or of the beginning of one. */
type Result = {
	readonly query: Query;
	readonly matches: readonly number[];
};

export type SearchResult = {
	/** The positions of the matching records, in the given order. */
	readonly matches: readonly number[];
	/** Whether a pattern took too long: then there are no matches. */
	readonly isTooSlow: boolean;
};

/** The time limit of a pattern for the records of one slice, in milliseconds. A key waits no longer than that. */
const patternTime = 150;

/**
Searches indexed records for those that match a query.

It caches the matches of each prefix of a query. Another letter searches only those matches, and deleting a letter finds the previous ones again.

Run a search to its end before you start the next one.
*/
export type Searcher = (
	index: IndexedRecords,
	order: readonly number[],
	query: Query,
	states?: StateIds,
) => Sliced<SearchResult>;

export function createSearcher(): Searcher {
	let searched: IndexedRecords | undefined;
	let ordered: readonly number[] = [];
	let results: Result[] = [];
	let stated = noStateIds;

	return function* (index, order, query, states = noStateIds) {
		if (searched !== index || ordered !== order || stated !== states) {
			results = [];
			searched = index;
			ordered = order;
			stated = states;
		}

		while (results.length > 0 && !isNarrower(query, results.at(-1)!.query)) {
			results.pop();
		}

		const last = results.at(-1) ?? {query: [], matches: order};
		if (isDeepStrictEqual(query, last.query)) {
			return {matches: last.matches, isTooSlow: false};
		}

		const isMatching = createMatcher(query, states);
		const isSlow = hasPattern(query);
		const {records, texts} = index;
		const matches: number[] = [];
		const searchFrom = (start: number) => {
			const end = Math.min(start + itemsPerSlice, last.matches.length);
			for (let step = start; step < end; step++) {
				const position = last.matches[step]!;
				if (isMatching(records[position]!, texts[position]!)) {
					matches.push(position);
				}
			}
		};

		for (let start = 0; start < last.matches.length; start += itemsPerSlice) {
			if (start > 0) {
				yield;
			}

			if (!isSlow) {
				searchFrom(start);
			} else if (
				!hasRunWithin(patternTime, () => {
					searchFrom(start);
				})
			) {
				return {matches: [], isTooSlow: true};
			}
		}

		results.push({query, matches});
		return {matches, isTooSlow: false};
	};
}
