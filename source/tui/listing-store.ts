import type {Connection} from '../api/connection.ts';
import type {Failure} from '../api/failure.ts';
import type {Listing, ListingProgress} from '../api/listing.ts';
import type {RetryPolicy} from '../api/retry.ts';
import type {Remembered, RememberedListings} from '../ledger/remembered.ts';
import type {ListedRecord} from '../notifications/notification.ts';
import {createBreather} from '../platform/breathe.ts';
import type {Clock} from '../platform/clock.ts';
import {changesBetween, noChanges, recordsOf, withVanished, type AccountListing, type ListingState, type Watch} from './state/listing-state.ts';

/** An account's listing, for `useSyncExternalStore`: it begins to list when somebody subscribes. */
export type ListingStore = {
	readonly subscribe: (listener: () => void) => () => void;
	readonly get: () => AccountListing;
	/** Lists again, from the beginning if it is at it. */
	readonly refresh: () => void;
	/** As `refresh`, and what is shown now is what changes are told against. */
	readonly renew: () => void;
	/** Stops listing. Whether there was anything to stop. */
	readonly stop: () => boolean;
	/** What this program did itself is no change to tell of: what it deleted is no longer shown, what it created is not marked. */
	readonly settle: (done: {readonly gone?: readonly string[]; readonly made?: readonly string[]}) => void;
	/** Lists again every so many seconds; undefined ends it. */
	readonly watchEvery: (every: number | undefined) => void;
	/** Ends everything, and resolves when nothing is being written any more. */
	readonly close: () => Promise<void>;
};

export type ListingStoreOptions = {
	readonly connection: Connection;
	readonly profileKey: string;
	readonly clock: Clock;
	readonly retry: RetryPolicy;
	readonly remembered: RememberedListings;
};

/** Milliseconds between two frames that tell how far it has come. */
const progressInterval = 100;

/** The longest pause of a watch that gets no answer, in seconds. */
const longestWait = 300;

