import type {ListedRecord} from '../notification.ts';
import {range} from '../../platform/text.ts';
import {type Sliced} from '../../platform/time-slices.ts';
import {unarranged, type Arrangement} from './arrangement.ts';
import {createGrouper, type Group} from './group.ts';
import type {Query} from './parse-query.ts';
import {createRecordIndex} from './record-index.ts';
import {noStateIds, type StateIds} from './record-state.ts';
import {createSearcher} from './search-index.ts';
import {sortRecords, type Sort} from './sort.ts';

/** A listing, and how to search and arrange it. */
export type ViewInput = Arrangement & {
	readonly records: readonly ListedRecord[];
	readonly query: Query;
	/** The notifications in each state. Pass `noStateIds` if the query has no state, so that nothing is searched again when one changes. */
	readonly states: StateIds;
	/** Whether to build the search index even without a query, so that the first query is fast. */
	readonly isIndexed: boolean;
};

export type View = ViewInput & {
	/** The positions of the matching records, sorted. */
	readonly matches: readonly number[];
	readonly groups: readonly Group[] | undefined;
	/** Whether a pattern of the query took too long: then there are no matches. */
	readonly isTooSlow: boolean;
};

export const emptyView: View = {
	...unarranged,
	records: [],
	query: [],
	states: noStateIds,
	isIndexed: false,
	matches: [],
	groups: undefined,
	isTooSlow: false,
};

/**
Creates a function that searches, sorts and groups listings. It reuses its last results as far as their input has not changed.

@returns A function that returns a computation. Run it to its end before you call the function again.
*/
export function createViewer(): (input: ViewInput) => Sliced<View> {
	const toIndex = createRecordIndex();
	const search = createSearcher();
	const toGroups = createGrouper();
	let sorted:
		| {readonly records: readonly ListedRecord[]; readonly sort: Sort | undefined; readonly order: readonly number[]}
		| undefined;

	return function* (input) {
		const {records, query, states, sort, group, groupOrder, isIndexed} = input;
		const {index, changes} = query.length > 0 || isIndexed || sort !== undefined ? yield* toIndex(records) : {};
		if (sorted?.records !== records || sorted.sort !== sort) {
			const earlier = sorted?.sort === sort && sorted?.records === changes?.earlier ? sorted : undefined;
			sorted = {
				records,
				sort,
				order:
					sort === undefined
						? range(records.length)
						: yield* sortRecords(records, sort, index, earlier && {...earlier, changes: changes!}),
			};
		}

		const {order} = sorted;
		const {matches, isTooSlow} =
			index === undefined ? {matches: order, isTooSlow: false} : yield* search(index, order, query, states);
		const groups = group === undefined ? undefined : yield* toGroups({records, changes}, matches, group, groupOrder);
		return {...input, matches, groups, isTooSlow};
	};
}
