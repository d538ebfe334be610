import type {Connection} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {Listing, ListingProgress} from '../api/listing/list-notifications.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {CachedListing, ListingCache} from '../storage/listing-cache.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {Clock} from '../system/clock.ts';
import {createListingCacheWriter} from './listing-cache-writer.ts';
import {changesBetween, noChanges, recordsOf, completeRecordsOf, withVanished, type AccountListing, type ListingState} from './listing-state.ts';
import {createWatch} from './watch.ts';

/** An account's listing, for `useSyncExternalStore`. */
export type ListingStore = {
	readonly subscribe: (listener: () => void) => () => void;
	/** The present state. It starts nothing. */
	readonly get: () => AccountListing;
	/** Shows the cached listing at once and starts the first request. Only the first call has an effect. */
	readonly start: () => void;
	/** Lists again, from the beginning if it is at it. */
	readonly refresh: () => void;
	/** As `refresh`, and what is shown now is what changes are told against. */
	readonly refreshAndResetChanges: () => void;
	/** Stops listing. Whether there was anything to stop. */
	readonly stop: () => boolean;
	/** What this program did itself is no change to tell of: what it deleted is no longer shown, what it created is not marked. */
	readonly applyLocalChange: (done: {readonly gone?: readonly string[]; readonly created?: readonly string[]}) => void;
	/** Lists again every so many seconds, until the key is refused; undefined ends it. */
	readonly watchEvery: (every: number | undefined) => void;
	/** Ends everything, and resolves when nothing is being written any more. */
	readonly close: () => Promise<void>;
};

export type ListingStoreOptions = {
	readonly connection: Connection;
	readonly profileKey: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	readonly remembered: ListingCache;
};

/** Milliseconds between two frames that tell how far it has come: each takes time from what is under way. */
const progressInterval = 250;

const nothing: AccountListing = {listing: {state: 'loading', records: []}, shown: [], progress: undefined, changes: noChanges, watch: undefined};

/** The listing of an account: what a run before saw, what is coming in, what has come, and what changed since the operator last asked. */
export function createListingStore({connection, profileKey, clock, retry, remembered}: ListingStoreOptions): ListingStore {
	const listeners = new Set<() => void>();
	const keeper = createListingCacheWriter(remembered, profileKey);
	let state = nothing;
	let hasStarted = false;
	/** What changes are told against. */
	let base: readonly ListedRecord[] | undefined;
	/** Ids of what this program created since. */
	let made: ReadonlySet<string> = new Set();
	/** Counts what this program did and no listing that is kept shows: the next start would tell of it as a change. */
	let unsaved = 0;
	let fetching: AbortController | undefined;
	/** What a run before saw is still being read. */
	let isRecalling = false;
	/** The service has answered: what a run before saw is of use for the changes only. */
	let isFresh = false;

	const set = (change: Partial<AccountListing>): void => {
		state = {...state, ...change};
		for (const listener of listeners) {
			listener();
		}
	};

	const show = (listing: ListingState, change: Partial<AccountListing> = {}): void => {
		const records = recordsOf(listing);
		// What is not all of it proves nothing.
		const before = completeRecordsOf(listing) === undefined ? records : base ?? records;
		const {appeared, vanished} = changesBetween(before, records);
		const changes = {appeared: appeared.difference(made), vanished};
		set({listing, changes, shown: withVanished(before, records, changes), ...change});
	};

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

	/** Lists once, instead of what is under way. The failure, if it failed. */
	const list = async (policy: RetryPolicy | undefined): Promise<Failure | undefined> => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		set({
			listing: state.listing.state === 'failed' ? nothing.listing : state.listing,
			progress: {count: 0, bytes: 0, totalBytes: undefined},
		});
		const {listNotifications} = await import('../api/listing/list-notifications.ts');
		const result = await listNotifications(connection, {signal: controller.signal, retry: policy, onProgress: reporter(controller)});
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		if (result.ok) {
			take(result.value);
			return undefined;
		}

		fail(result.failure);
		return result.failure;
	};

	const take = (value: Listing): void => {
		const {listing} = state;
		// A part takes the place of nothing that is all of it, or is on its way to be.
		if (!value.complete && 'value' in listing && (listing.value.complete || ('count' in listing && listing.count !== undefined))) {
			fail({kind: 'unreachable', outcome: 'rejected', summary: `Not all of it could be listed again. ${value.reason}`, nextStep: 'What is shown is from before: r lists it again.'});
			return;
		}

		isFresh = true;
		if (value.complete && !isRecalling) {
			base ??= value.records;
		}

		const at = clock.now();
		show({state: 'ready', value, at}, {progress: undefined});
		if (!value.complete) {
			return;
		}

		void save(value.records, at);
	};

	const save = async (records: readonly ListedRecord[], at: number): Promise<void> => {
		const saved = unsaved;
		if (await keeper.write(records, at) && unsaved === saved) {
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

	/** Shows what a run before listed, the beginning at once. */
	const recall = async ({at, count, firstRecords, remainingRecords}: CachedListing): Promise<void> => {
		isRecalling = true;
		const records = [...firstRecords];
		const showThem = () => {
			const value: Listing = {records: [...records], complete: false, reason: 'It is from a run before.'};
			show(state.listing.state === 'stale' ? {...state.listing, value} : {state: 'remembered', value, at, count});
		};

		showThem();
		let last = clock.now();
		for await (const piece of remainingRecords()) {
			records.push(...piece);
			if (isFresh || !(clock.now() - last >= progressInterval)) {
				continue;
			}

			last = clock.now();
			showThem();
		}

		isRecalling = false;
		if (!isFresh) {
			showThem();
		}

		// A damaged file tells of no changes.
		if (records.length === count) {
			base ??= records;
			keeper.setCached(records);
		}

		const listed = completeRecordsOf(state.listing);
		if (!isFresh || listed === undefined) {
			return;
		}

		base ??= listed;
		show(state.listing);
	};

	const start = (): void => {
		if (hasStarted) {
			return;
		}

		hasStarted = true;
		const found = remembered.open(profileKey);
		if (found !== undefined) {
			void recall(found);
		}

		void list(retry);
	};

	const watchEvery = createWatch({
		clock,
		// What is under way is as good.
		list: async () => fetching === undefined ? list(undefined) : undefined,
		onChange(watch) {
			set({watch});
		},
	});

	return {
		get: () => state,
		start,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		refresh() {
			void list(retry);
		},
		refreshAndResetChanges() {
			base = completeRecordsOf(state.listing) ?? base;
			made = new Set();
			void list(retry);
		},
		stop() {
			fetching?.abort();
			return fetching !== undefined;
		},
		applyLocalChange({gone = [], created = []}) {
			made = made.union(new Set(created));
			const ids = new Set(gone);
			const isLeft = (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
			base = base?.filter(record => isLeft(record));
			unsaved++;
			const {listing} = state;
			if ('value' in listing) {
				show({...listing, value: {...listing.value, records: listing.value.records.filter(record => isLeft(record))}});
			}
		},
		watchEvery,
		async close() {
			watchEvery(undefined);
			fetching?.abort();
			fetching = undefined;
			const {listing} = state;
			if (unsaved > 0 && listing.state === 'ready' && listing.value.complete) {
				await save(listing.value.records, listing.at);
			}

			await keeper.close();
		},
	};
}
