import type {Look} from '../changes/context.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import type {Item} from '../ledger/item.ts';
import type {Notification, Unlisted} from '../notification/notification.ts';
import {asListed} from '../notification/spec.ts';
import {bestEffort} from '../ledger/ledger-error.ts';
import type {Clock} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import type {ListingStore} from './listing-store.ts';
import type {SettledChange, Settlement} from './settle-pending.ts';
import {busyText, type Holder} from '../ledger/owner.ts';
import {namedIds} from '../files/notification-file.ts';
import {numberText} from '../platform/text.ts';

/** A summary of the pending changes of an account, and of what is parked. */
export type PendingSummary = {
	/** The number of changes that have not ended, except those of other processes. */
	readonly count: number;
	/** The IDs of the notifications that they change. */
	readonly ids: ReadonlySet<string>;
	readonly parked: readonly Parked[];
};

/** A parked notification as it was listed, with the item that deleted it. `sent`: its template and topics, if they are known. */
export type Parked = {readonly item: Item; readonly record: Notification; readonly sent: Unlisted | undefined};

/** What is parked of an account, oldest first. May throw LedgerError. */
export const parkedOf = (changes: AwaitedLedger['changes'], profileKey: string): readonly Parked[] =>
	changes.parked(profileKey).map(item => {
		const {id, input, raw, template, topics} = item.snapshot!;
		const sent = template === undefined || topics === undefined ? undefined : {template, topics};
		return {item, record: asListed(input, id, raw), sent};
	});

/** See `createPendingChanges`. */
export type PendingChanges = ReturnType<typeof createPendingChanges>;

export type PendingChangesOptions = {
	readonly profileKey: string;
	readonly clock: Clock;
	readonly listing: Pick<ListingStore, 'onListing' | 'onChecked' | 'refresh'>;
	readonly openLedger: () => Promise<AwaitedLedger>;
	/** Settles pending changes with a listing. Undefined while a change is being made. */
	readonly settle: (look: Look) => Promise<Settlement | undefined>;
};

/** Milliseconds added to a wait, so that the listing starts after it. */
const margin = 100;

const nothingPending: PendingSummary = {count: 0, ids: new Set(), parked: []};

/** Creates the pending changes of an account. Every listing settles them, and they are checked again when the requests can no longer take effect. A store for `useSyncExternalStore`. */
export function createPendingChanges({profileKey, clock, listing, openLedger, settle}: PendingChangesOptions) {
	const listeners = createListeners();
	const settledListeners = createListeners<[changes: readonly SettledChange[]]>();
	let summary = nothingPending;
	let timer: AbortController | undefined;
	/** The newest listing that has not been used to settle changes, because a change is being made. */
	let unusedListing: Look | undefined;
	const idleListeners = createListeners();
	let isClosed = false;
	/** The number of listings that are being used, and of further ones that are awaited. */
	let waiting = 0;

	/** `hasSettled`: whether a listing has just settled something, which may not have been counted yet. */
	const update = async (hasSettled = false) => {
		await bestEffort(async () => {
			const {changes} = await openLedger();
			const sets = changes.pending(profileKey).filter(({id}) => changes.holder(id) === undefined);
			const now = parkedOf(changes, profileKey);
			const keyOf = (some: readonly Parked[]) => some.map(({item}) => item.id).join(' ');
			const isSame = keyOf(now) === keyOf(summary.parked);
			if (!hasSettled && sets.length === 0 && summary.count === 0 && isSame) {
				return;
			}

			const own = new Set(sets.map(({id}) => id));
			const ids = changes
				.pendingIds(profileKey)
				.entries()
				.filter(([, {set}]) => own.has(set))
				.map(([id]) => id);
			summary = {
				count: sets.length,
				ids: sets.length === 0 ? nothingPending.ids : new Set(ids),
				parked: isSame ? summary.parked : now,
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
	const onListing = async (look: Look) => {
		waiting++;
		let wait: number | undefined;
		await bestEffort(async () => {
			unusedListing = look;
			const result = await settle(look);
			await update(result !== undefined && result.settled.length > 0);
			if (isClosed || result === undefined) {
				return;
			}

			unusedListing = unusedListing === look ? undefined : unusedListing;

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
	const stop = listing.onListing(look => {
		using = onListing(look);
	});

	// A 304 settles nothing. But another process may have left a change pending, for which the next listing has to be a full one.
	const stopChecks = listing.onChecked(() => {
		void update();
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
		/** Reads the ledger again, after a change, and settles changes with the last listing if it was not used yet. */
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

/**
Waits while listings can settle a pending change: they are repeated when they can decide more (account/pending-changes.ts). Ends when a listing fails, or the signal fires, too.

@param session - The open account.
@param isAwaited - Whether the change is still pending, read from the ledger.
@param signal - Stops waiting.
*/
export async function awaitSettled(
	{pending, listing}: {readonly pending: PendingChanges; readonly listing: ListingStore},
	isAwaited: () => boolean,
	signal: AbortSignal,
) {
	const {promise, resolve} = Promise.withResolvers<void>();
	const check = () => {
		const isIdle = listing.get().progress === undefined && !pending.isWaiting();
		if (isIdle || signal.aborted || !isAwaited()) {
			resolve();
		}
	};

	const stops = [pending.subscribe(check), pending.onIdle(check), listing.subscribe(check)];
	signal.addEventListener('abort', check);
	check();
	await promise;
	signal.removeEventListener('abort', check);
	for (const stop of stops) {
		stop();
	}
}

/** The maximum number of IDs named. */
const maxNamed = 5;

/**
The reason why notifications cannot be replaced or deleted now: some of them have a pending change. Check it before asking for confirmation.

@param ids - The IDs of the notifications.
@param pending - The IDs of all notifications with a pending change (`pendingIds`).
@returns Sentences that are safe to show, and `isPending`: see `Impossible`. Undefined if there is none. What another process works on comes first: it can only be waited for.
*/
export function pendingRefusal(
	ids: readonly string[],
	pending: ReadonlyMap<string, {readonly holder: Holder | undefined}>,
): {readonly reason: string; readonly isPending?: true} | undefined {
	const found = ids.filter(id => pending.has(id));
	if (found.length === 0) {
		return undefined;
	}

	const total = numberText(ids.length);
	const leaveOut = found.length === ids.length ? '' : `, or leave ${found.length === 1 ? 'it' : 'them'} out`;
	const holder = found.map(id => pending.get(id)?.holder).find(owner => owner !== undefined);
	if (holder !== undefined) {
		const busy = found.filter(id => pending.get(id)?.holder !== undefined);
		return {
			reason:
				ids.length === 1
					? busyText(holder, namedIds(busy, maxNamed))
					: busyText(holder, `${numberText(busy.length)} of these ${total} (${namedIds(busy, maxNamed)})`).replace(
							/\.$/v,
							`, or leave ${busy.length === 1 ? 'it' : 'them'} out.`,
						),
		};
	}

	return {
		isPending: true,
		reason:
			ids.length === 1
				? `A change of ${namedIds(found)} is pending: finish it or roll it back first.`
				: `Of these ${total}, ${numberText(found.length)} ${found.length === 1 ? 'has' : 'have'} a pending change (${namedIds(found, maxNamed)}): finish it or roll it back first${leaveOut}.`,
	};
}
