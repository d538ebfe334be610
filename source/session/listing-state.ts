import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord} from '../domain/notification.ts';

/** The account's notifications as this program knows them. Times in milliseconds since the epoch. */
export type ListingState =
	/** For the first time; what has come so far. */
	| {readonly state: 'loading'; readonly records: readonly ListedRecord[]}
	| {readonly state: 'failed'; readonly failure: Failure}
	/** From a run before, until the service has answered; `count` of them in all, some of them still being read. */
	| {readonly state: 'remembered'; readonly value: Listing; readonly at: number; readonly count: number}
	| {readonly state: 'ready'; readonly value: Listing; readonly at: number}
	/** It could not be listed again; the value is from before, or from a run before, and then `count` says how many there were. */
	| {readonly state: 'stale'; readonly value: Listing; readonly at: number; readonly count?: number | undefined; readonly failure: Failure};

/** How far a listing under way has come. */
export type FetchProgress = {
	readonly count: number;
	readonly bytes: number;
	/** Where the service says so. */
	readonly totalBytes: number | undefined;
};

/** What is different from when the operator last asked for it, by id. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

/** Listing again and again. Seconds. */
export type Watch = {
	readonly every: number;
	/** Longer than `every` while the service asks for it, or does not answer. */
	readonly wait: number;
};

export type AccountListing = {
	readonly listing: ListingState;
	/** The records to show: those listed, and what vanished, where it was. */
	readonly shown: readonly ListedRecord[];
	/** Undefined: nothing is under way. */
	readonly progress: FetchProgress | undefined;
	readonly changes: Changes;
	readonly watch: Watch | undefined;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

const noRecords: readonly ListedRecord[] = [];

/** What is listed. */
export function recordsOf(listing: ListingState): readonly ListedRecord[] {
	if (listing.state === 'failed') {
		return noRecords;
	}

	return listing.state === 'loading' ? listing.records : listing.value.records;
}

/** The records of a listing that has all of them, if only as of a run before; undefined for any other. */
export function completeRecordsOf(listing: ListingState): readonly ListedRecord[] | undefined {
	return 'value' in listing && (listing.value.complete || ('count' in listing && listing.value.records.length === listing.count)) ? listing.value.records : undefined;
}

/** What a complete listing shows that was not there before, and no longer shows. */
export function changesBetween(before: readonly ListedRecord[], after: readonly ListedRecord[]): Changes {
	if (before === after) {
		return noChanges;
	}

	const idsBefore = idsOf(before);
	const idsAfter = idsOf(after);
	return {appeared: idsAfter.difference(idsBefore), vanished: idsBefore.difference(idsAfter)};
}

function idsOf(records: readonly ListedRecord[]): Set<string> {
	const ids = new Set<string>();
	for (const record of records) {
		if (record.kind === 'notification') {
			ids.add(record.id);
		}
	}

	return ids;
}

/** The records after a change, and what vanished, each behind what it followed. */
export function withVanished(before: readonly ListedRecord[], after: readonly ListedRecord[], {vanished}: Changes): readonly ListedRecord[] {
	if (vanished.size === 0) {
		return after;
	}

	const first: ListedRecord[] = [];
	const followers = new Map<string, ListedRecord[]>();
	let behind = first;
	for (const record of before) {
		if (record.kind === 'unreadable') {
			continue;
		}

		if (vanished.has(record.id)) {
			behind.push(record);
		} else {
			behind = [];
			followers.set(record.id, behind);
		}
	}

	return [...first, ...after.flatMap(record => record.kind === 'notification' ? [record, ...followers.get(record.id) ?? []] : [record])];
}
