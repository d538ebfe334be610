import {Buffer} from 'node:buffer';
import {rmSync, statSync} from 'node:fs';
import {open, rename, rm, stat, utimes, type FileHandle} from 'node:fs/promises';
import path from 'node:path';
import type {ListedRecord} from '../domain/notification.ts';
import {makePrivateFolder} from '../platform/own-folders.ts';
import {createYielder, finishInSlices} from '../platform/time-slices.ts';
import {appendDelta, encodeDelta} from './append-delta.ts';
import {cachedJson, cachedPiecesOf} from './cached-json.ts';
import {readCached, type KnownListing} from './known-listing.ts';
import {deltasFileOf} from './listing-deltas.ts';
import {findBase, listingHeader, type ListingVersion} from './listing-file.ts';
import {splicesBetween} from './listing-splices.ts';

/** A listing. `at`: its time, in milliseconds since the epoch. */
export type SavedListing = {readonly records: readonly ListedRecord[]; readonly at: number};

/** The time without a write, in milliseconds, after which a file counts as abandoned by the process that was writing it. */
const abandonedAfter = 60_000;

/** The records of a write. */
const recordsPerWrite = 500;

export type SaveOptions = {
	/** What is cached now, as far as known: it need not be read then. If another process has saved a listing since, that is read. */
	readonly known?: KnownListing | undefined;
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
export async function saveListing(
	file: string,
	listing: SavedListing,
	options: SaveOptions,
): Promise<KnownListing | undefined> {
	const {known, signal, now} = options;
	const version = await withLock(
		file,
		now,
		async replace => (await saveChange(file, listing, known, signal)) ?? replace(listing, {signal, isPartial: false}),
	);
	return version && {version, records: listing.records};
}

/**
Saves the beginning of a listing that was left before it had arrived, where there is no complete one, and no longer beginning. The time and the kind of what is saved are shown with it.

@param file - As for `saveListing`.
@param listing - What has arrived.
@param options - As for `saveListing`; `known` is not used.
*/
export async function savePartialListing(file: string, listing: SavedListing, options: SaveOptions): Promise<void> {
	const {signal, now} = options;
	await withLock(file, now, async replace => {
		const base = findBase(file);
		if (
			listing.records.length > 0 &&
			(base === undefined || (base.isPartial && base.count <= listing.records.length))
		) {
			await replace(listing, {signal, isPartial: true});
		}
	});
}

type BaseOptions = {readonly signal: AbortSignal; readonly isPartial: boolean};

/** Replaces the base and its deltas by a whole listing. Returns its version. */
type Replace = (listing: SavedListing, options: BaseOptions) => Promise<ListingVersion>;

/** Saves something while no other process does. The file that a base is written to is also the lock. Returns undefined if it could not be saved. */
async function withLock<T>(file: string, now: number, save: (replace: Replace) => Promise<T>): Promise<T | undefined> {
	const temporary = `${file}.new`;
	try {
		makePrivateFolder(path.dirname(file));
		removeAbandoned(temporary, now);
		await using handle = await open(temporary, 'wx', 0o600);
		/** Whether no other process took it for abandoned, because this one was stopped for long. */
		const isOurs = async () => {
			const [ours, present] = await Promise.all([handle.stat(), stat(temporary).catch(() => undefined)]);
			return present?.ino === ours.ino;
		};

		try {
			return await save(async ({records, at}, options) => {
				const id = await writeBase(handle, records, options);
				if (!(await isOurs())) {
					throw new Error('Another process saves a listing.');
				}

				// The deltas of the base before stay, and are ignored. Removing them later could remove a new one of another process.
				await rename(temporary, file);
				await handle.utimes(at / 1000, at / 1000);
				return {base: id, last: id};
			});
		} finally {
			await ((await isOurs()) ? rm(temporary, {force: true}) : undefined);
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
async function saveChange(
	file: string,
	{records, at}: SavedListing,
	known: KnownListing | undefined,
	signal: AbortSignal,
): Promise<ListingVersion | undefined> {
	const cached = await readCached(file, records, known);
	const splices = cached && (await finishInSlices(splicesBetween(cached.records, records, isCachedAlike), signal));
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

/** Writes a whole listing. Returns its ID. @throws When it contains the API key, cannot be written, or `signal` is aborted. */
async function writeBase(
	handle: FileHandle,
	records: readonly ListedRecord[],
	{signal, isPartial}: BaseOptions,
): Promise<string> {
	const id = crypto.randomUUID();
	const yieldIfDue = createYielder();
	await writeAll(handle, [Buffer.from(`${listingHeader(records.length, id, isPartial)}[`)]);
	for (let from = 0; from < records.length; from += recordsPerWrite) {
		signal.throwIfAborted();
		const pieces = cachedPiecesOf(records.slice(from, from + recordsPerWrite));
		await writeAll(handle, from === 0 ? pieces : [separator, ...pieces]);
		await yieldIfDue();
	}

	await writeAll(handle, [Buffer.from(']\n')]);
	return id;
}

const separator = Buffer.from(',\n');

/** @throws When not all could be written. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
	const {bytesWritten} = await handle.writev([...pieces]);
	if (bytesWritten !== pieces.reduce((sum, {length}) => sum + length, 0)) {
		throw new Error('The listing could not be written.');
	}
}

/** Whether two records are cached as the same bytes. */
function isCachedAlike(one: ListedRecord, other: ListedRecord): boolean {
	return (
		one === other ||
		(one.kind === 'notification' && other.kind === 'notification'
			? one.id === other.id && one.json === other.json
			: one.kind === other.kind && cachedJson(one) === cachedJson(other))
	);
}
