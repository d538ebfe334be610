import {Buffer} from 'node:buffer';
import {closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync, statSync} from 'node:fs';
import {open, rename, rm, utimes} from 'node:fs/promises';
import path from 'node:path';
import {ListingParser} from '../api/listing/listing-parser.ts';
import {listedNotification, readRecord, skippedRecord} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {sha256} from '../system/sha-256.ts';
import {createYielder} from '../system/time-slices.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {readNotes, removeNotes, writeNotes} from './listing-notes.ts';

/** The last complete listing of an account, from an earlier run. */
export type CachedListing = {
	/** When it was listed, in milliseconds since the epoch. */
	readonly at: number;
	/** Number of all records. */
	readonly count: number;
	/** Enough records for the first screen. */
	readonly firstRecords: readonly ListedRecord[];
	/** What was kept with it by `annotate`. */
	readonly notes: string | undefined;
	/** Reads the other records in pieces, and lets the event loop turn between them. Ends early if the file is damaged or was replaced. */
	readonly remainingRecords: () => AsyncGenerator<readonly ListedRecord[], void, void>;
};

/** The last listings, one file per account. It is a cache: a listing that cannot be read or written counts as absent, and no method throws. `profile` is a `profileKey`. */
export type ListingCache = {
	/** Opens the cached listing and reads its first records, in a time that does not depend on its length. */
	readonly open: (profile: string) => CachedListing | undefined;
	/** Saves a complete listing, unless it contains the API key or another process is saving one. Returns whether it is saved. */
	readonly write: (profile: string, records: readonly ListedRecord[], signal: AbortSignal) => Promise<boolean>;
	/** Updates the time of the cached listing, because a new one was identical; `at` in milliseconds since the epoch. */
	readonly touch: (profile: string, at: number) => Promise<void>;
	/** Keeps a text with the cached listing, as this object opened or wrote it last, unless the text contains the API key. */
	readonly annotate: (profile: string, notes: string) => Promise<void>;
	/** Deletes a cached listing. Returns whether there was one. */
	readonly remove: (profile: string) => boolean;
	/** Deletes every cached listing. */
	readonly clear: () => void;
};

/** Keeps nothing. */
export const noListingCache: ListingCache = {
	open: () => undefined,
	write: async () => false,
	touch: async () => undefined,
	annotate: async () => undefined,
	remove: () => false,
	clear: () => undefined,
};

/** Number of bytes read for the first screen, and per piece after that. */
const firstLength = 65_536;
const pieceLength = 262_144;

/** Bytes of a record, at most: what was written was within the limits of its profile. */
const longestRecord = 100_000_000;

/** Number of records written at a time. */
const recordsPerWrite = 500;

/** After this time without a write, in milliseconds, the process that was writing a file must have ended. */
const abandonedAfter = 60_000;

/** The first line of a file of version 2: the number of records, and an ID that no other listing has. A JSON array of the records as received follows. */
const headerPattern = /^\{"version":2,"count":(?<count>\d{1,9}),"id":"(?<id>[\d\-a-f]{36})"\}\n/v;

/**
Creates the cache of a directory, which is created when needed with mode 0700. Its files have mode 0600; the modification time is the time of the listing.

The listings are not in the ledger's database, because every start would check up to 50 MB more, and every write would hold up the journal.
*/
export function createListingCache(directory: string, now: () => number): ListingCache {
	/** By file: the listing that was opened or written last. */
	const ids = new Map<string, string>();
	const fileOf = (profile: string) => path.join(directory, `${sha256(profile).slice(0, 32)}.json`);

	return {
		open(profile) {
			try {
				const file = fileOf(profile);
				const opened = openListing(file);
				if (opened === undefined) {
					return undefined;
				}

				const {id, ...listing} = opened;
				ids.set(file, id);
				return {...listing, notes: readNotes(file, id)};
			} catch {
				return undefined;
			}
		},
		async write(profile, records, signal) {
			const file = fileOf(profile);
			const temporary = `${file}.new`;
			try {
				mkdirSync(directory, {recursive: true, mode: 0o700});
				removeAbandoned(temporary, now());
				const id = await writeListing(temporary, records, signal);
				await rename(temporary, file);
				ids.set(file, id);
				return true;
			} catch (error) {
				// EEXIST: another process is writing it.
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
					await rm(temporary, {force: true}).catch(() => undefined);
				}

				return false;
			}
		},
		async touch(profile, at) {
			const time = new Date(at);
			await utimes(fileOf(profile), time, time).catch(() => undefined);
		},
		async annotate(profile, notes) {
			const file = fileOf(profile);
			const id = ids.get(file);
			if (id !== undefined && !hasSecretIn(notes)) {
				await writeNotes(file, id, notes);
			}
		},
		remove(profile) {
			const file = fileOf(profile);
			const isThere = existsSync(file);
			rmSync(file, {force: true});
			rmSync(`${file}.new`, {force: true});
			removeNotes(file);
			return isThere;
		},
		clear() {
			try {
				rmSync(directory, {recursive: true, force: true});
			} catch {
				// Files that cannot be deleted are not read either.
			}
		},
	};
}

