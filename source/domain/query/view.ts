import type {ListedRecord} from '../notification.ts';
import {indexesBelow, type Sliced} from '../../system/sliced.ts';
import {groupRecords, type Group, type GroupField} from './group.ts';
import type {SearchTerm} from './search.ts';
import {createSearcher} from './search-index.ts';
import {sortRecords, type Sort} from './sort.ts';

/** A listing, and how it is to be looked at. */
export type ViewInput = {
	readonly records: readonly ListedRecord[];
	readonly terms: readonly SearchTerm[];
	/** Undefined: as the service listed them. */
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
	/** What a query will need is made ready, before one is typed. */
	readonly isIndexed: boolean;
};

export type View = ViewInput & {
	/** Positions of the records found, in their order. */
	readonly found: readonly number[];
	readonly groups: readonly Group[] | undefined;
};

export const emptyView: View = {records: [], terms: [], sort: undefined, group: undefined, isIndexed: false, found: [], groups: undefined};

/**
Searches, sorts and groups listings. What did not change since the last time is not done again.

@returns A function whose work must be run to its end before it is called again.
*/
export function createViewer(): (input: ViewInput) => Sliced<View> {
	const search = createSearcher();
	let sorted: {readonly records: readonly ListedRecord[]; readonly sort: Sort | undefined; readonly order: readonly number[]} | undefined;

	return function * (input) {
		const {records, terms, sort, group, isIndexed} = input;
		if (sorted?.records !== records || sorted.sort !== sort) {
			sorted = {records, sort, order: sort === undefined ? indexesBelow(records.length) : yield * sortRecords(records, sort)};
		}

		const {order} = sorted;
		const found = terms.length > 0 || isIndexed ? yield * search(records, order, terms) : order;
		const groups = group === undefined ? undefined : yield * groupRecords(records, found, group);
		return {...input, found, groups};
	};
}
