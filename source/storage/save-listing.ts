import {mkdirSync, rmSync, statSync} from 'node:fs';
import {open, rename, rm, utimes, type FileHandle} from 'node:fs/promises';
import path from 'node:path';
import {createKnownRecords} from '../api/listing/known-records.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder, finishInSlices} from '../system/time-slices.ts';
import {appendDelta, encodeDelta} from './append-delta.ts';
import {parseInserted} from './cached-records.ts';
import {cachedJson, cachedJsonOf} from './cached-json.ts';
import {deltasFileOf, readDeltas, type StoredDelta, type StoredDeltas} from './listing-deltas.ts';
import {findBase, listingHeader, openListing, type ListingBase, type ListingVersion} from './listing-file.ts';
import {atIndex} from './listing-merge.ts';
import {applySplices, splicesBetween, type Splice} from './listing-splices.ts';

/** A complete listing. `at`: its time, in milliseconds since the epoch. */
export type SavedListing = {readonly records: readonly ListedRecord[]; readonly at: number};

/** What was cached when it was last read or written. */
export type KnownListing = {readonly version: ListingVersion; readonly records: readonly ListedRecord[]};

/** The time without a write, in milliseconds, after which a file counts as abandoned by the process that was writing it. */
const abandonedAfter = 60_000;

/** The records of a write: more of them would make a string so large that V8 keeps it apart, with more memory at the peak. */
const recordsPerWrite = 100;

export type SaveOptions = {
	/** What is cached now, as far as known: it need not be read then. If another process has saved a listing since, that is read. */
	readonly known: KnownListing | undefined;
	readonly signal: AbortSignal;
	/** The current time in milliseconds since the epoch. */
	readonly now: number;
};

/**
Saves a complete listing: what changed as a delta, or all of it where most changed or the deltas became too large. Where nothing changed, only the time is updated.

@param file - The path of its file. The folder is created with mode 0700, files with 0600.
@param listing - The listing.
@param options - What is cached, and when to stop.
@returns What is cached now; undefined if nothing was saved: because the listing contains the API key, another process is saving one, `signal` is aborted, or a file cannot be written.
*/
export async function saveListing(file: string, listing: SavedListing, options: SaveOptions): Promise<KnownListing | undefined> {
	const {known, signal, now} = options;
	// The file that a base is written to is also the lock.
	const temporary = `${file}.new`;
	try {
		mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
		removeAbandoned(temporary, now);
		await using handle = await open(temporary, 'wx', 0o600);
		try {
			const version = await saveChange(file, listing, known, signal);
			if (version !== undefined) {
				await rm(temporary, {force: true});
				return {version, records: listing.records};
			}

			const id = await writeBase(handle, listing.records, signal);
			await rename(temporary, file);
			// The deltas of the base before stay, and are ignored. Removing them now could remove a new one of another process.
			await handle.utimes(listing.at / 1000, listing.at / 1000).catch(() => undefined);
			return {version: {base: id, last: id}, records: listing.records};
		} catch {
			await rm(temporary, {force: true});
			return undefined;
		}
	} catch {
		return undefined;
	}
}

function removeAbandoned(file: string, now: number): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined && now - found.mtimeMs > abandonedAfter) {
		rmSync(file, {force: true});
	}
}

/** Saves what changed. Returns undefined if the base must be written. */
async function saveChange(file: string, {records, at}: SavedListing, known: KnownListing | undefined, signal: AbortSignal): Promise<ListingVersion | undefined> {
	const cached = await readCached(file, records, known);
	const splices = cached && await finishInSlices(splicesBetween(cached.records, records, isCachedAlike), signal);
	signal.throwIfAborted();
	if (cached === undefined || splices === undefined) {
		return undefined;
	}

	const {base, stored} = cached;
	if (splices.length === 0) {
		await utimes(file, at / 1000, at / 1000);
		return {base: base.id, last: stored.deltas.at(-1)?.id ?? base.id};
	}

	const delta = encodeDelta({base, stored, splices, count: records.length, at});
	if (delta === undefined) {
		return undefined;
	}

	await appendDelta(deltasFileOf(file), delta);
	return {base: base.id, last: delta.id};
}

/** What is cached, with its records; undefined if it cannot be read, or has no deltas. `listed`: the current records, which are probably the same. */
async function readCached(file: string, listed: readonly ListedRecord[], known: KnownListing | undefined): Promise<{readonly base: ListingBase; readonly stored: StoredDeltas; readonly records: readonly ListedRecord[]} | undefined> {
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
	const records = [...opened?.firstRecords ?? []];
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

/** Writes the whole listing. Returns its ID. */
async function writeBase(handle: FileHandle, records: readonly ListedRecord[], signal: AbortSignal): Promise<string> {
	const id = crypto.randomUUID();
	const yieldIfDue = createYielder();
	await handle.write(`${listingHeader(records.length, id)}[`);
	for (let from = 0; from < records.length; from += recordsPerWrite) {
		signal.throwIfAborted();
		const json = cachedJsonOf(records.slice(from, from + recordsPerWrite));
		await handle.write(from === 0 ? json : `,\n${json}`);
		await yieldIfDue();
	}

	await handle.write(']\n');
	return id;
}

/** Whether two records are cached as the same bytes. */
function isCachedAlike(one: ListedRecord, other: ListedRecord): boolean {
	return one === other || (one.kind === 'notification' && other.kind === 'notification' ? one.id === other.id && one.json === other.json : one.kind === other.kind && cachedJson(one) === cachedJson(other));
}
