import type {ListingCache} from '../storage/listing-cache.ts';
import type {KnownListing} from '../storage/known-listing.ts';
import type {ListedRecord} from '../domain/notification.ts';

/** Writes an account's last listing to the cache in the background. */
export type ListingCacheWriter = {
	/** Sets what the cache contains now. */
	readonly setCached: (known: KnownListing) => void;
	/** Saves a complete listing; a save in progress is cancelled. Resolves to whether it is in the cache. */
	readonly write: (records: readonly ListedRecord[], at: number) => Promise<boolean>;
	/** Resolves when the save in progress has ended. */
	readonly close: () => Promise<void>;
};

export function createListingCacheWriter(remembered: ListingCache, profileKey: string): ListingCacheWriter {
	/** The content of the cache when it was last read or written. Where saving fails, it is still what the next save begins with. */
	let cached: KnownListing | undefined;
	let current: AbortController | undefined;
	let done: Promise<unknown> = Promise.resolve();

	return {
		setCached(known) {
			cached = known;
		},
		async write(records, at) {
			current?.abort();
			current = new AbortController();
			const {signal} = current;
			const before = done;
			const written = (async () => {
				await before;
				const saved = await remembered.save(profileKey, {records, at}, cached, signal);
				cached = saved ?? cached;
				return saved !== undefined;
			})();
			done = written;
			return written;
		},
		async close() {
			await done;
		},
	};
}