function openListing(file: string): Omit<CachedListing, 'notes'> & {readonly id: string} | undefined {
	const descriptor = openSync(file, 'r');
	try {
		const {mtimeMs, size} = fstatSync(descriptor);
		const start = Buffer.alloc(Math.min(firstLength, size));
		const length = readSync(descriptor, start);
		const header = headerPattern.exec(start.toString('latin1', 0, 128));
		if (header === null) {
			return undefined;
		}

		const parse = createRecordParser();
		return {
			id: header.groups!.id!,
			at: mtimeMs,
			count: Number(header.groups!.count),
			firstRecords: parse(start.subarray(header[0].length, length)),
			async * remainingRecords() {
				try {
					await using handle = await open(file, 'r');
					const current = await handle.stat();
					// Another process may have replaced the file.
					if (current.mtimeMs !== mtimeMs) {
						return;
					}

					const yieldIfDue = createYielder();
					for await (const piece of handle.createReadStream({start: length, highWaterMark: pieceLength, autoClose: false})) {
						yield parse(piece as Buffer);
						await yieldIfDue();
					}
				} catch {
					// The file was deleted or cannot be read: the records end here.
				}
			},
		};
	} finally {
		closeSync(descriptor);
	}
}

/** Returns a function that takes the next bytes of the JSON array and returns the records that end in them. */
function createRecordParser(): (piece: Uint8Array) => readonly ListedRecord[] {
	let position = 0;
	let records: ListedRecord[] = [];
	const parser = new ListingParser((element, source) => {
		records.push(readRecord(element, position++, source));
	}, {
		longest: longestRecord,
		onNotification(id, source) {
			records.push(listedNotification(id, source));
			position++;
		},
		onSkipped(element) {
			records.push(skippedRecord(element, position++, longestRecord));
		},
	});

	return piece => {
		records = [];
		parser.push(piece);
		return records;
	};
}

/** Returns the ID of the listing. */
async function writeListing(file: string, records: readonly ListedRecord[], signal: AbortSignal): Promise<string> {
	const id = crypto.randomUUID();
	const yieldIfDue = createYielder();
	await using handle = await open(file, 'wx', 0o600);
	await handle.write(`{"version":2,"count":${records.length},"id":"${id}"}\n[`);
	for (let from = 0; from < records.length; from += recordsPerWrite) {
		signal.throwIfAborted();
		const json = records.slice(from, from + recordsPerWrite).map(record => record.json ?? JSON.stringify(record.raw)).join(',\n');
		if (hasSecretIn(json)) {
			throw new Error('The listing contains the API key.');
		}

		await handle.write(from === 0 ? json : `,\n${json}`);
		await yieldIfDue();
	}

	await handle.write(']\n');
	return id;
}

/** Whether JSON contains an API key, also one with escaped characters. */
function hasSecretIn(json: string): boolean {
	const text = json.includes(String.raw`\/`) || json.includes(String.raw`\u`) ? `${json}\n${withoutEscapes(json)}` : json;
	return hideSecrets(text) !== text;
}

/** JSON with its escaped characters as they are, however deep it is nested. A key has no control characters. */
function withoutEscapes(json: string): string {
	return json.replaceAll(/\\(?:u(?<code>[\dA-Fa-f]{4})|(?<character>.))/gv, (_match, code: string | undefined, character: string) => (
		code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
	));
}

function removeAbandoned(file: string, now: number): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined && now - found.mtimeMs > abandonedAfter) {
		rmSync(file, {force: true});
	}
}
