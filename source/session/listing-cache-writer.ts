import type {ListingCache} from '../storage/listing-cache.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../system/time-slices.ts';

/** Writes an account's last listing to the cache in the background. */
export type ListingCacheWriter = {
	/** Sets the records that the cache contains now. */
	readonly setCached: (records: readonly ListedRecord[]) => void;
	/** Writes a complete listing; a write in progress is cancelled. Resolves to whether it was written. */
	readonly write: (records: readonly ListedRecord[], at: number) => Promise<boolean>;
	/** Stores notes with the listing of these records, once it is in the cache. */
	readonly annotate: (records: readonly ListedRecord[], notes: string) => void;
	/** Resolves when the write in progress has ended. */
	readonly close: () => Promise<void>;
};

export function createListingCacheWriter(remembered: ListingCache, profileKey: string): ListingCacheWriter {
	let cached: readonly ListedRecord[] | undefined;
	/** The records of the last requested write, if they are in the cache now. They are byte for byte the same as `cached`. */
	let inCache: readonly ListedRecord[] | undefined;
	let pending: {readonly records: readonly ListedRecord[]; readonly notes: string} | undefined;
	let current: AbortController | undefined;
	let done: Promise<unknown> = Promise.resolve();

	const isWritten = async (records: readonly ListedRecord[], at: number, signal: AbortSignal): Promise<boolean> => {
		if (cached !== undefined && await isSame(cached, records, signal)) {
			await remembered.touch(profileKey, at);
			return true;
		}

		const isKept = await remembered.write(profileKey, records, signal);
		cached = isKept ? records : undefined;
		return isKept;
	};

	const annotate = async (): Promise<void> => {
		if (pending === undefined || pending.records !== inCache) {
			return;
		}

		const {notes} = pending;
		pending = undefined;
		await remembered.annotate(profileKey, notes);
	};

	return {
		setCached(records) {
			cached = records;
		},
		async write(records, at) {
			current?.abort();
			current = new AbortController();
			const {signal} = current;
			const before = done;
			const written = (async () => {
				await before;
				const isInCache = await isWritten(records, at, signal);
				inCache = isInCache ? records : undefined;
				await annotate();
				return isInCache;
			})();
			done = written;
			return written;
		},
		annotate(records, notes) {
			pending = {records, notes};
			const before = done;
			done = (async () => {
				await before;
				await annotate();
			})();
		},
		async close() {
			await done;
		},
	};
}

/** Whether two listings were received byte for byte the same. */
async function isSame(before: readonly ListedRecord[], after: readonly ListedRecord[], signal: AbortSignal): Promise<boolean> {
	if (before === after) {
		return true;
	}

	if (before.length !== after.length) {
		return false;
	}

	const yieldIfDue = createYielder();
	for (const [index, record] of before.entries()) {
		if (signal.aborted || (record !== after[index] && record.json !== after[index]!.json)) {
			return false;
		}

		if (index % 1000 === 0) {
			await yieldIfDue();
		}
	}

	return true;
}
