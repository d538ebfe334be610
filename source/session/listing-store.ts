import type {Connection} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListingProgress} from '../api/listing/reading.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {recordsById} from '../domain/records-by-id.ts';
import type {Sighting} from '../operations/evidence.ts';
import type {Clock} from '../system/clock.ts';
import type {Moment} from '../system/monotonic-clock.ts';
import {createListeners} from '../system/listeners.ts';
import {createChangeMarks} from './change-marks.ts';
import {createListedSince} from './listed-since.ts';
import {completeRecordsOf, isShorterPart, noChanges, previousIsShown, progressInterval, recordsOf, withoutFailure, type AccountListing, type ListingState} from './listing-state.ts';
import {createRememberedListing} from './remembered-listing.ts';
import {createWatch} from './watch.ts';
import {createWatchedListing} from './watched-listing.ts';

/** The listing of an account, a store for `useSyncExternalStore`. */
export type ListingStore = {
	readonly subscribe: (listener: () => void) => () => void;
	/** Returns the current state without starting a request. */
	readonly get: () => AccountListing;
	/** Shows the cached listing immediately and starts the first request. Only the first call has an effect. All of the response except its beginning waits for `moreUrgent`. */
	readonly start: (moreUrgent?: Promise<void>) => void;
	/** Lists again, in full; a listing in progress is cancelled. */
	readonly refresh: () => void;
	/** Acknowledges what appeared and vanished: from now on changes are marked relative to the current records. */
	readonly acknowledgeChanges: () => void;
	/** Cancels the listing in progress. Returns whether there was one. */
	readonly stop: () => boolean;
	/** Applies changes made by this program: deleted notifications are removed from the list, and created ones are not marked as new. */
	readonly applyLocalChange: (done: {readonly gone?: readonly string[]; readonly created?: readonly string[]}) => void;
	/** Shows a listing that an operation has requested. */
	readonly adopt: (sighting: Sighting) => void;
	/** Returns the last listing of this process, if it is complete and every page was read for it, was not followed by a failure, and shows what was created here since. */
	readonly latest: () => Sighting | undefined;
	/** The time since when a notification has been listed, even if it is no longer listed; undefined if it was never listed. Notifications in the first listing count as always listed. */
	readonly knownSince: (id: string) => Moment | undefined;
	/** Calls a listener with every listing. Returns a function that removes the listener. */
	readonly onListing: (listener: (sighting: Sighting) => void) => () => void;
	/** Calls a listener whenever the service says that nothing has changed (304), which is no listing. Returns a function that removes the listener. */
	readonly onChecked: (listener: () => void) => () => void;
	/** Stores notes with the cached listing, if it has these records, for the first frame of the next start. */
	readonly annotate: (records: readonly ListedRecord[], notes: string) => void;
	/** Lets the next listing be a full one, because something was sent. */
	readonly expectChange: () => void;
	/** Lists periodically, at an interval in seconds, until the API key is rejected; undefined stops it. Such a listing may ask only for what has changed, and then settles nothing (session/watched-listing.ts). */
	readonly watchEvery: (every: number | undefined) => void;
	/** Continues with another API key, or as another account, and lists again if it had started. Periodic listing that stopped because the old key was rejected is resumed. */
	readonly rebind: (next: Pick<ListingStoreOptions, 'connection' | 'profileKey' | 'remembered' | 'needsProof'>) => void;
	/** Cancels all work in progress. Resolves when the cached listing is written. */
	readonly close: () => Promise<void>;
};

export type ListingStoreOptions = {
	readonly connection: Connection;
	readonly profileKey: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	readonly remembered: ListingCache;
	/** Whether a listing has something to prove, such as the outcome of a pending change; by default never. */
	readonly needsProof?: (() => boolean) | undefined;
};

const nothing: AccountListing = {listing: {state: 'loading', records: []}, shown: [], progress: undefined, changes: noChanges, watch: undefined};

