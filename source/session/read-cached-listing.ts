import type {ListedRecord} from '../domain/notification.ts';
import type {CachedListing} from '../storage/listing-file.ts';
import type {Clock} from '../platform/clock.ts';

/** Milliseconds for which reading the rest of a cached listing waits for the first listing of the service. */
const delay = 500;

/** The length of a pause as a multiple of the time spent reading, while the service's listing is being received. */
const pauses = 3;

export type CachedListingReader = {
	readonly clock: Clock;
	/** Resolves when the first listing of the service has ended. */
	readonly firstListing: Promise<void>;
	/** Whether that listing is being received. */
	readonly isArriving: () => boolean;
	/** Aborts reading. */
	readonly signal: AbortSignal;
	/** Called with all records read so far: the first ones, and then after each piece. It is always the same array, which grows. */
	readonly onRecords: (records: readonly ListedRecord[]) => void;
};

/**
Reads a cached listing. The first records are read immediately, the rest in pieces that leave most of the time to the service's listing.

@returns Its records, fewer than `count` where the file is damaged; undefined when `signal` is aborted.
*/
export async function readCachedListing(
	{firstRecords, remainingRecords}: CachedListing,
	{clock, firstListing, isArriving, signal, onRecords}: CachedListingReader,
): Promise<readonly ListedRecord[] | undefined> {
	const untilListed = async (milliseconds: number): Promise<void> => {
		await Promise.race([firstListing, clock.sleep(milliseconds, signal).catch(() => undefined)]);
	};

	const records = [...firstRecords];
	onRecords(records);
	// Reading the rest immediately would delay the first frame and the service's listing.
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
