import {recordText, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {indexesBelow, itemsPerSlice, type Sliced} from '../../system/sliced.ts';
import {mergeSort, sortKey} from './sort.ts';

/** What a listing can be grouped by. */
export const groupFields = ['user', 'channel', 'network', 'event', 'address', 'recipient'] as const satisfies readonly FieldName[];

export type GroupField = (typeof groupFields)[number];

/** Records that say the same in a field. */
export type Group = {
	readonly kind: 'group';
	readonly field: GroupField;
	readonly value: string;
	/** Positions in the listing, in its order. */
	readonly members: readonly number[];
};

/**
Records grouped by a field, `positions` telling which of them, in order. The groups come in the natural order of their values, not of their sizes, so that none of them moves while a search narrows; what says nothing comes last. Within a group the order stays.

@yields Nothing: there it can be interrupted.
*/
export function * groupRecords(records: readonly ListedRecord[], positions: readonly number[], field: GroupField): Sliced<Group[]> {
	const groups = new Map<string, Group & {readonly members: number[]}>();
	for (const [index, position] of positions.entries()) {
		const value = recordText(records[position]!, field);
		// The case of an address is its checksum.
		const key = field === 'address' ? value.toLowerCase() : value;
		const group = groups.get(key);
		if (group === undefined) {
			groups.set(key, {kind: 'group', field, value, members: [position]});
		} else {
			group.members.push(position);
		}

		if (index % itemsPerSlice === 0) {
			yield;
		}
	}

	return yield * sortGroups(groups.values().toArray(), field);
}

function * sortGroups(groups: readonly Group[], field: GroupField): Sliced<Group[]> {
	const keys: string[] = [];
	for (const {value} of groups) {
		keys.push(sortKey(value, field));
		if (keys.length % itemsPerSlice === 0) {
			yield;
		}
	}

	const order = yield * mergeSort(indexesBelow(groups.length), (a, b) => keys[a] !== '' && (keys[b] === '' || keys[a]! < keys[b]!));
	return order.map(index => groups[index]!);
}
