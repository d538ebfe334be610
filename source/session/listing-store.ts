import type {Connection} from '../api/connection.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import type {Sighting} from '../operations/operation-context.ts';
import type {Clock, Moment} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import {createDisplayedListing, type LocalChange} from './displayed-listing.ts';
import {withoutFailure, type AccountListing} from './listing-state.ts';
import {createLister, type ListingWaits} from './lister.ts';
import {createRememberedListing} from './remembered-listing.ts';
import {createWatch} from './watch.ts';
import {createWatchedListing} from './watched-listing.ts';

/** The listing of an account, a store for `useSyncExternalStore`. */
export type ListingStore = {
	/** Calls a listener after changes, once in a turn of the event loop. Returns a function that removes it. */
	readonly subscribe: (listener: () => void) => () => void;
	/** Returns the current state without starting a request. */
	readonly get: () => AccountListing;
	/** Shows the cached listing immediately and starts the first request. Only the first call has an effect. */
	readonly start: (waits?: ListingWaits) => void;
	/** Lists again, in full; a listing in progress is cancelled. */
	readonly refresh: () => void;
	/** Acknowledges what appeared and vanished: from now on changes are marked relative to the current records. */
	readonly acknowledgeChanges: () => void;
	/** Cancels the listing in progress. Returns whether there was one. */
	readonly stop: () => boolean;
	/** Applies changes made by this program: deleted notifications are removed from the list, and created ones are not marked as new. `after`: a listing that an operation has requested after them, to show. */
	readonly applyLocalChange: (done: LocalChange, after?: Sighting) => void;
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

/** Creates the listing of an account. It combines the cached listing of an earlier run, the listing in progress, the last listing, and the changes since the operator last acknowledged them. */
export function createListingStore({clock, retry, ...binding}: ListingStoreOptions): ListingStore {
	let {connection, needsProof} = binding;
	/** The interval in seconds; undefined while periodic listing is off. */
	let watched: number | undefined;
	let hasStarted = false;
	/** Resolves when the first listing has ended. */
	const firstListing = Promise.withResolvers<void>();
	const closed = new AbortController();
	const checkListeners = createListeners();
	const displayed = createDisplayedListing({
		clock,
		isCacheRead: () => !remembered.isReading(),
		onComplete(records, at) {
			remembered.note(records, at);
		},
	});
	const {get, set, records: shown} = displayed;
	const watchedListing = createWatchedListing(clock, () => get().isOutdated === true || needsProof?.() === true);
	const remembered = createRememberedListing({
		profileKey: binding.profileKey,
		cache: binding.remembered,
		clock,
		firstListing: firstListing.promise,
		isArriving: () => !displayed.isFresh() && (get().progress?.bytes ?? 0) > 0,
		signal: closed.signal,
		listed: shown,
		onRecords: displayed.remember,
		onRead: displayed.compareWith,
	});

	const lister = createLister({
		clock,
		connection: () => connection,
		displayed,
		watchedListing,
		onEnd: firstListing.resolve,
		onChecked: checkListeners.notify,
	});
	const startWatch = createWatch({
		clock,
		// If a listing is in progress already, it is used.
		list: async () => (lister.isListing() ? undefined : lister.list(undefined, {isWatched: true})),
		onChange(watch) {
			set({watch});
		},
	});

	const watchEvery = (every: number | undefined) => {
		watched = every;
		startWatch(every);
	};

	return {
		get,
		subscribe: displayed.subscribe,
		start(waits) {
			if (hasStarted) {
				return;
			}

			hasStarted = true;
			remembered.start();
			void lister.list(retry, waits);
		},
		refresh() {
			void lister.list(retry);
		},
		acknowledgeChanges: displayed.acknowledgeChanges,
		stop: lister.stop,
		applyLocalChange(done, after) {
			watchedListing.forget();
			displayed.applyLocalChange(done, after);
		},
		adopt(sighting) {
			displayed.take(sighting);
		},
		latest: displayed.latest,
		knownSince: displayed.knownSince,
		onListing: displayed.onListing,
		onChecked: checkListeners.add,
		watchEvery,
		expectChange: watchedListing.forget,
		rebind(next) {
			({connection, needsProof} = next);
			watchedListing.forget();
			remembered.rebind({profileKey: next.profileKey, cache: next.remembered});
			if (!hasStarted) {
				return;
			}

			set({listing: withoutFailure(get().listing)});
			startWatch(watched);
			void lister.list(retry);
		},
		async close() {
			closed.abort();
			watchEvery(undefined);
			await remembered.close(get().listing, lister.close());
		},
	};
}
