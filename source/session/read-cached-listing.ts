import type {ListedRecord} from '../domain/notification.ts';
import type {CachedListing} from '../storage/listing-file.ts';
import type {Clock} from '../system/clock.ts';

/** Milliseconds for which the rest of a cached listing waits for the first one of the service. */
const delay = 500;

/** While the service's listing arrives, reading pauses for so many times as long as it read. */
const pauses = 3;

export type CachedListingReader = {
	readonly clock: Clock;
	/** Resolves when the first listing of the service has ended. */
	readonly firstListing: Promise<void>;
	/** Whether that listing arrives at this moment. */
	readonly isArriving: () => boolean;
	/** Aborted when nothing is to be read any more. */
	readonly signal: AbortSignal;
	/** Takes all records so far: the first ones, and after each piece. The array is the same every time, and grows. */
	readonly onRecords: (records: readonly ListedRecord[]) => void;
};

/**
Reads a cached listing: its first records at once, the rest in pieces that leave most of the time to the service's own listing.

@returns Its records, fewer than `count` where the file is damaged; undefined when `signal` is aborted.
*/
export async function readCachedListing({firstRecords, remainingRecords}: CachedListing, {clock, firstListing, isArriving, signal, onRecords}: CachedListingReader): Promise<readonly ListedRecord[] | undefined> {
	const untilListed = async (milliseconds: number): Promise<void> => {
		await Promise.race([firstListing, clock.sleep(milliseconds, signal).catch(() => undefined)]);
	};

	const records = [...firstRecords];
	onRecords(records);
	// To read the rest at once would delay the first frame, and the service's own listing.
	await untilListed(delay);
	let began = clock.now();
	for await (const piece of remainingRecords()) {
		if (signal.aborted) {
			return undefined;
		}

		records.push(...piece);
		const took = clock.now() - began;
		onRecords(records);
		if (isArriving()) {
			await untilListed(pauses * took);
		}

		began = clock.now();
	}

	return signal.aborted ? undefined : records;
}
