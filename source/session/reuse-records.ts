import {Buffer} from 'node:buffer';
import {detachedRecord} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder, itemsPerSlice} from '../platform/time-slices.ts';

/** The number of earlier records that are looked through for one that is not at its place. */
const lookAhead = 1000;

/** The maximum number of searches without a result: in a listing with another order they would take longer than the index of all. */
const maxMisses = 1000;

/**
Replaces the records of a listing by those of an earlier one that were received byte for byte the same. Values computed from them stay valid, and the new bytes can be discarded. Without this, watching a large account would index all of it again every few seconds.

@returns The earlier array itself if nothing changed.
*/
export async function reuseRecords(
	before: readonly ListedRecord[],
	after: readonly ListedRecord[],
): Promise<readonly ListedRecord[]> {
	if (before.length === 0) {
		return after;
	}

	// Those that the listing recognised are the earlier objects: mostly all of them.
	const firstOther = after.findIndex((record, index) => record !== before[index]);
	const start = firstOther === -1 ? after.length : firstOther;
	if (start === after.length && start === before.length) {
		return before;
	}

	const yieldIfDue = createYielder();
	const records: ListedRecord[] = before.slice(0, start);
	/** The positions of records without an earlier one, and of earlier records that were passed over. */
	const [unmatched, unused]: [number[], number[]] = [[], []];
	const fresh: number[] = [];
	let next = start;
	let misses = 0;
	for (let index = start; index < after.length; index++) {
		const record = after[index]!;
		const found = positionOf(record, before, next, misses < maxMisses ? lookAhead : 1);
		if (found === undefined) {
			misses++;
			unmatched.push(index);
			records.push(record);
		} else {
			for (; next < found; next++) {
				unused.push(next);
			}

			next++;
			const earlier = before[found]!;
			const isAlike = isReceivedAlike(earlier, record);
			records.push(isAlike ? earlier : record);
			if (!isAlike) {
				fresh.push(index);
			}
		}

		if (index % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	if (unmatched.length + unused.length + fresh.length === 0 && next === before.length) {
		return before;
	}

	for (; next < before.length; next++) {
		unused.push(next);
	}

	// Only what is left is looked up: an index of all would take longer than everything else.
	const byId = unmatched.length === 0 ? undefined : await notificationsById(before, unused, yieldIfDue);
	for (const index of unmatched) {
		const record = after[index]!;
		const earlier = record.kind === 'notification' ? byId?.get(record.id) : undefined;
		if (earlier !== undefined && isReceivedAlike(earlier, record)) {
			records[index] = earlier;
		} else {
			fresh.push(index);
		}
	}

	if (fresh.length < after.length / 2) {
		for (const index of fresh) {
			records[index] = detachedRecord(records[index]!);
		}
	}

	return records;
}

/** The position of the earlier record of the same notification, whatever it says now, at this place or shortly behind it. */
function positionOf(
	record: ListedRecord,
	before: readonly ListedRecord[],
	from: number,
	count: number,
): number | undefined {
	const end = Math.min(before.length, from + count);
	for (let position = from; position < end; position++) {
		if (isSamePlace(before[position]!, record)) {
			return position;
		}
	}

	return undefined;
}

function isSamePlace(one: ListedRecord, other: ListedRecord): boolean {
	return (
		one === other ||
		(one.kind === 'notification' && other.kind === 'notification' ? one.id === other.id : one.kind === other.kind)
	);
}

async function notificationsById(
	records: readonly ListedRecord[],
	positions: readonly number[],
	yieldIfDue: () => Promise<void>,
): Promise<ReadonlyMap<string, ListedRecord>> {
	const byId = new Map<string, ListedRecord>();
	for (const [index, position] of positions.entries()) {
		const record = records[position]!;
		if (record.kind === 'notification') {
			byId.set(record.id, record);
		}

		if (index % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	return byId;
}

function isReceivedAlike(one: ListedRecord, other: ListedRecord): boolean {
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
