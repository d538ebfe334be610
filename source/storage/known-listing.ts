import {createKnownRecords} from '../api/listing/known-records.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {parseInserted} from './cached-records.ts';
import {deltasFileOf, readDeltas, type StoredDelta, type StoredDeltas} from './listing-deltas.ts';
import {findBase, openListing, type ListingBase, type ListingVersion} from './listing-file.ts';
import {atIndex} from './listing-merge.ts';
import {applySplices, type Splice} from './listing-splices.ts';

/** What was cached when it was last read or written. */
export type KnownListing = {readonly version: ListingVersion; readonly records: readonly ListedRecord[]};

/** What is cached, with its records; undefined if it cannot be read, or has no deltas. `listed`: the current records, which are probably the same. */
export async function readCached(
	file: string,
	listed: readonly ListedRecord[],
	known: KnownListing | undefined,
): Promise<
	{readonly base: ListingBase; readonly stored: StoredDeltas; readonly records: readonly ListedRecord[]} | undefined
> {
	const deltasOf = readDeltas(deltasFileOf(file));
	const base = findBase(file);
	if (base?.hasDeltas !== true) {
		return undefined;
	}

	const stored = deltasOf(base);
	const {deltas} = stored;
	const since = known?.version.base === base.id ? [base, ...deltas].findIndex(({id}) => id === known.version.last) : -1;
	let records = since === -1 ? await readAll(file, listed) : known!.records;
	const later = since === -1 ? [] : deltas.slice(since);
	const insertedBy = parseInserted(later);
	for (const delta of later) {
		records = applySplices(records, splicesOf(delta, insertedBy(delta))).map((record, index) => atIndex(record, index));
	}

	return records.length === (deltas.at(-1)?.count ?? base.count) ? {base, stored, records} : undefined;
}

/** Reads all cached records. Those that are listed are not parsed again. */
async function readAll(file: string, listed: readonly ListedRecord[]): Promise<readonly ListedRecord[]> {
	const opened = openListing(file, createKnownRecords(listed));
	const records = [...(opened?.firstRecords ?? [])];
	for await (const piece of opened?.remainingRecords() ?? []) {
		records.push(...piece);
	}

	return records;
}

function splicesOf({splices}: StoredDelta, records: readonly ListedRecord[]): Array<Splice<ListedRecord>> {
	let used = 0;
	return splices.map(([at, removed, inserted]) => {
		used += inserted;
		return {at, removed, inserted: records.slice(used - inserted, used)};
	});
}
