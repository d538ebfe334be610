import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListedRecord} from '../domain/notification.ts';

/** The state of an account's listing. Times in milliseconds since the epoch. */
export type ListingState =
	/** The first listing is in progress; `records`: those received so far. */
	| {readonly state: 'loading'; readonly records: readonly ListedRecord[]}
	| {readonly state: 'failed'; readonly failure: Failure}
	/** The cached listing of an earlier run, until the service has responded. `count`: the number of all records, including those not read yet. `isPartial`: that run was left before all of it had arrived. */
	| {readonly state: 'remembered'; readonly value: Listing; readonly at: number; readonly count: number; readonly isPartial?: boolean | undefined}
	/** `checkedAt`: when the service last said that it has not changed since `at` (304), if it did. */
	| {readonly state: 'ready'; readonly value: Listing; readonly at: number; readonly checkedAt?: number | undefined}
	/** The refresh failed; `value` is the previous listing. `count`, `isPartial`: as above, if that is a cached listing. */
	| {readonly state: 'stale'; readonly value: Listing; readonly at: number; readonly count?: number | undefined; readonly isPartial?: boolean | undefined; readonly failure: Failure};

/** Milliseconds between updates of the progress; more frequent ones would slow the listing down. */
export const progressInterval = 250;

/** The next step of a partial refresh, which never replaces a complete listing. */
export const previousIsShown = 'The previous listing is shown.';

/** The progress of the current listing. */
export type FetchProgress = {
	readonly count: number;
	readonly bytes: number;
	/** Undefined if the service does not say. */
	readonly totalBytes: number | undefined;
};

/** The IDs that changed since the operator last acknowledged changes. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

/** The state of periodic refreshing, in seconds. */
export type Watch = {
	readonly every: number;
	/** The current delay, which is longer than `every` while listings fail or the service limits the rate. */
	readonly wait: number;
	/** The start of the next listing, if the service requested a long wait; milliseconds since the epoch. */
	readonly until?: number;
};

export type AccountListing = {
	readonly listing: ListingState;
	/** The records to show: those in the listing, and vanished ones at their previous positions. */
	readonly shown: readonly ListedRecord[];
	/** Undefined while no listing is in progress. */
	readonly progress: FetchProgress | undefined;
	readonly changes: Changes;
	readonly watch: Watch | undefined;
	/** The notes stored with the cached listing (`ListingStore.annotate`). */
	readonly notes?: string | undefined;
	/** Set if this program created a notification that the listing does not contain yet. */
	readonly isOutdated?: boolean;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

const noRecords: readonly ListedRecord[] = [];

/** The records in a listing, in any state. */
export function recordsOf(listing: ListingState): readonly ListedRecord[] {
	if (listing.state === 'failed') {
		return noRecords;
	}

	return listing.state === 'loading' ? listing.records : listing.value.records;
}

/** Whether all records have been received or read. */
export function isWhole(listing: ListingState): boolean {
	return listing.state === 'ready' || listing.state === 'stale' || (listing.state === 'remembered' && listing.value.records.length === listing.count);
}

/** The records of a complete listing, also of a cached one; undefined for a partial one. */
export function completeRecordsOf(listing: ListingState): readonly ListedRecord[] | undefined {
	return 'value' in listing && (listing.value.complete || ('count' in listing && listing.isPartial !== true && listing.value.records.length === listing.count)) ? listing.value.records : undefined;
}

/** Whether a cached partial listing has fewer records than this. */
export const isShorterPart = (listing: ListingState, count: number): boolean => 'isPartial' in listing && listing.isPartial === true && listing.count! < count;

/** The IDs that are new in a complete listing, and those missing from it. */
export function changesBetween(before: readonly ListedRecord[], after: readonly ListedRecord[]): Changes {
	if (before === after) {
		return noChanges;
	}

	const unmatched = unmatchedIds(before, after);
	return {appeared: unmatched.after.difference(unmatched.before), vanished: unmatched.before.difference(unmatched.after)};
}

/** The number of records in a row that may have come or gone. */
const lookAhead = 1000;

/** The IDs of two listings without those that follow each other in both: sets of all of a large account would take longer than a key may wait. After more changes in a row all that is left counts as unmatched. */
function unmatchedIds(before: readonly ListedRecord[], after: readonly ListedRecord[]): {readonly before: Set<string>; readonly after: Set<string>} {
	const ids = {before: new Set<string>(), after: new Set<string>()};
	let [gone, come] = [0, 0];
	while (gone < before.length || come < after.length) {
		// In a later listing most records are the same objects.
		if (before[gone] === after[come]) {
			gone++;
			come++;
			continue;
		}

		const next = nextMatch(before, gone, after, come);
		for (; gone < next.before; gone++) {
			addId(ids.before, before[gone]!);
		}

		for (; come < next.after; come++) {
			addId(ids.after, after[come]!);
		}

		gone++;
		come++;
	}

	return ids;
}

/** The next two records with the same ID, from these places on; the ends of both lists if none is near. */
function nextMatch(before: readonly ListedRecord[], gone: number, after: readonly ListedRecord[], come: number): {readonly before: number; readonly after: number} {
	for (let step = 0; step <= lookAhead; step++) {
		if (isSameId(before[gone + step], after[come + step])) {
			return {before: gone + step, after: come + step};
		}

		if (isSameId(before[gone + step], after[come])) {
			return {before: gone + step, after: come};
		}

		if (isSameId(before[gone], after[come + step])) {
			return {before: gone, after: come + step};
		}
	}

	return {before: before.length, after: after.length};
}

const isSameId = (one: ListedRecord | undefined, other: ListedRecord | undefined): boolean => one?.kind === 'notification' && other?.kind === 'notification' && one.id === other.id;

function addId(ids: Set<string>, record: ListedRecord): void {
	if (record.kind === 'notification') {
		ids.add(record.id);
	}
}

/** Adds the vanished records to a listing, each after the record that it followed before. */
export function withVanished(before: readonly ListedRecord[], after: readonly ListedRecord[], {vanished}: Changes): readonly ListedRecord[] {
	if (vanished.size === 0) {
		return after;
	}

	const shown: ListedRecord[] = [];
	// Only for the removed ones: a map of all records would take longer than a key may wait.
	const followers = new Map<string, ListedRecord[]>();
	let lastKept: string | undefined;
	for (const record of before) {
		if (record.kind === 'unreadable') {
			continue;
		}

		if (!vanished.has(record.id)) {
			lastKept = record.id;
		} else if (lastKept === undefined) {
			shown.push(record);
		} else {
			const behind = followers.get(lastKept);
			if (behind === undefined) {
				followers.set(lastKept, [record]);
			} else {
				behind.push(record);
			}
		}
	}

	for (const record of after) {
		shown.push(record);
		for (const follower of record.kind === 'notification' ? followers.get(record.id) ?? [] : []) {
			shown.push(follower);
		}
	}

	return shown;
}

/** The state before the failure. Used when the API key that was refused is replaced. */
export function withoutFailure(listing: ListingState): ListingState {
	if (listing.state === 'failed') {
		return {state: 'loading', records: []};
	}

	if (listing.state !== 'stale') {
		return listing;
	}

	const {value, at, count, isPartial} = listing;
	return count === undefined ? {state: 'ready', value, at} : {state: 'remembered', value, at, count, isPartial};
}
