import {Buffer} from 'node:buffer';
import type {ListedRecord, Notification} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';

/** How a list of records differs from an earlier one. A record counts as kept if it is the same object, or was received byte for byte the same: those of one ID are compared. */
export type RecordChanges = {
	readonly earlier: readonly ListedRecord[];
	/** The later list, with the earlier objects of the records that were kept; `earlier` itself if nothing changed. */
	readonly records: readonly ListedRecord[];
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
Compares two lists of records, neither of which has an ID twice. Only what lies between the first and the last difference is looked up.

@yields Nothing; the computation can pause there.
*/
export function* compareRecords(
	earlier: readonly ListedRecord[],
	later: readonly ListedRecord[],
): Sliced<RecordChanges> {
	const shorter = Math.min(earlier.length, later.length);
	let start = 0;
	while (start < shorter && isSame(earlier[start]!, later[start]!)) {
		start++;
		if (start % itemsPerSlice === 0) {
			yield;
		}
	}

	let end = 0;
	while (end < shorter - start && isSame(earlier[earlier.length - 1 - end]!, later[later.length - 1 - end]!)) {
		end++;
		if (end % itemsPerSlice === 0) {
			yield;
		}
	}

	const endBefore = earlier.length - end;
	const endAfter = later.length - end;
	const left = new Map<string | ListedRecord, number>();
	// If the range after the change is empty, every record of the range before it is gone.
	for (let position = start === endAfter ? endBefore : start; position < endBefore; position++) {
		left.set(keyOf(earlier[position]!), position);
		if (position % itemsPerSlice === 0) {
			yield;
		}
	}

	const before = new Int32Array(endAfter - start).fill(-1);
	const after = new Int32Array(endBefore - start).fill(-1);
	const added: number[] = [];
	const between: ListedRecord[] = [];
	let last = -1;
	let areInOrder = true;
	for (let position = start; position < endAfter; position++) {
		const record = later[position]!;
		const found = left.get(keyOf(record));
		if (found === undefined || !isSame(earlier[found]!, record)) {
			added.push(position);
			between.push(record);
		} else {
			before[position - start] = found;
			after[found - start] = position;
			areInOrder &&= found > last;
			last = found;
			between.push(earlier[found]!);
		}

		if (position % itemsPerSlice === 0) {
			yield;
		}
	}

	const removed: number[] = [];
	for (const [index, position] of after.entries()) {
		if (position === -1) {
			removed.push(start + index);
		}
	}

	const shift = later.length - earlier.length;
	return {
		earlier,
		records:
			start === earlier.length && start === later.length
				? earlier
				: [...earlier.slice(0, start), ...between, ...earlier.slice(endBefore)],
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

const keyOf = (record: ListedRecord) => (record.kind === 'notification' ? record.id : record);

function isSame(one: ListedRecord, other: ListedRecord): boolean {
	if (one === other) {
		return true;
	}

	if (one.kind === 'notification' && other.kind === 'notification') {
		const [{source: first}, {source: second}] = [one, other];
		return (
			first !== undefined &&
			second !== undefined &&
			first.to - first.from === second.to - second.from &&
			Buffer.compare(first.bytes.subarray(first.from, first.to), second.bytes.subarray(second.from, second.to)) === 0
		);
	}

	return (
		one.kind === 'unreadable' &&
		other.kind === 'unreadable' &&
		one.json !== undefined &&
		one.json === other.json &&
		one.index === other.index &&
		one.problem === other.problem
	);
}

/** The notifications that a later list has and the earlier one has not, those that it lacks, and those with the ID of an earlier one that were received otherwise. */
export type NotificationChanges = {
	readonly appeared: readonly Notification[];
	readonly vanished: readonly Notification[];
	readonly changed: ReadonlyArray<{readonly old: Notification; readonly notification: Notification}>;
};

/** Says of the notifications which appeared, vanished and changed, each in the order of its list. */
export function notificationChanges({earlier, records, added, removed}: RecordChanges): NotificationChanges {
	const gone = new Map(notificationsAt(earlier, removed).map(old => [old.id, old]));
	const come = notificationsAt(records, added);
	const changed = come.flatMap(notification => {
		const old = gone.get(notification.id);
		return old === undefined ? [] : [{old, notification}];
	});
	const appeared = come.filter(({id}) => !gone.has(id));
	for (const {id} of come) {
		gone.delete(id);
	}

	return {appeared, vanished: [...gone.values()], changed};
}

const notificationsAt = (records: readonly ListedRecord[], positions: readonly number[]): Notification[] =>
	positions.map(position => records[position]!).filter(record => record.kind === 'notification');
