import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';

/** How a list of records differs from an earlier one. A record counts as kept if it is the same object: a refresh reuses those that are listed again byte for byte. */
export type RecordChanges = {
	readonly earlier: readonly ListedRecord[];
	/** The numbers of records at the start and at the end that both lists have. */
	readonly sameStart: number;
	readonly sameEnd: number;
	/** The positions in the earlier list of the records that are no longer there. */
	readonly removed: readonly number[];
	/** The positions of the records that were not in the earlier list. */
	readonly added: readonly number[];
	/** The earlier position of the record at a position; -1 if it was added. */
	readonly positionBefore: (position: number) => number;
	/** The position of the record at an earlier position; -1 if it was removed. */
	readonly positionAfter: (earlier: number) => number;
	/** Whether the kept records are in the same order as before. */
	readonly areInOrder: boolean;
};

/**
Compares two lists of records, neither of which has a record twice. Only what lies between the first and the last difference is looked up.

@yields Nothing; the computation can pause there.
*/
export function* compareRecords(
	earlier: readonly ListedRecord[],
	records: readonly ListedRecord[],
): Sliced<RecordChanges> {
	const shorter = Math.min(earlier.length, records.length);
	let start = 0;
	while (start < shorter && earlier[start] === records[start]) {
		start++;
	}

	let end = 0;
	while (end < shorter - start && earlier[earlier.length - 1 - end] === records[records.length - 1 - end]) {
		end++;
	}

	const endBefore = earlier.length - end;
	const endAfter = records.length - end;
	const left = new Map<ListedRecord, number>();
	// If the range after the change is empty, every record of the range before it is gone.
	for (let position = start === endAfter ? endBefore : start; position < endBefore; position++) {
		left.set(earlier[position]!, position);
		if (position % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const before = new Int32Array(endAfter - start).fill(-1);
	const after = new Int32Array(endBefore - start).fill(-1);
	const added: number[] = [];
	let last = -1;
	let areInOrder = true;
	for (let position = start; position < endAfter; position++) {
		const record = records[position]!;
		const found = left.get(record);
		if (found === undefined) {
			added.push(position);
		} else {
			left.delete(record);
			before[position - start] = found;
			after[found - start] = position;
			areInOrder &&= found > last;
			last = found;
		}

		if (position % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const removed: number[] = [];
	for (const [index, position] of after.entries()) {
		if (position === -1) {
			removed.push(start + index);
		}
	}

	const shift = records.length - earlier.length;
	return {
		earlier,
		sameStart: start,
		sameEnd: end,
		removed,
		added,
		positionBefore: position =>
			position < start ? position : position < endAfter ? before[position - start]! : position - shift,
		positionAfter: position =>
			position < start ? position : position < endBefore ? after[position - start]! : position + shift,
		areInOrder,
	};
}
