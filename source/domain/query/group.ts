import {comparableAddress} from '../equivalence.ts';
import {fieldNamed, recordText, type Field, type GroupField} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {range} from '../../platform/text.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import type {RecordChanges} from './record-changes.ts';
import {compareKeys, insertSorted, maxInserted, mergeSort, sortKey} from './sort.ts';

/** A group of records with the same value in a field. */
export type Group = {
	readonly kind: 'group';
	readonly field: GroupField;
	readonly value: string;
	/** Positions in the listing, in the order of the view. */
	readonly members: readonly number[];
};

/** The order of groups: `count` puts the largest first; undefined sorts by value. */
export type GroupOrder = 'count' | undefined;

/** Records, and how they differ from those that were grouped before, if that is known. */
export type GroupedRecords = {
	readonly records: readonly ListedRecord[];
	readonly changes?: RecordChanges | undefined;
};

/** The group of each record, by number. */
type Numbering = {
	readonly name: GroupField;
	readonly records: readonly ListedRecord[];
	/** The number of the group of the record at each position; -1 if it was not read. */
	readonly numbers: Int32Array;
	/** The groups by number, and by the text that all values of a group have in common. */
	readonly groups: Array<{readonly key: string; value: string; first: ListedRecord}>;
	readonly byKey: Map<string, number>;
	/** The numbers in the order of the values. */
	order: readonly number[];
};

/**
Creates a function that groups records by a field. By default the groups are in the natural order of their values, so that no group moves while a search narrows, and the group without a value is last. By count the largest is first, and groups of the same size are in the order of their values.

The function takes the whole listing, the positions of the records to group, the field, and the order of the groups. Each group keeps the order of the positions. A record is read once, as long as it is the same object.
*/
export function createGrouper(): (
	listed: GroupedRecords,
	positions: readonly number[],
	name: GroupField,
	order?: GroupOrder,
) => Sliced<Group[]> {
	let last: Numbering | undefined;

	return function* (listed, positions, name, order) {
		const {records} = listed;
		const numbering = renumber(last?.name === name ? last : undefined, listed, name);
		last = numbering;
		const {numbers, groups} = numbering;
		const field = fieldNamed(name);
		const members = new Map<number, number[]>();
		for (const [index, position] of positions.entries()) {
			if (numbers[position] === -1) {
				numbers[position] = numberOf(numbering, records[position]!, field);
			}

			const number = numbers[position]!;
			const known = members.get(number);
			if (known === undefined) {
				members.set(number, [position]);
			} else {
				known.push(position);
			}

			if (index % itemsPerSlice === 0) {
				yield;
			}
		}

		numbering.order = yield* orderGroups(numbering, field);
		const byValue = numbering.order.flatMap((number): Group[] => {
			const all = members.get(number);
			return all === undefined
				? []
				: [{kind: 'group', field: name, value: valueOf(groups[number]!, records[all[0]!]!, field), members: all}];
		});
		if (groups.length > 2 * byValue.length + spareGroups) {
			last = undefined;
		}

		return order === 'count' ? yield* largestFirst(byValue) : byValue;
	};
}

/** The number of groups without members that are always kept. */
const spareGroups = 1000;

/** The groups of the records that were kept. */
function renumber(earlier: Numbering | undefined, {records, changes}: GroupedRecords, name: GroupField): Numbering {
	if (earlier?.records === records) {
		return earlier;
	}

	if (earlier === undefined || earlier.records !== changes?.earlier) {
		return {name, records, numbers: new Int32Array(records.length).fill(-1), groups: [], byKey: new Map(), order: []};
	}

	return {...earlier, records, numbers: changes.before.map(before => earlier.numbers[before] ?? -1)};
}

/** Reads a record, and finds its group or begins a new one. */
function numberOf({groups, byKey}: Numbering, record: ListedRecord, field: Field): number {
	const value = recordText(record, field);
	const key = field.isHex ? comparableAddress(value) : value;
	const known = byKey.get(key);
	if (known !== undefined) {
		return known;
	}

	groups.push({key, value, first: record});
	byKey.set(key, groups.length - 1);
	return groups.length - 1;
}

/** The value of a group, written as by its first member. */
function valueOf(group: Numbering['groups'][number], first: ListedRecord, field: Field): string {
	if (field.isHex && group.first !== first) {
		group.value = recordText(first, field);
		group.first = first;
	}

	return group.value;
}

/**
Sorts the groups by value. If few are new, only these are inserted.

@yields Nothing; the computation can pause there.
*/
function* orderGroups({groups, order}: Numbering, field: Field): Sliced<readonly number[]> {
	const fresh = range(groups.length - order.length).map(index => order.length + index);
	if (fresh.length === 0) {
		return order;
	}

	const compare = (a: number, b: number) => compareKeys(sortKey(groups[a]!.key, field), sortKey(groups[b]!.key, field));
	if (order.length > 0 && fresh.length <= maxInserted) {
		return yield* insertSorted(order, fresh, compare);
	}

	const keys: string[] = [];
	for (const {key} of groups) {
		keys.push(sortKey(key, field));
		if (keys.length % itemsPerSlice === 0) {
			yield;
		}
	}

	return yield* mergeSort(range(groups.length), (a, b) => compareKeys(keys[a]!, keys[b]!) < 0);
}

/**
Sorts items by the number of their members, the largest first. The sort is stable.

@yields Nothing; the computation can pause there.
*/
export function* largestFirst<T extends {readonly members: readonly unknown[]}>(groups: readonly T[]): Sliced<T[]> {
	const order = yield* mergeSort(range(groups.length), (a, b) => groups[a]!.members.length > groups[b]!.members.length);
	return order.map(index => groups[index]!);
}