/** Creates the listing of an account. It combines the cached listing of an earlier run, the listing in progress, the last listing, and the changes since the operator last acknowledged them. */
export function createListingStore({clock, retry, ...binding}: ListingStoreOptions): ListingStore {
	let {connection, needsProof} = binding;
	const watchedListing = createWatchedListing(clock, () => state.isOutdated === true || needsProof?.() === true);
	const listeners = createListeners();
	/** The interval in seconds; undefined while periodic listing is off. */
	let watched: number | undefined;
	let state = nothing;
	let hasStarted = false;
	const marks = createChangeMarks();
	let fetching: AbortController | undefined;
	const sightingListeners = createListeners<[sighting: Sighting]>();
	const checkListeners = createListeners();
	/** The start of the request for the last listing that all pages were read for. */
	let currentStartedAt: Moment | undefined;
	/** Whether that is the listing shown. */
	let isProof = true;
	const isListed = (id: string) => recordsById(recordsOf(state.listing)).get(id)?.kind === 'notification';
	const listedSince = createListedSince(clock.elapsed, isListed);
	/** The part of the listing in progress that has arrived. */
	let arrived: readonly ListedRecord[] = [];
	/** Resolves when the first listing has ended. */
	const firstListing = Promise.withResolvers<void>();
	const closed = new AbortController();
	/** Whether the service has responded: from then on the cached listing is used only for marking changes. */
	let isFresh = false;

	const set = (change: Partial<AccountListing>): void => {
		state = {...state, ...change};
		listeners.notify();
	};

	const show = (listing: ListingState, change: Partial<AccountListing> = {}): void => {
		const {found, changes, shown} = marks.compare(listing);
		listedSince.note(found);
		set({
			listing, changes, shown, ...change,
		});
	};

	/** The records of the last listing. */
	const listedBefore = (): readonly ListedRecord[] => 'value' in state.listing ? state.listing.value.records : [];

	const remembered = createRememberedListing({
		profileKey: binding.profileKey,
		cache: binding.remembered,
		clock,
		firstListing: firstListing.promise,
		isArriving: () => !isFresh && (state.progress?.bytes ?? 0) > 0,
		signal: closed.signal,
		listed: listedBefore,
		onRecords(records, {at, count, notes, isPartial}) {
			if (isFresh) {
				return;
			}

			const value: Listing = {records: [...records], complete: false, reason: 'It is from an earlier run.'};
			show(state.listing.state === 'stale' ? {...state.listing, value} : {state: 'remembered', value, at, count, isPartial}, {notes});
		},
		onRead(records) {
			const listed = completeRecordsOf(state.listing);
			for (const first of [records, listed]) {
				if (first !== undefined) {
					marks.setFirst(first);
				}
			}

			if (listed !== undefined) {
				show(state.listing);
			}
		},
	});

	const reporter = (controller: AbortController) => {
		let last = -Infinity;
		return ({records, bytes, totalBytes}: ListingProgress): void => {
			if (controller !== fetching) {
				return;
			}

			arrived = records;
			const now = clock.now();
			if (now - last < progressInterval) {
				return;
			}

			last = now;
			const progress = {count: records.length, bytes, totalBytes};
			const isLonger = isShorterPart(state.listing, records.length);
			isFresh ||= isLonger;
			if (state.listing.state === 'loading' || isLonger) {
				show({state: 'loading', records: [...records]}, {progress});
			} else {
				set({progress});
			}
		};
	};

	/** Lists once; a listing in progress is cancelled. Returns the failure, if it failed. */
	const list = async (policy: RetryPolicy | undefined, {moreUrgent, isWatched = false}: {readonly moreUrgent?: Promise<void> | undefined; readonly isWatched?: boolean} = {}): Promise<Failure | undefined> => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		arrived = [];
		set({
			listing: state.listing.state === 'failed' ? nothing.listing : state.listing,
			progress: {count: 0, bytes: 0, totalBytes: undefined},
		});
		const startedAt = clock.elapsed.now();
		const before = listedBefore();
		const result = await watchedListing.list(connection, {
			signal: controller.signal, retry: policy, onProgress: reporter(controller), moreUrgent, shown: listedBefore, isWatched,
		});
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		arrived = [];
		firstListing.resolve();
		if (!result.ok) {
			fail(result.failure);
			return result.failure;
		}

		const {value} = result;
		if (value.kind === 'listed' && !value.isPartlyHeld) {
			take({listing: value.listing, startedAt}, controller.signal.aborted);
		} else if (before !== listedBefore()) {
			// Another listing is shown by now, of which the service has said nothing.
			set({progress: undefined});
		} else if (value.kind === 'listed') {
			isProof = false;
			display(value.listing);
		} else {
			const listing = withoutFailure(state.listing);
			set({progress: undefined, listing: listing.state === 'ready' ? {...listing, checkedAt: clock.now()} : listing});
			checkListeners.notify();
		}

		return undefined;
	};

	const take = (sighting: Sighting, isStopped = false): void => {
		const {listing: value, startedAt} = sighting;
		if (currentStartedAt?.era === startedAt.era && startedAt.at < currentStartedAt.at) {
			// An operation has requested a later listing in the meantime.
			set({progress: undefined});
			return;
		}

		const {listing} = state;
		sightingListeners.notify({...sighting, before: recordsOf(listing)});

		// A partial listing never replaces a complete one, or a cached one, unless that is partial and has less.
		if (!value.complete && 'value' in listing && (listing.value.complete || ('count' in listing && listing.count !== undefined && !isShorterPart(listing, value.records.length)))) {
			fail({kind: isStopped ? 'cancelled' : 'unreachable', outcome: 'rejected', summary: `The refresh is partial. ${value.reason}`, nextStep: previousIsShown});
			return;
		}

		currentStartedAt = startedAt;
		isProof = true;
		display(value);
	};

	/** Shows a listing of the service, and has it cached. */
	const display = (value: Listing): void => {
		isFresh = true;
		if (value.complete && !remembered.isReading()) {
			marks.setFirst(value.records);
		}

		const at = clock.now();
		show({state: 'ready', value, at}, {progress: undefined, isOutdated: state.isOutdated === true && !value.complete});
		if (!value.complete) {
			return;
		}

		remembered.save(value.records, at);
	};

	const fail = (failure: Failure): void => {
		const {listing} = state;
		set({
			progress: undefined,
			listing: 'value' in listing ? {state: 'stale', value: listing.value, at: listing.at, ...'count' in listing ? {count: listing.count, isPartial: listing.isPartial} : {}, failure} : {state: 'failed', failure},
		});
	};

	const start = (moreUrgent?: Promise<void>): void => {
		if (hasStarted) {
			return;
		}

		hasStarted = true;
		remembered.start();
		void list(retry, {moreUrgent});
	};

	const startWatch = createWatch({
		clock,
		// If a listing is in progress already, it is used.
		list: async () => fetching === undefined ? list(undefined, {isWatched: true}) : undefined,
		onChange(watch) {
			set({watch});
		},
	});

	const watchEvery = (every: number | undefined) => {
		watched = every;
		startWatch(every);
	};

	return {
		get: () => state,
		start,
		subscribe: listeners.add,
		refresh() {
			void list(retry);
		},
		acknowledgeChanges() {
			marks.reset(completeRecordsOf(state.listing));
			show(state.listing);
		},
		stop() {
			fetching?.abort();
			return fetching !== undefined;
		},
		applyLocalChange({gone = [], created = []}) {
			const ids = new Set(gone);
			listedSince.noteGone(gone);
			watchedListing.forget();
			// Where nothing is removed, the records are neither compared nor arranged again.
			const isLeft = gone.length === 0 ? undefined : (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
			marks.applyLocalChange(isLeft, created);
			remembered.noteLocalChange();
			if (created.some(id => !isListed(id))) {
				set({isOutdated: true});
			}

			const {listing} = state;
			if ('value' in listing) {
				show(isLeft === undefined ? listing : {...listing, value: {...listing.value, records: listing.value.records.filter(record => isLeft(record))}});
			}
		},
		adopt(sighting) {
			take(sighting);
		},
		latest() {
			const {listing, isOutdated} = state;
			return listing.state === 'ready' && listing.value.complete && currentStartedAt !== undefined && isProof && isOutdated !== true
				? {listing: listing.value, startedAt: currentStartedAt, readAt: listing.at}
				: undefined;
		},
		knownSince: listedSince.of,
		onListing: sightingListeners.add,
		onChecked: checkListeners.add,
		annotate: remembered.annotate,
		watchEvery,
		expectChange: watchedListing.forget,
		rebind(next) {
			({connection, needsProof} = next);
			watchedListing.forget();
			if (remembered.rebind({profileKey: next.profileKey, cache: next.remembered})) {
				set({notes: undefined});
			}

			if (!hasStarted) {
				return;
			}

			set({listing: withoutFailure(state.listing)});
			startWatch(watched);
			void list(retry);
		},
		async close() {
			closed.abort();
			watchEvery(undefined);
			fetching?.abort();
			fetching = undefined;
			await remembered.close(state.listing, arrived);
		},
	};
}