export function createListingStore({connection, profileKey, clock, retry, remembered}: ListingStoreOptions): ListingStore {
	const listeners = new Set<() => void>();
	let state: AccountListing | undefined;
	/** What changes are told against. */
	let base: readonly ListedRecord[] | undefined;
	/** Ids of what this program created since. */
	let made: ReadonlySet<string> = new Set();
	let fetching: AbortController | undefined;
	let watching: AbortController | undefined;
	let keeping: {readonly controller: AbortController; readonly done: Promise<void>} | undefined;
	let hasStarted = false;
	/** Whether the service has answered, so that what is remembered is of no more use. */
	let isFresh = false;
	let isRecalling = false;
	/** What the file of the last listing holds. */
	let kept: readonly ListedRecord[] = [];

	const get = (): AccountListing => {
		state ??= {listing: {state: 'loading', records: []}, shown: [], progress: undefined, changes: noChanges, watch: undefined};
		return state;
	};

	const set = (change: Partial<AccountListing>): void => {
		state = {...get(), ...change};
		for (const listener of listeners) {
			listener();
		}
	};

	const show = (listing: ListingState, change: Partial<AccountListing> = {}): void => {
		const records = recordsOf(listing);
		const before = base ?? records;
		const {appeared, vanished} = changesBetween(before, records);
		const changes = {appeared: appeared.difference(made), vanished};
		set({listing, changes, shown: withVanished(before, records, changes), ...change});
	};

	const report = (controller: AbortController) => {
		let last = -Infinity;
		return ({records, bytes, totalBytes}: ListingProgress): void => {
			const now = clock.now();
			if (controller !== fetching || now - last < progressInterval) {
				return;
			}

			last = now;
			const progress = {count: records.length, bytes, totalBytes};
			if (get().listing.state === 'loading') {
				const soFar = [...records];
				set({listing: {state: 'loading', records: soFar}, shown: soFar, progress});
			} else {
				set({progress});
			}
		};
	};

	/** Lists once. The failure, if it failed; undefined also when something else has taken its place. */
	const list = async (policy: RetryPolicy | undefined): Promise<Failure | undefined> => {
		fetching?.abort();
		const controller = new AbortController();
		fetching = controller;
		const {listing: before} = get();
		const first: ListingState = before.state === 'failed' ? {state: 'loading', records: []} : before;
		set({listing: first, progress: {count: 0, bytes: 0, totalBytes: undefined}});
		const {listNotifications} = await import('../api/listing.ts');
		const result = await listNotifications(connection, {signal: controller.signal, retry: policy, onProgress: report(controller)});
		if (controller !== fetching) {
			return undefined;
		}

		fetching = undefined;
		const failure = result.ok ? undefined : result.failure;
		if (result.ok) {
			take(result.value);
		} else {
			fail(result.failure);
		}

		return failure;
	};

	const take = (value: Listing): void => {
		const {listing} = get();
		const wasComplete = 'value' in listing && (listing.value.complete || listing.state === 'remembered');
		if (!value.complete && wasComplete) {
			fail({kind: 'unreachable', outcome: 'rejected', what: `Not all of it could be listed again. ${value.reason}`, advice: 'What is shown is from before: r lists it again.'});
			return;
		}

		if (value.complete && !isRecalling) {
			base ??= value.records;
		}

		isFresh = true;
		show({state: 'ready', value, at: clock.now()}, {progress: undefined});
		if (value.complete) {
			keep(value.records);
		}
	};

	const fail = (failure: Failure): void => {
		const {listing} = get();
		set({
			progress: undefined,
			listing: 'value' in listing ? {state: 'stale', value: listing.value, at: listing.at, failure} : {state: 'failed', failure},
		});
	};

	const keep = (records: readonly ListedRecord[]): void => {
		keeping?.controller.abort();
		const controller = new AbortController();
		const previous = keeping?.done;
		const done = (async () => {
			await previous;
			if (await isSame(kept, records)) {
				await remembered.confirm(profileKey, clock.now());
			} else if (await remembered.keep(profileKey, records, controller.signal)) {
				kept = records;
			}
		})();
		keeping = {controller, done};
	};

	/** Shows what a run before listed: the beginning at once, then the rest. */
	const recall = async ({at, count, first, rest}: Remembered): Promise<void> => {
		const records = [...first];
		const showThem = () => {
			const {listing} = get();
			const value: Listing = {records: [...records], complete: false, reason: 'It is from a run before.'};
			set({listing: listing.state === 'stale' ? {...listing, value} : {state: 'remembered', value, at, count}, shown: value.records});
		};

		showThem();
		let last = clock.now();
		for await (const piece of rest()) {
			records.push(...piece);
			if (isFresh || !(clock.now() - last >= progressInterval)) {
				continue;
			}

			last = clock.now();
			showThem();
		}

		if (!isFresh) {
			showThem();
		}

		// A damaged file tells of no changes.
		if (records.length === count) {
			base ??= records;
			kept = records;
		}

		isRecalling = false;
		const {listing} = get();
		if (!(isFresh && 'value' in listing && listing.value.complete)) {
			return;
		}

		base ??= listing.value.records;
		show(listing);
	};

	const start = (): void => {
		if (hasStarted) {
			return;
		}

		hasStarted = true;
		const found = remembered.open(profileKey);
		if (found !== undefined) {
			isRecalling = true;
			void recall(found);
		}

		void list(retry);
	};

	const pause = (every: number, tries: number, failure: Failure | undefined): number => (
		failure === undefined ? every : Math.max(failure.retryAfter ?? 0, Math.min(every * (2 ** tries), longestWait), every)
	);

	const watchFor = async (every: number, controller: AbortController): Promise<void> => {
		let tries = 0;
		let wait = every;
		while (!controller.signal.aborted) {
			set({watch: {every, wait} satisfies Watch});
			try {
				await clock.sleep(wait * 1000, controller.signal);
			} catch {
				return;
			}

			// What is under way is as good.
			const failure = fetching === undefined ? await list(undefined) : undefined;
			tries = failure === undefined ? 0 : tries + 1;
			if (failure?.kind === 'unauthorized') {
				break;
			}

			wait = pause(every, tries, failure);
		}

		if (watching !== controller) {
			return;
		}

		watching = undefined;
		set({watch: undefined});
	};

	return {
		get,
		subscribe(listener) {
			listeners.add(listener);
			start();
			return () => {
				listeners.delete(listener);
			};
		},
		refresh() {
			void list(retry);
		},
		renew() {
			const {listing} = get();
			base = 'value' in listing && (listing.value.complete || listing.state === 'remembered') ? listing.value.records : base;
			made = new Set();
			void list(retry);
		},
		stop() {
			fetching?.abort();
			return fetching !== undefined;
		},
		settle({gone = [], made: created = []}) {
			made = made.union(new Set(created));
			const ids = new Set(gone);
			const isLeft = (record: ListedRecord) => record.kind === 'unreadable' || !ids.has(record.id);
			base = base?.filter(record => isLeft(record));
			const {listing} = get();
			if ('value' in listing) {
				show({...listing, value: {...listing.value, records: listing.value.records.filter(record => isLeft(record))}});
			}
		},
		watchEvery(every) {
			watching?.abort();
			watching = undefined;
			if (every === undefined) {
				set({watch: undefined});
				return;
			}

			watching = new AbortController();
			void watchFor(every, watching);
		},
		async close() {
			watching?.abort();
			fetching?.abort();
			fetching = undefined;
			keeping?.controller.abort();
			await keeping?.done;
		},
	};
}

/** Whether two listings are the same, as they were received. */
async function isSame(before: readonly ListedRecord[], after: readonly ListedRecord[]): Promise<boolean> {
	if (before.length !== after.length) {
		return false;
	}

	const breathe = createBreather();
	for (const [index, record] of before.entries()) {
		if (record.json !== after[index]!.json) {
			return false;
		}

		if (index % 1000 === 0) {
			await breathe();
		}
	}

	return true;
}
