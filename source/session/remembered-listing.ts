import {once} from 'node:events';
import type {ListedRecord} from '../domain/notification.ts';
import type {ListingCache} from '../storage/listing-cache.ts';
import type {CachedListing} from '../storage/listing-file.ts';
import type {Clock} from '../platform/clock.ts';
import {createListingCacheWriter} from './listing-cache-writer.ts';
import {completeRecordsOf, progressInterval, recordsOf, type ListingState} from './listing-state.ts';
import {readCachedListing} from './read-cached-listing.ts';
import {reuseRecords} from './reuse-records.ts';

/** The cached listing of an account: it is read once, at the start, and what is listed is saved. */
export type RememberedListing = {
	/** Opens the cached listing, and reads it in the background. */
	readonly start: () => void;
	/** Whether it is still being read. */
	readonly isReading: () => boolean;
	/** Saves a complete listing in the background. */
	readonly save: (records: readonly ListedRecord[], at: number) => void;
	/** Says that this program has changed something: it is saved at the end at the latest, because the next start would mark it as a change otherwise. */
	readonly noteLocalChange: () => void;
	/** Continues with another cache, or another account of it. */
	readonly rebind: (next: Pick<RememberedListingOptions, 'profileKey' | 'cache'>) => void;
	/** Saves what is not saved yet of the last listing, or where none is complete the longest part of one: what is shown of it, or what has arrived. Resolves when all is saved. */
	readonly close: (listing: ListingState, arrived: readonly ListedRecord[]) => Promise<void>;
};

export type RememberedListingOptions = {
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

/** Creates it. The cache is first read by `start`. */
export function createRememberedListing({
	clock,
	firstListing,
	isArriving,
	signal,
	onRecords,
	onRead,
	listed,
	...binding
}: RememberedListingOptions): RememberedListing {
	let {profileKey, cache} = binding;
	let writer = createListingCacheWriter(cache, profileKey);
	/** The number of changes made by this program that are not in the cache yet. */
	let unsavedChanges = 0;
	let isReading = false;
	/** Resolves when the cached listing has been read, or the store is closed. */
	let read: Promise<unknown> = Promise.resolve();
	let saving: Promise<void> = Promise.resolve();

	const readAll = async (found: CachedListing): Promise<void> => {
		isReading = true;
		const reader = writer;
		let last = -Infinity;
		const records = await readCachedListing(found, {
			clock,
			firstListing,
			isArriving,
			signal,
			onRecords(some) {
				const now = clock.now();
				if (now - last >= progressInterval) {
					last = now;
					onRecords(some, found);
				}
			},
		});
		if (records === undefined) {
			return;
		}

		onRecords(records, found);
		// An incomplete read means that the file is damaged; neither that nor a partial listing is used for marking changes.
		const isComplete = records.length === found.count && !found.isPartial;
		const cached = isComplete ? await reuseRecords(listed(), records) : undefined;
		if (cached !== undefined) {
			reader.setCached({version: found.version, records: cached});
		}

		isReading = false;
		onRead(cached);
	};

	const save = async (records: readonly ListedRecord[], at: number): Promise<void> => {
		const saved = unsavedChanges;
		const current = writer;
		// Waits for the cached records, so that what changed is found without reading them again.
		await read;
		if ((await current.write(records, at)) && unsavedChanges === saved) {
			unsavedChanges = 0;
		}
	};

	return {
		start() {
			const found = cache.open(profileKey);
			if (found !== undefined) {
				read = Promise.race([readAll(found), once(signal, 'abort')]);
			}
		},
		isReading: () => isReading,
		save(records, at) {
			saving = save(records, at);
		},
		noteLocalChange() {
			unsavedChanges++;
		},
		rebind(next) {
			writer = next.profileKey === profileKey ? writer : createListingCacheWriter(next.cache, next.profileKey);
			({profileKey, cache} = next);
		},
		async close(listing, arrived) {
			await saving;
			if (unsavedChanges > 0 && listing.state === 'ready' && listing.value.complete) {
				await save(listing.value.records, listing.at);
			}

			if (completeRecordsOf(listing) === undefined) {
				const shown = receivedOf(listing);
				const [records, at] =
					shown.length > arrived.length ? [shown, 'at' in listing ? listing.at : clock.now()] : [arrived, clock.now()];
				await (records.length === 0 ? undefined : cache.savePartial(profileKey, {records: [...records], at}));
			}

			await writer.close();
		},
	};
}

/** The records that are listed, unless they are those of the cache. */
const receivedOf = (listing: ListingState): readonly ListedRecord[] =>
	'count' in listing && listing.count !== undefined ? [] : recordsOf(listing);
