import {Buffer} from 'node:buffer';
import type {ListedRecord, Notification} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';

/** How a list of records differs from an earlier one. A record counts as kept if it is the same object, or was received byte for byte the same: those of one ID are compared. */
export type RecordChanges = {
	readonly earlier: readonly ListedRecord[];
	readonly later: readonly ListedRecord[];
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
	/** From the earlier position of each notification that is listed with other bytes to its position. It counts as removed and added. */
	readonly changed: ReadonlyMap<number, number>;
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
	const before = new Int32Array(endAfter - start).fill(-1);
	const after = new Int32Array(endBefore - start).fill(-1);
	const changed = new Map<number, number>();
	const pair = (from: number, to: number) => {
		if (isSame(earlier[from]!, later[to]!)) {
			before[to - start] = from;
			after[from - start] = to;
		} else {
			changed.set(from, to);
		}
	};

	// Mostly the records follow each other in both lists: an index of all of them would block a key for longer than it may wait.
	const unpaired: number[] = [];
	let next = start;
	let looks = maxLooks;
	for (let to = start; to < endAfter; to++) {
		const key = keyOf(later[to]!);
		const end = Math.min(endBefore, next + lookAhead, next + looks);
		let from = next;
		while (from < end && keyOf(earlier[from]!) !== key) {
			from++;
			looks--;
		}

		if (from < end) {
			pair(from, to);
			next = from + 1;
		} else {
			unpaired.push(to);
		}

		if (to % itemsPerSlice === 0) {
			yield;
		}
	}

	const left = new Map<string | ListedRecord, number>();
	for (let from = start; unpaired.length > 0 && from < endBefore; from++) {
		if (after[from - start] === -1) {
			left.set(keyOf(earlier[from]!), from);
		}

		if (from % itemsPerSlice === 0) {
			yield;
		}
	}

	for (const [index, to] of unpaired.entries()) {
		const from = left.get(keyOf(later[to]!));
		if (from !== undefined) {
			pair(from, to);
		}

		if (index % itemsPerSlice === 0) {
			yield;
		}
	}

	const added: number[] = [];
	let last = -1;
	let areInOrder = true;
	for (let to = start; to < endAfter; to++) {
		const from = before[to - start]!;
		if (from === -1) {
			added.push(to);
		} else {
			areInOrder &&= from > last;
			last = from;
		}
	}

	const removed: number[] = [];
	for (let from = start; from < endBefore; from++) {
		if (after[from - start] === -1) {
			removed.push(from);
		}
	}

	const shift = later.length - earlier.length;
	return {
		earlier,
		later,
		sameStart: start,
		sameEnd: end,
		removed,
		added,
		positionBefore: position =>
			position < start ? position : position < endAfter ? before[position - start]! : position - shift,
		positionAfter: position =>
			position < start ? position : position < endBefore ? after[position - start]! : position + shift,
		areInOrder,
		changed,
	};
}

/** The number of records searched ahead for one that is not at its place, and the number of looks that are spent on that. */
const lookAhead = 1000;
const maxLooks = 1_000_000;

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

/** The later list, with the earlier objects of the records that were kept; the earlier list itself if nothing changed. */
export function withEarlierObjects({
	earlier,
	later,
	sameStart,
	positionBefore,
}: RecordChanges): readonly ListedRecord[] {
	return sameStart === earlier.length && sameStart === later.length
		? earlier
		: later.map((record, position) => earlier[positionBefore(position)] ?? record);
}

/** The notifications that a later list has and the earlier one has not, those that it lacks, and those that are listed with other bytes; each in the order of its list. */
export type NotificationChanges = {
	readonly appeared: readonly Notification[];
	readonly vanished: readonly Notification[];
	readonly changed: ReadonlyArray<{readonly old: Notification; readonly notification: Notification}>;
};

/** Says of the notifications which appeared, vanished and changed. */
export function notificationChanges({earlier, later, added, removed, changed}: RecordChanges): NotificationChanges {
	const before = new Map([...changed].map(([from, to]) => [to, from]));
	return {
		appeared: notificationsAt(
			later,
			added.filter(position => !before.has(position)),
		),
		vanished: notificationsAt(
			earlier,
			removed.filter(position => !changed.has(position)),
		),
		changed: added.flatMap(position => {
			const [old, notification] = [earlier[before.get(position) ?? -1], later[position]!];
			return old?.kind === 'notification' && notification.kind === 'notification' ? [{old, notification}] : [];
		}),
	};
}

const notificationsAt = (records: readonly ListedRecord[], positions: readonly number[]): Notification[] =>
	positions.map(position => records[position]!).filter(record => record.kind === 'notification');

/** The later list, and in it the notifications that vanished, each after the one that it followed in the earlier list. */
export function withVanished({
	earlier,
	later,
	removed,
	changed,
	positionAfter,
}: RecordChanges): readonly ListedRecord[] {
	if (removed.length === changed.size) {
		return later;
	}

	/** By the position of what they follow; -1 at the start. */
	const followers = new Map<number, ListedRecord[]>();
	let place = -1;
	for (let position = 0; position < earlier.length; position++) {
		const record = earlier[position]!;
		const listedAt = changed.get(position) ?? positionAfter(position);
		if (record.kind === 'unreadable') {
			continue;
		}

		if (listedAt === -1) {
			const behind = followers.get(place) ?? [];
			behind.push(record);
			followers.set(place, behind);
		} else {
			place = listedAt;
		}
	}

	const shown = [...(followers.get(-1) ?? [])];
	for (const [position, record] of later.entries()) {
		shown.push(record, ...(followers.get(position) ?? []));
	}

	return followers.size === 0 ? later : shown;
}
