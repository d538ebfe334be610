import {Buffer} from 'node:buffer';
import {listedNotification} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder, itemsPerSlice} from '../system/time-slices.ts';

/**
Replaces the records of a listing by those of an earlier one that were received byte for byte the same. Values computed from them stay valid, and the new bytes can be discarded. Without this, watching a large account would index all of it again every few seconds.

@returns The earlier array itself if nothing changed.
*/
export async function reuseRecords(before: readonly ListedRecord[], after: readonly ListedRecord[]): Promise<readonly ListedRecord[]> {
	if (before.length === 0) {
		return after;
	}

	const yieldIfDue = createYielder();
	const {start, end} = commonEnds(before, after);
	// Only what lies between is looked up: an index of all would take longer than everything else.
	const byId = await notificationsById(before.slice(start, before.length - end), yieldIfDue);
	const shift = after.length - before.length;
	const records: ListedRecord[] = [];
	const fresh: number[] = [];
	for (const [index, record] of after.entries()) {
		const isBetween = index >= start && index < after.length - end;
		const earlier = isBetween && record.kind === 'notification' ? byId.get(record.id) : before[index < start || isBetween ? index : index - shift];
		if (earlier !== undefined && (earlier === record || isReceivedAlike(earlier, record))) {
			records.push(earlier);
		} else {
			records.push(record);
			fresh.push(index);
		}

		if (index % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	if (fresh.length === 0 && start === before.length && start === after.length) {
		return before;
	}

	if (fresh.length < after.length / 2) {
		for (const index of fresh) {
			records[index] = detached(records[index]!);
		}
	}

	return records;
}

/** The numbers of records at the start and at the end of two listings that are the same notifications, whatever they say now. */
function commonEnds(before: readonly ListedRecord[], after: readonly ListedRecord[]): {readonly start: number; readonly end: number} {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && isSamePlace(before[start]!, after[start]!)) {
		start++;
	}

	let end = 0;
	while (end < shorter - start && isSamePlace(before[before.length - 1 - end]!, after[after.length - 1 - end]!)) {
		end++;
	}

	return {start, end};
}

function isSamePlace(one: ListedRecord, other: ListedRecord): boolean {
	return one.kind === 'notification' && other.kind === 'notification' ? one.id === other.id : one.kind === other.kind;
}

async function notificationsById(records: readonly ListedRecord[], yieldIfDue: () => Promise<void>): Promise<ReadonlyMap<string, ListedRecord>> {
	const byId = new Map<string, ListedRecord>();
	for (const [index, record] of records.entries()) {
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
	if (one.kind === 'notification' && other.kind === 'notification') {
		const [{source: first}, {source: second}] = [one, other];
		return first !== undefined && second !== undefined && first.to - first.from === second.to - second.from
			&& Buffer.compare(first.bytes.subarray(first.from, first.to), second.bytes.subarray(second.from, second.to)) === 0;
	}

	return one.kind === 'unreadable' && other.kind === 'unreadable'
		&& one.json !== undefined && one.json === other.json && one.index === other.index && one.problem === other.problem;
}

/** Copies the bytes of a record. The buffer it was received in has many other records, and would stay in memory with it. */
function detached(record: ListedRecord): ListedRecord {
	if (record.kind === 'unreadable' || record.source === undefined) {
		return record;
	}

	const {bytes, from, to, ...rest} = record.source;
	return listedNotification(record.id, {...rest, bytes: Buffer.from(bytes.subarray(from, to)), from: 0, to: to - from});
}
