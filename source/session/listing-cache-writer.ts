import type {ListingCache} from '../storage/listing-cache.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../system/time-slices.ts';

/** Writes an account's last listing to the cache, in the background. */
export type ListingCacheWriter = {
	/** The records that the cache holds now. */
	readonly setCached: (records: readonly ListedRecord[]) => void;
	/** Writes a complete listing; a write under way is cancelled. Resolves to whether it was written. */
	readonly write: (records: readonly ListedRecord[], at: number) => Promise<boolean>;
	/** Resolves when the write under way has ended. */
	readonly close: () => Promise<void>;
};

export function createListingCacheWriter(remembered: ListingCache, profileKey: string): ListingCacheWriter {
	let kept: readonly ListedRecord[] | undefined;
	let current: AbortController | undefined;
	let done: Promise<unknown> = Promise.resolve();

	const isWritten = async (records: readonly ListedRecord[], at: number, signal: AbortSignal): Promise<boolean> => {
		if (kept !== undefined && await isSame(kept, records, signal)) {
			await remembered.touch(profileKey, at);
			return true;
		}

		const isKept = await remembered.write(profileKey, records, signal);
		kept = isKept ? records : undefined;
		return isKept;
	};

	return {
		setCached(records) {
			kept = records;
		},
		async write(records, at) {
			current?.abort();
			current = new AbortController();
			const {signal} = current;
			const before = done;
			const written = (async () => {
				await before;
				return isWritten(records, at, signal);
			})();
			done = written;
			return written;
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

	const breathe = createYielder();
	for (const [index, record] of before.entries()) {
		if (signal.aborted || (record !== after[index] && record.json !== after[index]!.json)) {
			return false;
		}

		if (index % 1000 === 0) {
			await breathe();
		}
	}

	return true;
}
