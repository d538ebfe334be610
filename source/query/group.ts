import {comparableAddress} from '../notification/equivalence.ts';
import {
	fieldNamed,
	recordText,
	type Field,
	type FieldName,
	type GroupField,
	groupFields,
} from '../notification/spec.ts';
import type {ListedRecord, NotificationFields} from '../notification/notification.ts';
import {foldText} from '../platform/text.ts';
import {itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';
import {createMatcher, searchTextOf, type Query} from './match.ts';
import {sortKey, sortKeys, type GroupOrder} from './sort.ts';

/** A group of records with the same value in a field. */
export type Group = {
	readonly kind: 'group';
	readonly field: GroupField;
	/** The value, written as by the first member. */
	readonly value: string;
	/** Positions in the listing, in the order of the view. */
	readonly members: readonly number[];
};

/** A text that all values of a group have in common. */
const keyOf = (value: string, field: Field): string => (field.isHex ? comparableAddress(value) : value);

/**
Groups records by a field. By default the groups are in the natural order of their values, so that no group moves while a search narrows, and the group without a value is last. By count the largest is first, and groups of the same size are in the order of their values.

@param records - The whole listing.
@param positions - The positions of the records to group. Each group keeps their order.
@yields Nothing; the computation can pause there.
*/
export function* groupRecords(
	records: readonly ListedRecord[],
	positions: readonly number[],
	name: GroupField,
	order?: GroupOrder,
): Sliced<Group[]> {
	const field = fieldNamed(name);
	const byKey = new Map<string, Group & {readonly members: number[]}>();
	const sortedBy: string[] = [];
	yield* mapInSlices(positions, itemsPerSlice, position => {
		const value = recordText(records[position]!, field);
		const key = keyOf(value, field);
		const group = byKey.get(key);
		if (group === undefined) {
			byKey.set(key, {kind: 'group', field: name, value, members: [position]});
			// Values that sort alike, such as email and EMAIL, are told apart: whichever is first changes with a search.
			sortedBy.push(key === '' ? '' : `${sortKey(key, field)}\u{0}${key}`);
		} else {
			group.members.push(position);
		}
	});
	const groups = [...byKey.values()];
	const byValue = (yield* sortKeys(sortedBy)).map(index => groups[index]!);
	return order === 'count' ? byValue.toSorted((a, b) => b.members.length - a.members.length) : byValue;
}

/** A value of a field, and the number of records that have it. */
export type ValueCount = {
	readonly value: string;
	/** The value, folded, to search in. */
	readonly lower: string;
	readonly count: number;
};

/** The values of fields, the most frequent first. Values of the same count are in the order of the listing. */
export type ValueCounts = ReadonlyMap<FieldName, readonly ValueCount[]>;

/**
Counts the values of fields. Empty values are not counted.

@param isCounted - Whether a record is counted; by default all are.
@yields Nothing; the computation can pause there.
*/
export function* countValues(
	records: readonly ListedRecord[],
	names: readonly FieldName[],
	isCounted: (record: ListedRecord) => boolean = () => true,
): Sliced<ValueCounts> {
	const counters = names.map(name => ({
		field: fieldNamed(name),
		values: new Map<string, {value: string; lower: string; count: number}>(),
	}));
	yield* mapInSlices(records, itemsPerSlice, record => {
		for (const {field, values} of isCounted(record) ? counters : []) {
			const value = recordText(record, field);
			const key = keyOf(value, field);
			const known = values.get(key);
			if (known !== undefined) {
				known.count++;
			} else if (value !== '') {
				values.set(key, {value, lower: foldText(value), count: 1});
			}
		}
	});
	return new Map(
		counters.map(({values}, index) => [names[index]!, [...values.values()].toSorted((a, b) => b.count - a.count)]),
	);
}

/** Counts the matches of several queries, in slices. It keeps no search texts, because it reads each record only once. */
export function* countMatches(records: readonly ListedRecord[], queries: readonly Query[]): Sliced<number[]> {
	const matchers = queries.map(query => createMatcher(query));
	const counts = queries.map(() => 0);
	yield* mapInSlices(records, itemsPerSlice, record => {
		const searchText = searchTextOf(record);
		for (const [index, isMatching] of matchers.entries()) {
			counts[index]! += Number(isMatching(record, searchText));
		}
	});
	return counts;
}

/** The values that several notifications have in one field, the most frequent first. */
export type BreakdownCounts = {
	/** The name of the field: `user`. */
	readonly name: string;
	readonly values: ReadonlyArray<readonly [value: string, count: number]>;
};

/** Counts notifications, of which there may be 100,000, by user, channel and network. They are added one by one. */
export function createBreakdown() {
	const counted = groupFields.slice(0, 3).map(({name, read}) => ({name, read, counts: new Map<string, number>()}));
	return {
		add(notification: NotificationFields): void {
			for (const {read, counts} of counted) {
				const value = read(notification);
				counts.set(value, (counts.get(value) ?? 0) + 1);
			}
		},
		counts: (): BreakdownCounts[] =>
			counted.map(({name, counts}) => ({name, values: [...counts].toSorted(([, a], [, b]) => b - a)})),
	};
}

/** Counts notifications by user, channel and network. */
export function breakdownOf(notifications: readonly NotificationFields[]): BreakdownCounts[] {
	const breakdown = createBreakdown();
	for (const notification of notifications) {
		breakdown.add(notification);
	}

	return breakdown.counts();
}
