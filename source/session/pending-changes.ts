import type {Sighting} from '../operations/operation-context.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {bestEffort} from '../ledger/best-effort.ts';
import type {Clock} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import type {ListingStore} from './listing-store.ts';
import type {SettledChange, Settlement} from './settle-pending.ts';

/** A summary of the pending changes of an account. */
export type PendingSummary = {
	/** The number of operations and batches that have not ended, except those of other processes. */
	readonly count: number;
	/** The IDs of the notifications that they change. */
	readonly ids: ReadonlySet<string>;
	/** See `Settlement`; only of the last listing, if no operation has ended since. */
	readonly reasons?: Settlement['reasons'];
};

/** See `createPendingChanges`. */
export type PendingChanges = ReturnType<typeof createPendingChanges>;

export type PendingChangesOptions = {
	readonly profileKey: string;
	readonly clock: Clock;
	readonly listing: Pick<ListingStore, 'onListing' | 'onChecked' | 'refresh'>;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** Settles pending changes with a listing. Undefined while an operation is running. */
	readonly settle: (sighting: Sighting) => Promise<Settlement | undefined>;
};

/** Milliseconds added to a wait, so that the listing starts after it. */
const margin = 100;

const nothingPending: PendingSummary = {count: 0, ids: new Set()};

/** Creates the pending changes of an account. Every listing settles them, and they are checked again when the requests can no longer take effect. A store for `useSyncExternalStore`. */
export function createPendingChanges({profileKey, clock, listing, openLedger, settle}: PendingChangesOptions) {
	const listeners = createListeners();
	const settledListeners = createListeners<[changes: readonly SettledChange[]]>();
	let summary = nothingPending;
	let timer: AbortController | undefined;
	/** The newest listing that has not been used to settle changes, because an operation is running. */
	let unusedListing: Sighting | undefined;
	const idleListeners = createListeners();
	let isClosed = false;
	/** The number of listings that are being used, and of further ones that are awaited. */
	let waiting = 0;

	const update = async (reasons?: Settlement['reasons']) => {
		await bestEffort(async () => {
			const {journal} = await openLedger();
			const operations = journal.unfinished(profileKey).filter(({id}) => journal.ownerElsewhere(id) === undefined);
			const batches = journal.unfinishedBatches(profileKey);
			const count = operations.length + batches.length;
			if (count === 0 && summary === nothingPending) {
				return;
			}

			const ids = operations.flatMap(({snapshot, newId}) => [snapshot?.id, newId]).filter(id => id !== undefined);
			summary =
				count === 0
					? nothingPending
					: {
							count,
							ids: new Set([...ids, ...batches.flatMap(({id}) => journal.oldIdsIn(id, 'deleting'))]),
							...(reasons && {reasons}),
						};
			listeners.notify();
		});
	};

	const endWaiting = () => {
		waiting--;
		idleListeners.notify();
	};

	const checkAgain = async (wait: number) => {
		timer?.abort();
		const current = new AbortController();
		timer = current;
		try {
			await clock.sleep(wait + margin, current.signal);
		} catch {
			endWaiting();
			return;
		}

		if (!isClosed) {
			listing.refresh();
		}

		endWaiting();
	};

	/** Milliseconds from the last listing until another one can settle more. */
	let next: number | undefined;
	const onListing = async (sighting: Sighting) => {
		waiting++;
		let wait: number | undefined;
		await bestEffort(async () => {
			unusedListing = sighting;
			const result = await settle(sighting);
			await update(result?.reasons);
			if (isClosed || result === undefined) {
				return;
			}

			unusedListing = unusedListing === sighting ? undefined : unusedListing;

			({wait} = result);
			if (result.settled.length > 0) {
				settledListeners.notify(result.settled);
			}
		});
		next = wait;
		if (wait !== undefined && wait > 0) {
			void checkAgain(wait);
		} else {
			endWaiting();
		}
	};

	let using: Promise<void> = Promise.resolve();
	const stop = listing.onListing(sighting => {
		using = onListing(sighting);
	});

	// A 304 settles nothing. But another process may have left a change pending, for which the next listing has to be a full one.
	const stopChecks = listing.onChecked(() => {
		void update(summary.reasons);
	});

	return {
		subscribe: listeners.add,
		get: () => summary,
		/** Whether a listing is being used to settle changes, or another one will be requested. */
		isWaiting: () => waiting > 0,
		/** Resolves when the last listing has been used. */
		listingUsed: async () => using,
		/** Milliseconds from the last listing that was used until another one can settle more; undefined if none can. */
		nextWait: () => next,
		/** Calls a listener when the waiting ends. Returns a function that removes the listener. */
		onIdle: idleListeners.add,
		/** Reads the journal again, after an operation, and settles changes with the last listing if it was not used yet. */
		update() {
			void (unusedListing === undefined ? update() : onListing(unusedListing));
		},
		/** Calls a listener with the changes that listings have settled. Returns a function that removes the listener. */
		onSettled: settledListeners.add,
		/** Stops checking. */
		close() {
			isClosed = true;
			stop();
			stopChecks();
			timer?.abort();
		},
	};
}
