import type {Failure} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import type {ListedRecord} from '../notification/notification.ts';

/** The IDs that changed since the operator last acknowledged changes. */
export type Changes = {
	readonly appeared: ReadonlySet<string>;
	readonly vanished: ReadonlySet<string>;
};

export const noChanges: Changes = {appeared: new Set(), vanished: new Set()};

/** The state of an account's listing. Times in milliseconds since the epoch. */
export type ListingState =
	/** The first listing is in progress; `records`: those received so far. */
	| {readonly state: 'loading'; readonly records: readonly ListedRecord[]}
	| {readonly state: 'failed'; readonly failure: Failure}
	/** The cached listing of an earlier run, until the service has responded. `count`: the number of all records, including those not read yet. */
	| {readonly state: 'remembered'; readonly value: Listing; readonly at: number; readonly count: number}
	/** `checkedAt`: when the service last said that it has not changed since `at` (304), if it did. */
	| {readonly state: 'ready'; readonly value: Listing; readonly at: number; readonly checkedAt?: number | undefined}
	/** The listing failed; `value` is the previous one, or what had arrived of the first. `count`: as above, if that is a cached listing; `failedAt`: when the first failure after it came. */
	| {
			readonly state: 'stale';
			readonly value: Listing;
			readonly at: number;
			readonly count?: number | undefined;
			readonly failure: Failure;
			readonly failedAt?: number | undefined;
	  };

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
	/** Set if this program created a notification that the listing does not contain yet. */
	readonly isOutdated?: boolean;
};

export const noRecords: readonly ListedRecord[] = [];

/** The records in a listing, in any state. */
export function recordsOf(listing: ListingState): readonly ListedRecord[] {
	if (listing.state === 'failed') {
		return noRecords;
	}

	return listing.state === 'loading' ? listing.records : listing.value.records;
}

/** Whether all records have been received or read. */
export function isWhole(listing: ListingState): boolean {
	return (
		listing.state === 'ready' ||
		listing.state === 'stale' ||
		(listing.state === 'remembered' && listing.value.records.length === listing.count)
	);
}

/** The records of a complete listing, also of a cached one; undefined for a partial one. */
export function completeRecordsOf(listing: ListingState): readonly ListedRecord[] | undefined {
	return 'value' in listing &&
		(listing.value.complete || ('count' in listing && listing.value.records.length === listing.count))
		? listing.value.records
		: undefined;
}

/** The state once a listing has failed. What is listed stays, also what had arrived of a first listing. `now`: milliseconds since the epoch. */
export function withFailure(listing: ListingState, failure: Failure, now: number): ListingState {
	if (listing.state === 'loading' && listing.records.length > 0) {
		return {
			state: 'stale',
			value: {records: listing.records, complete: false, reason: failure.summary},
			at: now,
			failure,
			failedAt: now,
		};
	}

	if (!('value' in listing)) {
		return {state: 'failed', failure};
	}

	const {value, at} = listing;
	return {
		state: 'stale',
		value,
		at,
		count: 'count' in listing ? listing.count : undefined,
		failure,
		failedAt: listing.state === 'stale' ? listing.failedAt : now,
	};
}

/** The state before the failure. Used when the API key that was refused is replaced. */
export function withoutFailure(listing: ListingState): ListingState {
	if (listing.state === 'failed') {
		return {state: 'loading', records: []};
	}

	if (listing.state !== 'stale') {
		return listing;
	}

	const {value, at, count} = listing;
	return count === undefined ? {state: 'ready', value, at} : {state: 'remembered', value, at, count};
}
