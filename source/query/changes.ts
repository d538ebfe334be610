import {bytesOf, type ListedRecord, type Notification, idOfRecord} from '../notification/notification.ts';
import {finish, itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';

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
	yield* mapInSlices(records, itemsPerSlice, record => {
		index.set(idOfRecord(record), record);
	});
	indexes.set(records, index);
	return index;
}

/** How a list of records differs from an earlier one. A record counts as kept if it is the same object, or was received byte for byte the same: those of one ID are compared. */
type RecordChanges = ReturnType<typeof compareRecords> extends Sliced<infer T> ? T : never;

/**
Compares two lists of records, neither of which has an ID twice.

@yields Nothing; the computation can pause there.
*/
export function* compareRecords(earlier: readonly ListedRecord[], later: readonly ListedRecord[]) {
	/** By position, the earlier position of a record; -1 if it was added. */
	const before = new Int32Array(later.length).fill(-1);
	/** By earlier position, the position of a record; -1 if it was removed. */
	const after = new Int32Array(earlier.length).fill(-1);
	/** From the earlier position of each notification that is listed with other bytes to its position. It counts as removed and added. */
	const changed = new Map<number, number>();
	const pair = (from: number, to: number) => {
		if (isSame(earlier[from]!, later[to]!)) {
			before[to] = from;
			after[from] = to;
		} else {
			changed.set(from, to);
		}
	};

	// Mostly the records follow each other in both lists. An index is made once one does not.
	let places: ReadonlyMap<string | number | ListedRecord, number> | undefined;
	let next = 0;
	for (const [to, record] of later.entries()) {
		const key = keyOf(record);
		const isNext = next < earlier.length && keyOf(earlier[next]!) === key;
		places ??= isNext ? undefined : yield* placesOf(earlier);
		const from = isNext ? next : places?.get(key);
		if (from !== undefined) {
			pair(from, to);
			next = from + 1;
		}

		if (to % itemsPerSlice === 0) {
			yield;
		}
	}

	return {earlier, later, added: unset(before), removed: unset(after), before, after, changed};
}

function* placesOf(records: readonly ListedRecord[]) {
	const places = new Map<string | number | ListedRecord, number>();
	yield* mapInSlices(records, itemsPerSlice, (record, place) => {
		places.set(keyOf(record), place);
	});
	return places;
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

/** The notifications that the later list has and the earlier one has not, those that it lacks, and those that are listed with other bytes; each in the order of its list. */
export function notificationChanges({earlier, later, added, removed, changed}: RecordChanges) {
	const changedTo = new Set(changed.values());
	return {
		appeared: notificationsAt(
			later,
			added.filter(position => !changedTo.has(position)),
		),
		vanished: notificationsAt(
			earlier,
			removed.filter(position => !changed.has(position)),
		),
		changed: [...changed].flatMap(([from, to]) => {
			const [old, notification] = [earlier[from]!, later[to]!];
			return old.kind === 'notification' && notification.kind === 'notification' ? [{old, notification}] : [];
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
