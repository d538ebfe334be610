import {once} from 'node:events';
import type {Connection} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {Listing} from '../api/listing/list-notifications.ts';
import type {ListingProgress} from '../api/listing/reading.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import type {CachedListing} from '../storage/listing-file.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {Sighting} from '../operations/evidence.ts';
import type {Clock} from '../system/clock.ts';
import type {Moment} from '../system/monotonic-clock.ts';
import {createListeners} from '../system/listeners.ts';
import {createChangeMarks} from './change-marks.ts';
import {createListedSince} from './listed-since.ts';
import {createListingCacheWriter} from './listing-cache-writer.ts';
import {completeRecordsOf, noChanges, recordsOf, withoutFailure, type AccountListing, type ListingState} from './listing-state.ts';
import {readCachedListing} from './read-cached-listing.ts';
import {reuseRecords} from './reuse-records.ts';
import {createWatch} from './watch.ts';

/** An account's listing, for `useSyncExternalStore`. */
export type ListingStore = {
	readonly subscribe: (listener: () => void) => () => void;
	/** The present state. It starts nothing. */
	readonly get: () => AccountListing;
	/** Shows the cached listing at once and starts the first request. Only the first call has an effect. `moreUrgent`: more than the beginning of the response waits for it. */
	readonly start: (moreUrgent?: Promise<void>) => void;
	/** Lists again; a listing under way is cancelled. */
	readonly refresh: () => void;
	/** As `refresh`; from now on changes are marked relative to what is shown now. */
	readonly refreshAndResetChanges: () => void;
	/** Cancels the listing under way. Returns whether there was one. */
	readonly stop: () => boolean;
	/** Takes over changes made by this program: deleted notifications are removed from the list, and created ones are not marked as new. */
	readonly applyLocalChange: (done: {readonly gone?: readonly string[]; readonly created?: readonly string[]}) => void;
	/** Shows a listing that an operation has fetched. */
	readonly adopt: (sighting: Sighting) => void;
	/** Since when a notification has been listed, also if it is no longer; undefined if it never was. What the first listing shows counts as listed for ever. */
	readonly knownSince: (id: string) => Moment | undefined;
	/** When the first complete listing arrived. */
	readonly listingSince: () => Moment | undefined;
	/** Calls a listener with every listing. Returns a function that stops it. */
	readonly onListing: (listener: (sighting: Sighting) => void) => () => void;
	/** Keeps a text with the cached listing, if that gets these records, for the first frame of the next start. */
	readonly annotate: (records: readonly ListedRecord[], notes: string) => void;
	/** Lists again at an interval in seconds, until the API key is rejected; undefined stops it. */
	readonly watchEvery: (every: number | undefined) => void;
	/** Continues with another API key, or as another account, and lists again if it had started. Watching that the old key ended goes on. */
	readonly rebind: (next: Pick<ListingStoreOptions, 'connection' | 'profileKey' | 'remembered'>) => void;
	/** Cancels everything under way. Resolves when the cached listing is written. */
	readonly close: () => Promise<void>;
};

export type ListingStoreOptions = {
	readonly connection: Connection;
	readonly profileKey: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	readonly remembered: ListingCache;
};

/** Milliseconds between two updates of the progress: drawing them slows the listing down. */
const progressInterval = 250;

const nothing: AccountListing = {listing: {state: 'loading', records: []}, shown: [], progress: undefined, changes: noChanges, watch: undefined};

