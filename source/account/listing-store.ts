import {setImmediate as turn} from 'node:timers/promises';
import type {Connection} from '../service/connection.ts';
import type {Failure, Result} from '../service/failure.ts';
import type {Listing} from '../service/listing/list-notifications.ts';
import type {RetryPolicy} from '../service/retry.ts';
import type {ListedRecord, Notification} from '../notification/notification.ts';
import {compareRecords, notificationChanges, recordsById, withVanished, withEarlierObjects} from '../query/changes.ts';
import type {Look} from '../changes/context.ts';
import type {Clock, Moment} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import {finish, finishInSlices} from '../platform/time-slices.ts';
import type {ListingCache, CachedListing, SavedListing} from '../ledger/listing-cache.ts';
import {
	completeRecordsOf,
	noChanges,
	noRecords,
	previousIsShown,
	progressInterval,
	recordsOf,
	withFailure,
	withoutFailure,
	type AccountListing,
	type ListingState,
} from './listing-state.ts';
import {createWatch, createWatchedListing} from './watch.ts';

/** What a listing waits for. */
type ListingWaits = {
	/** The request is sent after this. */
	readonly after?: Promise<void> | undefined;
	/** All of the response except its beginning waits for this. */
	readonly moreUrgent?: Promise<void> | undefined;
};

type ListingStoreOptions = {
	readonly connection: Connection;
	readonly profileKey: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	readonly remembered: ListingCache;
	/** Whether a listing has something to prove, such as the outcome of a pending change; by default never. */
	readonly needsProof?: (() => boolean) | undefined;
};

/** The listing of an account, a store for `useSyncExternalStore`. */
export type ListingStore = ReturnType<typeof createListingStore>;

const nothing: AccountListing = {
	listing: {state: 'loading', records: []},
	shown: [],
	progress: undefined,
	changes: noChanges,
	watch: undefined,
};

