import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import type {Query} from './parse-query.ts';
import {createMatcher, searchTextOf} from './search.ts';

/** Counts the matches of several queries, in slices. It builds no index, because it reads each record only once. */
export function* countMatches(records: readonly ListedRecord[], queries: readonly Query[]): Sliced<number[]> {
	const matchers = queries.map(query => createMatcher(query));
	const counts = queries.map(() => 0);
	for (const [position, record] of records.entries()) {
		const searchText = searchTextOf(record);
		for (const [index, isMatching] of matchers.entries()) {
			counts[index]! += isMatching(record, searchText) ? 1 : 0;
		}

		if (position % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	return counts;
}