/** Creates the listing of an account: the cached one of an earlier run, the one under way, the last one, and what changed since the operator last refreshed. */
export function createListingStore({clock, retry, ...binding}: ListingStoreOptions): ListingStore {
	let {connection, profileKey, remembered} = binding;
	const listeners = createListeners();
	let keeper = createListingCacheWriter(remembered, profileKey);
	/** Seconds; undefined unless the operator watches. */
	let watched: number | undefined;
	let state = nothing;
	let hasStarted = false;
	const marks = createChangeMarks();
	/** Local changes that the cached listing does not have yet: without them the next start would mark them as changes. */
	let unsaved = 0;
	let fetching: AbortController | undefined;
	const sightingListeners = createListeners<[sighting: Sighting]>();
	let firstListedAt: Moment | undefined;
	/** When the listing that is shown began. */
	let takenFrom: Moment | undefined;
	const isListed = (id: string) => recordsOf(state.listing).some(record => record.kind === 'notification' && record.id === id);
	const listedSince = createListedSince(clock.elapsed, isListed);
	/** The cached listing is still being read. */
	let isRecalling = false;
	/** Resolves when it has been read, or the store is closed. */
	let recalled: Promise<unknown> = Promise.resolve();
	let saving: Promise<void> = Promise.resolve();
	/** Resolves when the first listing has ended. */
	const firstListing = Promise.withResolvers<void>();
	const closed = new AbortController();
	/** The service has responded: from now on the cached listing is used for marking changes only. */
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

	const reporter = (controller: AbortController) => {
		let last = -Infinity;
		return ({records, bytes, totalBytes}: ListingProgress): void => {
			const now = clock.now();
			if (controller !== fetching || now - last < progressInterval) {
				return;
			}

			last = now;
			const progress = {count: records.length, bytes, totalBytes};
			if (state.listing.state === 'loading') {
				show({state: 'loading', records: [...records]}, {progress});
			} else {
				set({progress});
			}
		};
	};

	/** Lists once; a listing under way is cancelled. Returns the failure, if it failed. */
	const list = async (policy: RetryPolicy | undefined, moreUrgent?: Promise<void>): Promise<Failure | undefined> => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		set({
			listing: state.listing.state === 'failed' ? nothing.listing : state.listing,
			progress: {count: 0, bytes: 0, totalBytes: undefined},
		});
		const {listNotifications} = await import('../api/listing/list-notifications.ts');
		const startedAt = clock.elapsed.now();
		const result = await listNotifications(connection, {
			signal: controller.signal, retry: policy, onProgress: reporter(controller), moreUrgent, before: listedBefore(),
		});
		const records = result.ok ? await reuseRecords(listedBefore(), result.value.records) : [];
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		firstListing.resolve();
		if (result.ok) {
			take({listing: {...result.value, records}, startedAt});
			return undefined;
		}

		fail(result.failure);
		return result.failure;
	};

	const take = (sighting: Sighting): void => {
		const {listing: value, startedAt} = sighting;
		if (takenFrom?.era === startedAt.era && startedAt.at < takenFrom.at) {
			// An operation has fetched a later one meanwhile.
			set({progress: undefined});
			return;
		}

		const {listing} = state;
		firstListedAt ??= value.complete ? clock.elapsed.now() : undefined;
		sightingListeners.notify(sighting);

		// A partial listing never replaces a complete one, nor a cached one that is still being read.
		if (!value.complete && 'value' in listing && (listing.value.complete || ('count' in listing && listing.count !== undefined))) {
			fail({kind: 'unreachable', outcome: 'rejected', summary: `The refresh is partial. ${value.reason}`, nextStep: 'The previous listing is shown. Refresh to try again.'});
			return;
		}

		isFresh = true;
		takenFrom = startedAt;
		if (value.complete && !isRecalling) {
			marks.setFirst(value.records);
		}

		const at = clock.now();
		show({state: 'ready', value, at}, {progress: undefined, isOutdated: state.isOutdated === true && !value.complete});
		if (!value.complete) {
			return;
		}

		saving = save(value.records, at);
	};

	const save = async (records: readonly ListedRecord[], at: number): Promise<void> => {
		const saved = unsaved;
		const writer = keeper;
		// What the cache has already is not written again.
		await recalled;
		if (await writer.write(records, at) && unsaved === saved) {
			unsaved = 0;
		}
	};

	const fail = (failure: Failure): void => {
		const {listing} = state;
		set({
			progress: undefined,
			listing: 'value' in listing ? {state: 'stale', value: listing.value, at: listing.at, count: 'count' in listing ? listing.count : undefined, failure} : {state: 'failed', failure},
		});
	};

	/** Shows the cached listing, its first records at once. */
	const recall = async (found: CachedListing): Promise<void> => {
		isRecalling = true;
		const {at, count, notes} = found;
		const writer = keeper;
		const showThem = (records: readonly ListedRecord[]) => {
			const value: Listing = {records: [...records], complete: false, reason: 'It is from an earlier run.'};
			show(state.listing.state === 'stale' ? {...state.listing, value} : {state: 'remembered', value, at, count}, {notes});
		};

		let last = -Infinity;
		const records = await readCachedListing(found, {
			clock,
			firstListing: firstListing.promise,
			isArriving: () => !isFresh && (state.progress?.bytes ?? 0) > 0,
			signal: closed.signal,
			onRecords(read) {
				const now = clock.now();
				if (!isFresh && now - last >= progressInterval) {
					last = now;
					showThem(read);
				}
			},
		});
		if (records === undefined) {
			return;
		}

		if (!isFresh) {
			showThem(records);
		}

		// A damaged file is not used for marking changes.
		if (records.length === count) {
			const cached = await reuseRecords(listedBefore(), records);
			marks.setFirst(cached);
			writer.setCached(cached);
		}

		isRecalling = false;
		const listed = completeRecordsOf(state.listing);
		if (listed === undefined) {
			return;
		}

		marks.setFirst(listed);
		show(state.listing);
	};

	const start = (moreUrgent?: Promise<void>): void => {
		if (hasStarted) {
			return;
		}

		hasStarted = true;
		const found = remembered.open(profileKey);
		if (found !== undefined) {
			recalled = Promise.race([recall(found), once(closed.signal, 'abort')]);
		}

		void list(retry, moreUrgent);
	};

	const startWatch = createWatch({
		clock,
		// A listing under way serves as well.
		list: async () => fetching === undefined ? list(undefined) : undefined,
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
		refreshAndResetChanges() {
			marks.reset(completeRecordsOf(state.listing));
			void list(retry);
		},
		stop() {
			fetching?.abort();
			return fetching !== undefined;
		},
		applyLocalChange({gone = [], created = []}) {
			const ids = new Set(gone);
			listedSince.noteGone(gone);
			const isLeft = (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
			marks.applyLocalChange(isLeft, created);
			unsaved++;
			if (created.some(id => !isListed(id))) {
				set({isOutdated: true});
			}

			const {listing} = state;
			if ('value' in listing) {
				show({...listing, value: {...listing.value, records: listing.value.records.filter(record => isLeft(record))}});
			}
		},
		adopt(sighting) {
			take(sighting);
		},
		knownSince: listedSince.of,
		listingSince: () => firstListedAt,
		onListing: sightingListeners.add,
		annotate(records, notes) {
			keeper.annotate(records, notes);
		},
		watchEvery,
		rebind(next) {
			const isOther = next.profileKey !== profileKey;
			({connection, profileKey, remembered} = next);
			if (isOther) {
				keeper = createListingCacheWriter(remembered, profileKey);
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
			await saving;
			const {listing} = state;
			if (unsaved > 0 && listing.state === 'ready' && listing.value.complete) {
				await save(listing.value.records, listing.at);
			}

			await keeper.close();
		},
	};
}
