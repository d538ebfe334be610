import {fieldNamed, recordText, type Field, type GroupField} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {range} from '../../system/range.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {mergeSort, sortKey} from './sort.ts';

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

/**
Groups records by a field. By default the groups are in the natural order of their values, so that no group moves while a search narrows, and the group without a value is last. By count the largest is first, and groups of the same size are in the order of their values.

@param records - The whole listing.
@param positions - The positions of the records to group. Each group keeps their order.
@param name - The field to group by.
@param order - The order of the groups.
@yields Nothing; the computation can pause there.
*/
export function * groupRecords(records: readonly ListedRecord[], positions: readonly number[], name: GroupField, order?: GroupOrder): Sliced<Group[]> {
	const field = fieldNamed(name);
	const groups = new Map<string, Group & {readonly members: number[]}>();
	for (const [index, position] of positions.entries()) {
		const value = recordText(records[position]!, field);
		const key = field.isHex ? value.toLowerCase() : value;
		const group = groups.get(key);
		if (group === undefined) {
			groups.set(key, {kind: 'group', field: name, value, members: [position]});
		} else {
			group.members.push(position);
		}

		if (index % itemsPerSlice === 0) {
			yield;
		}
	}

	const byValue = yield * sortGroups(groups.values().toArray(), field);
	return order === 'count' ? yield * largestFirst(byValue) : byValue;
}

/**
Sorts items by the number of their members, the largest first. The sort is stable.

@yields Nothing; the computation can pause there.
*/
export function * largestFirst<T extends {readonly members: readonly unknown[]}>(groups: readonly T[]): Sliced<T[]> {
	const order = yield * mergeSort(range(groups.length), (a, b) => groups[a]!.members.length > groups[b]!.members.length);
	return order.map(index => groups[index]!);
}

function * sortGroups(groups: readonly Group[], field: Field): Sliced<Group[]> {
	const keys: string[] = [];
	for (const {value} of groups) {
		keys.push(sortKey(value, field));
		if (keys.length % itemsPerSlice === 0) {
			yield;
		}
	}

	const order = yield * mergeSort(range(groups.length), (a, b) => keys[a] !== '' && (keys[b] === '' || keys[a]! < keys[b]!));
	return order.map(index => groups[index]!);
}
