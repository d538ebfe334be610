import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListingProgress} from '../api/listing/reading.ts';
import {recordsById} from '../domain/records-by-id.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {Sighting} from '../operations/operation-context.ts';
import type {CachedListing} from '../storage/listing-cache.ts';
import type {Clock, Moment} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import {createListedSince} from './listed-since.ts';
import {createChangeMarks, noChanges} from './listing-changes.ts';
import {
	completeRecordsOf,
	isShorterPart,
	previousIsShown,
	recordsOf,
	withFailure,
	type AccountListing,
	type ListingState,
} from './listing-state.ts';

export type DisplayedListingOptions = {
	readonly clock: Clock;
	/** Whether the cached listing has been read: until then changes are not marked, because they are relative to it. */
	readonly isCacheRead: () => boolean;
	/** Called with each complete listing that is displayed, and the time in milliseconds since the epoch. */
	readonly onComplete: (records: readonly ListedRecord[], at: number) => void;
};

/** A change made by this program. */
export type LocalChange = {readonly gone?: readonly string[]; readonly created?: readonly string[]};

/** What is displayed of an account, and what it says about changes. */
export type DisplayedListing = ReturnType<typeof createDisplayedListing>;

const nothing: AccountListing = {
	listing: {state: 'loading', records: []},
	shown: [],
	progress: undefined,
	changes: noChanges,
	watch: undefined,
};

/** Creates it, loading. */
export function createDisplayedListing({clock, isCacheRead, onComplete}: DisplayedListingOptions) {
	const listeners = createListeners();
	const sightings = createListeners<[sighting: Sighting]>();
	const marks = createChangeMarks();
	let state = nothing;
	/** The start of the request for the last listing that all pages were read for. */
	let currentStartedAt: Moment | undefined;
	/** Whether that is the listing shown. */
	let isProof = true;
	/** Whether the service has responded: from then on the cached listing is used only for marking changes. */
	let isFresh = false;
	let isAnnounced = true;
	const isListed = (id: string) => recordsById(recordsOf(state.listing)).get(id)?.kind === 'notification';
	const listedSince = createListedSince(clock.elapsed, isListed);

	const set = (change: Partial<AccountListing>): void => {
		state = {...state, ...change};
		if (!isAnnounced) {
			return;
		}

		// What changes in one turn of the event loop, such as a listing and the result of the operation that read it, is drawn once.
		isAnnounced = false;
		setImmediate(() => {
			isAnnounced = true;
			listeners.notify();
		});
	};

	const show = (listing: ListingState, change: Partial<AccountListing> = {}): void => {
		const {found, changes, shown} = marks.compare(listing);
		listedSince.note(found);
		set({
			listing,
			changes,
			shown,
			...change,
		});
	};

	const fail = (failure: Failure): void => {
		set({progress: undefined, listing: withFailure(state.listing, failure, clock.now())});
	};

	const display = (value: Listing): void => {
		isFresh = true;
		if (value.complete && isCacheRead()) {
			marks.setFirst(value.records);
		}

		const at = clock.now();
		show({state: 'ready', value, at}, {progress: undefined, isOutdated: state.isOutdated === true && !value.complete});
		if (value.complete) {
			onComplete(value.records, at);
		}
	};

	/** Takes over a listing that all pages were read for. Returns whether it is displayed. */
	const take = (sighting: Sighting, isStopped = false): boolean => {
		const {listing: value, startedAt} = sighting;
		if (currentStartedAt?.era === startedAt.era && startedAt.at < currentStartedAt.at) {
			// An operation has requested a later listing in the meantime.
			set({progress: undefined});
			return false;
		}

		const {listing} = state;
		sightings.notify({...sighting, before: recordsOf(listing)});

		// A partial listing never replaces a complete one, or a cached one, unless that is partial and has less.
		if (
			!value.complete &&
			'value' in listing &&
			(listing.value.complete ||
				('count' in listing && listing.count !== undefined && !isShorterPart(listing, value.records.length)))
		) {
			fail({
				kind: isStopped ? 'cancelled' : 'unreachable',
				outcome: 'rejected',
				summary: `The refresh is partial. ${value.reason}`,
				nextStep: previousIsShown,
			});
			return false;
		}

		currentStartedAt = startedAt;
		isProof = true;
		display(value);
		return true;
	};

	return {
		get: () => state,
		subscribe: listeners.add,
		onListing: sightings.add,
		knownSince: listedSince.of,
		isFresh: () => isFresh,
		set,
		fail,
		take,
		/** The records of the last listing. */
		records: (): readonly ListedRecord[] => ('value' in state.listing ? state.listing.value.records : []),
		/** Says that a listing has begun. */
		begin(): void {
			set({
				listing: state.listing.state === 'failed' ? nothing.listing : state.listing,
				progress: {count: 0, bytes: 0, totalBytes: undefined},
			});
		},
		/** Shows what has arrived of a listing, unless more is shown. */
		report({records, bytes, totalBytes}: ListingProgress): void {
			const progress = {count: records.length, bytes, totalBytes};
			const isLonger = isShorterPart(state.listing, records.length);
			isFresh ||= isLonger;
			if (state.listing.state === 'loading' || isLonger) {
				show({state: 'loading', records: [...records]}, {progress});
			} else {
				set({progress});
			}
		},
		/** Shows a listing of which some pages were not read again, because the service said that they had not changed. */
		takeHeld(listing: Listing): void {
			isProof = false;
			display(listing);
		},
		/** Shows what was read of the cached listing, until the service responds. */
		remember(
			records: readonly ListedRecord[],
			{at, count, isPartial}: Pick<CachedListing, 'at' | 'count' | 'isPartial'>,
		): void {
			if (isFresh) {
				return;
			}

			const value: Listing = {records: [...records], complete: false, reason: 'It is from an earlier run.'};
			show(
				state.listing.state === 'stale'
					? {...state.listing, value}
					: {state: 'remembered', value, at, count, isPartial},
			);
		},
		/** Marks changes relative to the cached listing, now that all of it is read: undefined if it is not complete. */
		compareWith(cached: readonly ListedRecord[] | undefined): void {
			const listed = completeRecordsOf(state.listing);
			for (const first of [cached, listed]) {
				if (first !== undefined) {
					marks.setFirst(first);
				}
			}

			if (listed !== undefined) {
				show(state.listing);
			}
		},
		acknowledgeChanges(): void {
			marks.reset(completeRecordsOf(state.listing));
			show(state.listing);
		},
		/** Applies a change, and takes over a listing that began after it, if there is one. */
		applyLocalChange({gone = [], created = []}: LocalChange, after: Sighting | undefined): void {
			const ids = new Set(gone);
			listedSince.noteGone(gone);
			// Where nothing is removed, the records are not arranged again.
			const isLeft =
				gone.length === 0 ? undefined : (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
			marks.applyLocalChange(isLeft, created);
			const {listing} = state;
			set({
				listing:
					'value' in listing && isLeft !== undefined
						? {...listing, value: {...listing.value, records: listing.value.records.filter(record => isLeft(record))}}
						: listing,
				...(created.some(id => !isListed(id)) && {isOutdated: true}),
			});
			if ((after === undefined || !take(after)) && 'value' in state.listing) {
				show(state.listing);
			}
		},
		latest(): Sighting | undefined {
			const {listing, isOutdated} = state;
			return listing.state === 'ready' &&
				listing.value.complete &&
				currentStartedAt !== undefined &&
				isProof &&
				isOutdated !== true
				? {listing: listing.value, startedAt: currentStartedAt, readAt: listing.at}
				: undefined;
		},
	};
}
