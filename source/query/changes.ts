import {bytesOf, type ListedRecord, type Notification, idOfRecord} from '../notification/notification.ts';
import {finish, itemsPerSlice, type Sliced} from '../platform/time-slices.ts';

/** Milliseconds between two listings that prove together that something is missing (docs/decisions/evidence.md). One listing may lack it by mistake. */
export const betweenListings = 2000;

/** The records of a listing by ID. A record without one has `undefined`. */
type RecordIndex = ReadonlyMap<string | undefined, ListedRecord>;

const indexes = new WeakMap<readonly ListedRecord[], RecordIndex>();

/** The records by ID. The index is made once: the records must not change. */
export const recordsById = (records: readonly ListedRecord[]): RecordIndex => finish(indexRecords(records));

/**
Makes the index of `recordsById`, which takes some 50 ms of 100,000 records.

@yields Nothing; the computation can pause there.
*/
export function* indexRecords(records: readonly ListedRecord[]): Sliced<RecordIndex> {
	const known = indexes.get(records);
	if (known !== undefined) {
		return known;
	}

	const index = new Map<string | undefined, ListedRecord>();
	for (const record of records) {
		index.set(idOfRecord(record), record);
		if (index.size % itemsPerSlice === 0) {
			yield;
		}
	}

	indexes.set(records, index);
	return index;
}

/** How a list of records differs from an earlier one. A record counts as kept if it is the same object, or was received byte for byte the same: those of one ID are compared. */
type RecordChanges = {
	readonly earlier: readonly ListedRecord[];
	readonly later: readonly ListedRecord[];
	/** The positions in the earlier list of the records that are no longer there. */
	readonly removed: readonly number[];
	/** The positions of the records that were not in the earlier list. */
	readonly added: readonly number[];
	/** By position, the earlier position of a record; -1 if it was added. */
	readonly before: Int32Array;
	/** By earlier position, the position of a record; -1 if it was removed. */
	readonly after: Int32Array;
	/** From the earlier position of each notification that is listed with other bytes to its position. It counts as removed and added. */
	readonly changed: ReadonlyMap<number, number>;
};

/** The number of records searched ahead for one that is not at its place, and the number of looks that are spent on that. */
const lookAhead = 1000;
const maxLooks = 1_000_000;

/**
Compares two lists of records, neither of which has an ID twice.

@yields Nothing; the computation can pause there.
*/
export function* compareRecords(
	earlier: readonly ListedRecord[],
	later: readonly ListedRecord[],
): Sliced<RecordChanges> {
	const before = new Int32Array(later.length).fill(-1);
	const after = new Int32Array(earlier.length).fill(-1);
	const changed = new Map<number, number>();
	const pair = (from: number, to: number) => {
		if (isSame(earlier[from]!, later[to]!)) {
			before[to] = from;
			after[from] = to;
		} else {
			changed.set(from, to);
		}
	};

	// Mostly the records follow each other in both lists: an index of all of them would block a key for longer than it may wait.
	const unpaired: number[] = [];
	let next = 0;
	let looks = maxLooks;
	for (const [to, record] of later.entries()) {
		const key = keyOf(record);
		const end = Math.min(earlier.length, next + lookAhead, next + looks);
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

	const left = new Map<string | number | ListedRecord, number>();
	for (let from = 0; unpaired.length > 0 && from < earlier.length; from++) {
		if (after[from] === -1) {
			left.set(keyOf(earlier[from]!), from);
		}

		if (from % itemsPerSlice === 0) {
			yield;
		}
	}

	for (const to of unpaired) {
		const from = left.get(keyOf(later[to]!));
		if (from !== undefined) {
			pair(from, to);
		}

		if (to % itemsPerSlice === 0) {
			yield;
		}
	}

	return {earlier, later, added: unset(before), removed: unset(after), before, after, changed};
}

/** The places of -1. */
const unset = (positions: Int32Array): number[] =>
	positions
		.keys()
		.filter(place => positions[place] === -1)
		.toArray();

function keyOf(record: ListedRecord): string | number | ListedRecord {
	if (record.kind === 'notification') {
		return record.id;
	}

	return record.json === undefined ? record : record.index;
}

function isSame(one: ListedRecord, other: ListedRecord): boolean {
	const bytes = one === other ? undefined : bytesOf(one);
	return one === other || (bytes !== undefined && bytesOf(other)?.equals(bytes) === true);
}

/** The later list, with the earlier objects of the records that were kept; the earlier list itself if nothing changed. */
export const withEarlierObjects = ({earlier, later, before}: RecordChanges): readonly ListedRecord[] =>
	earlier.length === later.length && before.every((from, position) => from === position)
		? earlier
		: later.map((record, position) => earlier[before[position]!] ?? record);

/** The notifications that a later list has and the earlier one has not, those that it lacks, and those that are listed with other bytes; each in the order of its list. */
type NotificationChanges = {
	readonly appeared: readonly Notification[];
	readonly vanished: readonly Notification[];
	readonly changed: ReadonlyArray<{readonly old: Notification; readonly notification: Notification}>;
};

/** Says of the notifications which appeared, vanished and changed. */
export function notificationChanges({earlier, later, added, removed, changed}: RecordChanges): NotificationChanges {
	const old = new Map([...changed].map(([from, to]) => [to, from]));
	return {
		appeared: notificationsAt(
			later,
			added.filter(position => !old.has(position)),
		),
		vanished: notificationsAt(
			earlier,
			removed.filter(position => !changed.has(position)),
		),
		changed: added.flatMap(position => {
			const [one, notification] = [earlier[old.get(position) ?? -1], later[position]!];
			return one?.kind === 'notification' && notification.kind === 'notification' ? [{old: one, notification}] : [];
		}),
	};
}

const notificationsAt = (records: readonly ListedRecord[], positions: readonly number[]): Notification[] =>
	positions.map(position => records[position]!).filter(record => record.kind === 'notification');

/** The later list, and in it the notifications that vanished, each after the one that it followed in the earlier list. */
export function withVanished({earlier, later, removed, changed, after}: RecordChanges): readonly ListedRecord[] {
	if (removed.length === changed.size) {
		return later;
	}

	/** By the position of what they follow; -1 at the start. */
	const followers = new Map<number, ListedRecord[]>();
	let place = -1;
	for (const [position, record] of earlier.entries()) {
		const listedAt = changed.get(position) ?? after[position]!;
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

	const following = (position: number) => followers.get(position) ?? [];
	return [...following(-1), ...later.flatMap((record, position) => [record, ...following(position)])];
}
