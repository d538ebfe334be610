import type {ListingCache} from '../storage/listing-cache.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../system/time-slices.ts';

/** Keeps an account's last listing for the next start, in the background. */
export type ListingCacheWriter = {
	/** What is known to be kept: read from there. */
	readonly setCached: (records: readonly ListedRecord[]) => void;
	/** Keeps a complete listing, listed just now, instead of any other that is on its way. Whether it is kept, once that is known. */
	readonly write: (records: readonly ListedRecord[], at: number) => Promise<boolean>;
	/** Resolves when what is being written is. */
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

/** Whether two listings are the same, as they were received. */
async function isSame(before: readonly ListedRecord[], after: readonly ListedRecord[], signal: AbortSignal): Promise<boolean> {
	if (before.length !== after.length) {
		return false;
	}

	const breathe = createYielder();
	for (const [index, record] of before.entries()) {
		if (signal.aborted || record.json !== after[index]!.json) {
			return false;
		}

		if (index % 1000 === 0) {
			await breathe();
		}
	}

	return true;
}
