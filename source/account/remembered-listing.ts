import type {ListedRecord} from '../notification/notification.ts';
import {compareRecords, withEarlierObjects} from '../query/changes.ts';
import type {Clock} from '../platform/clock.ts';
import {finishInSlices} from '../platform/time-slices.ts';
import type {CachedListing, ListingCache, SavedListing} from '../ledger/listing-cache.ts';
import {progressInterval, type ListingState} from './listing-state.ts';

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
export function createRememberedListing({
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

	const untilListed = async (milliseconds: number): Promise<void> => {
		await Promise.race([firstListing, clock.sleep(milliseconds, signal).catch(() => undefined)]);
	};

	/** Reads the rest in pieces that leave most of the time to the service's listing. */
	const read = async (found: CachedListing): Promise<void> => {
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

	const save = (listing: SavedListing): void => {
		// Those of now: another account may have taken their place once the save before has ended.
		const [before, own, account] = [saving, cache, profileKey];
		saving = (async () => {
			await before;
			await own.save(account, listing);
		})();
	};

	return {
		/** Opens the cached listing, and reads it in the background. */
		start(): void {
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
		note(records: readonly ListedRecord[], at: number): void {
			isListed = true;
			if (at - savedAt >= saveInterval) {
				savedAt = at;
				save({records, at});
			}
		},
		/** Continues with another cache, or another account of it. */
		rebind(next: Pick<RememberedListingOptions, 'profileKey' | 'cache'>): void {
			({profileKey, cache} = next);
			savedAt = -Infinity;
			isListed = false;
		},
		/** Saves the last listing, with what this program has changed since, or the next start would mark it as a change. Resolves when it is saved. */
		async close(listing: ListingState): Promise<void> {
			if (isListed && 'value' in listing && listing.value.complete) {
				save({records: listing.value.records, at: listing.at});
			}

			await saving;
		},
	};
}