/** Creates the listing of an account. It combines the cached listing of an earlier run, the listing in progress, the last listing, and the changes since the operator last acknowledged them. */
export function createListingStore({clock, retry, ...binding}: ListingStoreOptions) {
	const {elapsed} = clock;
	let {connection, needsProof} = binding;
	const listeners = createListeners();
	const looks = createListeners<[look: Look]>();
	const checks = createListeners();
	const closed = new AbortController();
	const firstListing = Promise.withResolvers<void>();
	let hasStarted = false;
	/** The interval in seconds; undefined while periodic listing is off. */
	let watched: number | undefined;

	let state = nothing;
	let isAnnounced = true;
	/** The start of the request for the last listing that all pages were read for. */
	let currentStartedAt: Moment | undefined;
	/** Whether the service has responded: from then on the cached listing is used only for marking changes. */
	let isFresh = false;
	/** The listing in progress. */
	let fetching: AbortController | undefined;
	/** The records that changes are marked relative to, and the IDs that this program created since they were set. */
	let reference: readonly ListedRecord[] | undefined;
	let createdIds: ReadonlySet<string> = new Set();

	const set = (change: Partial<AccountListing>) => {
		state = {...state, ...change};
		if (!isAnnounced) {
			return;
		}

		// What changes in one turn of the event loop, such as a listing and the result of the change that read it, is drawn once.
		isAnnounced = false;
		setImmediate(() => {
			isAnnounced = true;
			listeners.notify();
		});
	};

	/** The records of the last listing, also of a cached one. */
	const listed = () => ('value' in state.listing ? state.listing.value.records : noRecords);
	const isListed = (id: string) => recordsById(recordsOf(state.listing)).get(id)?.kind === 'notification';

	/** Shows a listing, and marks how it differs from the reference records. */
	const show = (listing: ListingState, change: Partial<AccountListing> = {}) => {
		const records = recordsOf(listing);
		// A record missing from a partial listing may still exist.
		const before = completeRecordsOf(listing) === undefined ? records : (reference ?? records);
		if (before === records) {
			set({listing, changes: noChanges, shown: records, ...change});
			return;
		}

		const compared = finish(compareRecords(before, records));
		const found = notificationChanges(compared);
		const [appeared, vanished] = [idsOf(found.appeared), idsOf(found.vanished)];
		const changes = {appeared: appeared.difference(createdIds), vanished};
		set({listing, changes, shown: withVanished(compared), ...change});
	};

	const fail = (failure: Failure) => {
		set({progress: undefined, listing: withFailure(state.listing, failure, clock.now())});
	};

	const display = (value: Listing) => {
		isFresh = true;
		if (value.complete && !remembered.isReading()) {
			reference ??= value.records;
		}

		const at = clock.now();
		show({state: 'ready', value, at}, {progress: undefined, isOutdated: state.isOutdated === true && !value.complete});
		if (value.complete) {
			remembered.note(value.records, at);
		}
	};

	/** Takes over a listing that all pages were read for. Returns whether it is displayed. */
	const take = (look: Look, isStopped = false) => {
		const {listing: value, startedAt} = look;
		if (currentStartedAt?.era === startedAt.era && startedAt.at < currentStartedAt.at) {
			// A change has requested a later listing in the meantime.
			set({progress: undefined});
			return false;
		}

		const {listing} = state;
		looks.notify({...look, before: recordsOf(listing), everListed: state.shown});

		// A partial listing never replaces a complete one, or a cached one.
		if (
			!value.complete &&
			'value' in listing &&
			(listing.value.complete || ('count' in listing && listing.count !== undefined))
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
		display(value);
		return true;
	};

	const watchedListing = createWatchedListing(clock, () => state.isOutdated === true || needsProof?.() === true);
	const remembered = createRememberedListing({
		profileKey: binding.profileKey,
		cache: binding.remembered,
		clock,
		firstListing: firstListing.promise,
		isArriving: () => !isFresh && (state.progress?.bytes ?? 0) > 0,
		signal: closed.signal,
		listed,
		onRecords(records, {at, count}) {
			if (isFresh) {
				return;
			}

			const value: Listing = {records: [...records], complete: false, reason: 'It is from an earlier run.'};
			const {listing} = state;
			show(listing.state === 'stale' ? {...listing, value} : {state: 'remembered', value, at, count});
		},
		onRead(cached) {
			const complete = completeRecordsOf(state.listing);
			reference ??= cached ?? complete;
			if (complete !== undefined) {
				show(state.listing);
			}
		},
	});

	/** Lists once; a listing in progress is cancelled. `isWatched`: see `createWatchedListing`. Returns the failure, if it failed. */
	const list = async (
		policy: RetryPolicy | undefined,
		{after, moreUrgent, isWatched = false}: ListingWaits & {readonly isWatched?: boolean} = {},
	): Promise<Failure | undefined> => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		set({
			listing: state.listing.state === 'failed' ? nothing.listing : state.listing,
			progress: {count: 0, bytes: 0, totalBytes: undefined},
		});
		await after;
		if (controller !== fetching) {
			return undefined;
		}

		const startedAt = elapsed.now();
		const before = listed();
		let reportedAt = -Infinity;
		const result = await watchedListing.list(connection, {
			signal: controller.signal,
			retry: policy,
			onProgress({records, bytes, totalBytes}) {
				const now = clock.now();
				if (controller !== fetching || now - reportedAt < progressInterval) {
					return;
				}

				reportedAt = now;
				const progress = {count: records.length, bytes, totalBytes};
				// The records that have arrived are shown, unless more are shown already.
				if (state.listing.state === 'loading') {
					show({state: 'loading', records: [...records]}, {progress});
				} else {
					set({progress});
				}
			},
			moreUrgent,
			shown: listed,
			isWatched,
		});
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		firstListing.resolve();
		if (!result.ok) {
			fail(result.failure);
			return result.failure;
		}

		const {value} = result;
		if (value !== 'unchanged') {
			take({listing: value, startedAt}, controller.signal.aborted);
		} else if (before !== listed()) {
			// Another listing is shown by now, of which the service has said nothing.
			set({progress: undefined});
		} else {
			const listing = withoutFailure(state.listing);
			set({progress: undefined, listing: listing.state === 'ready' ? {...listing, checkedAt: clock.now()} : listing});
			checks.notify();
		}

		return undefined;
	};

	const startWatch = createWatch({
		clock,
		// If a listing is in progress already, it is used.
		list: async () => (fetching === undefined ? list(undefined, {isWatched: true}) : undefined),
		onChange(watch) {
			set({watch});
		},
	});

	return {
		/** Returns the current state without starting a request. */
		get: () => state,
		/** Calls a listener after changes, once in a turn of the event loop. Returns a function that removes it. */
		subscribe: listeners.add,
		/** Calls a listener with every listing. Returns a function that removes it. */
		onListing: looks.add,
		/** Calls a listener whenever the service says that nothing has changed (304), which is no listing. Returns a function that removes it. */
		onChecked: checks.add,
		/** Shows the cached listing immediately and starts the first request. Only the first call has an effect. */
		start(waits?: ListingWaits) {
			if (!hasStarted) {
				hasStarted = true;
				remembered.start();
				void list(retry, waits);
			}
		},
		/** Lists again, in full; a listing in progress is cancelled. */
		refresh() {
			// A command that ends with its change ends before this is sent.
			void list(retry, {after: turn()});
		},
		/** Lists for a plan, which waits for it. The list shows it as well, and pending changes are settled by it. `onProgress`: called with the number of records so far. */
		async listAfresh(signal: AbortSignal, onProgress?: (count: number) => void): Promise<Result<Listing>> {
			const {listNotifications} = await import('../service/listing/list-notifications.ts');
			const startedAt = elapsed.now();
			const result = await listNotifications(connection, {
				signal,
				retry,
				before: () => recordsOf(state.listing),
				onProgress({records}) {
					onProgress?.(records.length);
				},
			});
			if (result.ok && !signal.aborted) {
				take({listing: result.value, startedAt});
			}

			return result;
		},
		/** Cancels the listing in progress: what has arrived of it counts. Returns whether there was one. */
		stop(): boolean {
			fetching?.abort();
			return fetching !== undefined;
		},
		/** Lists periodically, at an interval in seconds, until the API key is rejected; undefined stops it. Such a listing may ask only for what has changed, and then settles nothing (`createWatchedListing`). */
		watchEvery(every: number | undefined) {
			watched = every;
			startWatch(every);
		},
		/** Lets the next listing be a full one, because something was sent. */
		expectChange: watchedListing.forget,
		/** Acknowledges what appeared and vanished: from now on changes are marked relative to the current records. */
		acknowledgeChanges() {
			reference = completeRecordsOf(state.listing) ?? reference;
			createdIds = new Set();
			show(state.listing);
		},
		/** Applies changes made by this program: deleted notifications are removed from the list, and created ones are not marked as new. `after`: a listing that was requested after them, to show. */
		applyLocalChange(
			{gone = [], created = []}: {readonly gone?: readonly string[]; readonly created?: readonly string[]},
			after?: Look,
		) {
			watchedListing.forget();
			createdIds = createdIds.union(new Set(created));
			let {listing} = state;
			// Where nothing is removed, the records are not arranged again.
			if (gone.length > 0) {
				const ids = new Set(gone);
				const isLeft = (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
				reference = reference?.filter(record => isLeft(record));
				if ('value' in listing) {
					const {value} = listing;
					listing = {...listing, value: {...value, records: value.records.filter(record => isLeft(record))}};
				}
			}

			const isOutdated = state.isOutdated === true || created.some(id => !isListed(id));
			set({listing, ...(isOutdated && {isOutdated})});
			if ((after === undefined || !take(after)) && 'value' in state.listing) {
				show(state.listing);
			}
		},
		/** Returns the last listing of this process, if it is complete and every page was read for it, was not followed by a failure, and shows what was created here since. */
		latest(): Look | undefined {
			const {listing, isOutdated} = state;
			return listing.state === 'ready' &&
				listing.value.complete &&
				currentStartedAt !== undefined &&
				isOutdated !== true
				? {listing: listing.value, startedAt: currentStartedAt, readAt: listing.at}
				: undefined;
		},
		/** Continues with another API key, or as another account, and lists again if it had started. Periodic listing that stopped because the old key was rejected is resumed. */
		rebind(next: Pick<ListingStoreOptions, 'connection' | 'profileKey' | 'remembered' | 'needsProof'>) {
			({connection, needsProof} = next);
			watchedListing.forget();
			remembered.rebind({profileKey: next.profileKey, cache: next.remembered});
			if (hasStarted) {
				set({listing: withoutFailure(state.listing)});
				startWatch(watched);
				void list(retry);
			}
		},
		/** Cancels all work in progress. Resolves when the cached listing is written. */
		async close() {
			closed.abort();
			startWatch(undefined);
			fetching?.abort();
			fetching = undefined;
			await remembered.close(state.listing);
		},
	};
}

const idsOf = (notifications: readonly Notification[]): ReadonlySet<string> => new Set(notifications.map(({id}) => id));

type RememberedListingOptions = {
	readonly profileKey: string;
	readonly cache: ListingCache;
	readonly clock: Clock;
	/** Resolves when the first listing of the service has ended. */
	readonly firstListing: Promise<void>;
	/** Whether that listing is being received. */
	readonly isArriving: () => boolean;
	/** Aborts reading. */
	readonly signal: AbortSignal;
	/** Called with the first records at once, then four times a second with all that were read so far, and with all. */
	readonly onRecords: (records: readonly ListedRecord[], found: CachedListing) => void;
	/** Called when all is read: with its records if they are a complete listing. */
	readonly onRead: (records: readonly ListedRecord[] | undefined) => void;
	/** The records that are listed by now: those that are the same are used instead of what was read. */
	readonly listed: () => readonly ListedRecord[];
};

/** Milliseconds for which reading the rest of a cached listing waits for the first listing of the service: at once it would delay the first frame and that. */
const delay = 500;

/** The length of a pause as a multiple of the time spent reading, while the service's listing is being received. */
const pauses = 3;

/** The shortest time between two saves, in milliseconds. The last listing is saved at the end. */
const saveInterval = 900_000;

/** Creates the cached listing of an account: it is read once, by `start`, and what is listed is saved at the end and every quarter of an hour. */
function createRememberedListing({
	clock,
	firstListing,
	isArriving,
	signal,
	onRecords,
	onRead,
	listed,
	...binding
}: RememberedListingOptions) {
	let {profileKey, cache} = binding;
	let isReading = false;
	/** When the cache was last as new as the listing, in milliseconds since the epoch. */
	let savedAt = -Infinity;
	/** Whether the last complete listing is one of this account. */
	let isListed = false;
	let saving: Promise<unknown> = Promise.resolve();

	const untilListed = async (milliseconds: number) => {
		await Promise.race([firstListing, clock.sleep(milliseconds, signal).catch(() => undefined)]);
	};

	/** Reads the rest in pieces that leave most of the time to the service's listing. */
	const read = async (found: CachedListing) => {
		const records = [...found.firstRecords];
		onRecords(records, found);
		let shownAt = clock.now();
		await untilListed(delay);
		let began = clock.now();
		for await (const piece of found.remainingRecords()) {
			if (signal.aborted) {
				return;
			}

			records.push(...piece);
			const now = clock.now();
			if (now - shownAt >= progressInterval) {
				shownAt = now;
				onRecords(records, found);
			}

			if (isArriving()) {
				await untilListed(pauses * (now - began));
			}

			began = clock.now();
		}

		if (signal.aborted) {
			return;
		}

		onRecords(records, found);
		// An incomplete read means that the file is damaged; it is not used for marking changes.
		const changes =
			records.length === found.count ? await finishInSlices(compareRecords(listed(), records)) : undefined;
		isReading = false;
		onRead(changes && withEarlierObjects(changes));
	};

	const save = (listing: SavedListing) => {
		// Those of now: another account may have taken their place once the save before has ended.
		const [before, own, account] = [saving, cache, profileKey];
		saving = (async () => {
			await before;
			await own.save(account, listing);
		})();
	};

	return {
		/** Opens the cached listing, and reads it in the background. */
		start() {
			const found = cache.open(profileKey);
			if (found !== undefined) {
				isReading = true;
				savedAt = clock.now();
				void read(found);
			}
		},
		/** Whether it is still being read. */
		isReading: () => isReading,
		/** Saves a complete listing in the background, unless the cache is not a quarter of an hour old. `at`: its time, in milliseconds since the epoch. */
		note(records: readonly ListedRecord[], at: number) {
			isListed = true;
			if (at - savedAt >= saveInterval) {
				savedAt = at;
				save({records, at});
			}
		},
		/** Continues with another cache, or another account of it. */
		rebind(next: Pick<RememberedListingOptions, 'profileKey' | 'cache'>) {
			({profileKey, cache} = next);
			savedAt = -Infinity;
			isListed = false;
		},
		/** Saves the last listing, with what this program has changed since, or the next start would mark it as a change. Resolves when it is saved. */
		async close(listing: ListingState) {
			if (isListed && 'value' in listing && listing.value.complete) {
				save({records: listing.value.records, at: listing.at});
			}

			await saving;
		},
	};
}
