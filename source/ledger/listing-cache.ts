import {Buffer} from 'node:buffer';
import {closeSync, fstatSync, promises, readdirSync, readSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {createElementSplitter} from '../service/listing/element-splitter.ts';
import {readRecord, skippedRecord} from '../service/listing/read-record.ts';
import {bytesOf, type ListedRecord, rawOf} from '../notification/notification.ts';
import {openRegularFile} from '../platform/files.ts';
import {makePrivateFolder} from '../platform/own-folders.ts';
import {createYielder} from '../platform/time-slices.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {fingerprint} from './accounts.ts';

/*
The last listing of an account, for the next start: one file, replaced as a whole (docs/decisions/ledger.md). Its first line says the version, the number of records and a random ID; a JSON array of the records as received follows. Its time is the time of the listing.
*/

/** The last complete listing of an account, saved by an earlier run. */
export type CachedListing = NonNullable<ReturnType<typeof openListing>>;

/** A complete listing to save. `at`: its time, in milliseconds since the epoch. */
export type SavedListing = {
	readonly records: readonly ListedRecord[];
	readonly at: number;
};

/** A cache that stores nothing. */
export const noListingCache: ListingCache = {
	open: () => undefined,
	save: async () => false,
	remove: () => false,
	clear: () => undefined,
};

/** The cached listings, one file per account. A listing that cannot be read or written counts as missing, and no method throws. `profile` is a `profileKey`. */
export type ListingCache = ReturnType<typeof createListingCache>;

/** Creates the cache in a directory, which is created with mode 0700 when it is needed. Its files have mode 0600. `now`: the time in milliseconds since the epoch. */
export function createListingCache(directory: string, now: () => number) {
	const nameOf = (profile: string) => fingerprint(profile, 32);
	const fileOf = (profile: string) => path.join(directory, `${nameOf(profile)}.json`);
	/** The files of an account: the listing, what a killed process has left, and what earlier versions wrote. */
	const filesOf = (profile: string) => {
		try {
			return readdirSync(directory).filter(name => name.startsWith(nameOf(profile)));
		} catch {
			return [];
		}
	};

	return {
		/** Opens the cached listing and reads its first records. The time does not depend on the length of the listing. */
		open(profile: string) {
			try {
				return openListing(fileOf(profile));
			} catch {
				return undefined;
			}
		},
		/** Saves a listing, unless it contains the API key. Returns whether it is cached now. */
		async save(profile: string, listing: SavedListing) {
			const file = fileOf(profile);
			try {
				makePrivateFolder(directory);
				for (const other of filesOf(profile).map(name => path.join(directory, name))) {
					if (other !== file && now() - (statSync(other, {throwIfNoEntry: false})?.mtimeMs ?? 0) > abandonedAfter) {
						rmSync(other, {force: true});
					}
				}

				await saveListing(file, listing);
				return true;
			} catch {
				return false;
			}
		},
		/** Deletes a cached listing. Returns whether it existed. */
		remove(profile: string) {
			const names = filesOf(profile);
			for (const name of names) {
				rmSync(path.join(directory, name), {force: true});
			}

			return names.includes(path.basename(fileOf(profile)));
		},
		/** Deletes every cached listing. */
		clear() {
			try {
				rmSync(directory, {recursive: true, force: true});
			} catch {
				// A file that cannot be deleted cannot be read, either.
			}
		},
	};
}

/** The time without a write, in milliseconds, after which another file of an account is abandoned. */
const abandonedAfter = 60_000;

/** The number of records read for the first screen, of bytes in which they are looked for, and of bytes of a piece there and later. */
const firstCount = 50;
const firstReadBytes = 32_768;
const firstPieceLength = 4096;
const pieceLength = 262_144;

/** The records of a write. */
const recordsPerWrite = 500;

/** The maximum number of bytes of a record. What was written was within the limits of its profile. */
const maxRecordBytes = 100_000_000;

const headerPattern = /^\{"version":4,"count":(?<count>\d{1,9}),"id":"[\d\-a-f]{36}"\}\n/v;

/** Opens the file of a cached listing, and reads its first records. Returns undefined if it is of another version. @throws When it cannot be read. */
function openListing(file: string) {
	const descriptor = openRegularFile(file);
	try {
		const buffer = Buffer.allocUnsafe(firstReadBytes);
		const bytes = buffer.subarray(0, readSync(descriptor, buffer));
		const {0: line, groups} = headerPattern.exec(bytes.toString('latin1', 0, 128)) ?? {};
		if (line === undefined) {
			return undefined;
		}

		const parse = createRecordParser();
		let firstRecords: readonly ListedRecord[] = [];
		let end = line.length;
		while (end < bytes.length && firstRecords.length < firstCount) {
			firstRecords = [...firstRecords, ...parse(bytes.subarray(end, end + firstPieceLength))];
			end = Math.min(end + firstPieceLength, bytes.length);
		}

		return {
			/** When it was listed, in milliseconds since the epoch. */
			at: fstatSync(descriptor).mtimeMs,
			count: Number(groups?.count),
			/** The records for the first screen. */
			firstRecords,
			/** Reads the other records in pieces, and yields to the event loop between them. Ends early if the file is damaged or was replaced. */
			async *remainingRecords() {
				try {
					await using handle = await promises.open(file, 'r');
					const {buffer: start} = await handle.read(Buffer.alloc(line.length), 0, line.length, 0);
					// Another process may have replaced the file.
					if (start.toString('latin1') !== line) {
						return;
					}

					const yieldIfDue = createYielder();
					const rest = {start: end, highWaterMark: pieceLength, autoClose: false};
					for await (const piece of handle.createReadStream(rest)) {
						yield parse(piece as Buffer);
						await yieldIfDue();
					}
				} catch {
					// The file was deleted or cannot be read, so the records end here.
				}
			},
		};
	} finally {
		closeSync(descriptor);
	}
}

/** Creates a function that takes the next bytes of a JSON array and returns the records that end in them. */
function createRecordParser(): (piece: Uint8Array) => readonly ListedRecord[] {
	let position = 0;
	let records: ListedRecord[] = [];
	const add = (record: ListedRecord) => {
		records.push(record);
		position++;
	};

	const splitter = createElementSplitter({
		longest: maxRecordBytes,
		onElement(element, source) {
			add(readRecord(element, position, source));
		},
		onSkipped(element) {
			add(skippedRecord(element, position, maxRecordBytes));
		},
	});

	return piece => {
		records = [];
		splitter.push(piece);
		return records;
	};
}

/** @throws When it cannot be saved. */
async function saveListing(file: string, {records, at}: SavedListing): Promise<void> {
	const temporary = `${file}.${crypto.randomUUID()}.new`;
	try {
		await using handle = await promises.open(temporary, 'wx', 0o600);
		await handle.writeFile(`{"version":4,"count":${records.length},"id":"${crypto.randomUUID()}"}\n`);
		for (const bytes of encoded(records)) {
			await handle.writeFile(bytes);
		}

		await handle.utimes(at / 1000, at / 1000);
		await promises.rename(temporary, file);
	} catch (error) {
		await promises.rm(temporary, {force: true});
		throw error;
	}
}

/**
Encodes the records of a listing as a JSON array.

@yields A few hundred of them at a time.
@throws When one contains the API key.
*/
function* encoded(records: readonly ListedRecord[]): Generator<Buffer, void, void> {
	for (let from = 0; from < records.length; from += recordsPerWrite) {
		const pieces = records
			.slice(from, from + recordsPerWrite)
			.flatMap((record, index) => [from + index === 0 ? opening : separator, cachedJson(record)]);
		const bytes = Buffer.concat(pieces);
		if (hasSecretIn(bytes.toString('latin1'))) {
			throw new Error('The listing contains the API key.');
		}

		yield bytes;
	}

	yield Buffer.from(records.length === 0 ? '[]\n' : ']\n');
}

const opening = Buffer.from('[');
const separator = Buffer.from(',\n');

/** The JSON of a record as it is cached: as received; of one that is too large, its beginning as a string. */
const cachedJson = (record: ListedRecord): Buffer => bytesOf(record) ?? Buffer.from(JSON.stringify(rawOf(record)));

/** Whether JSON contains an API key, even with escaped characters. A key is ASCII, so the bytes may be read as Latin-1. */
function hasSecretIn(json: string): boolean {
	const text =
		json.includes(String.raw`\/`) || json.includes(String.raw`\u`) ? `${json}\n${withoutEscapes(json)}` : json;
	return hideSecrets(text) !== text;
}

/** Replaces escaped characters in JSON by the characters, at any level of nesting. A key has no control characters. */
function withoutEscapes(json: string): string {
	return json.replaceAll(
		/\\(?:u(?<code>[\dA-Fa-f]{4})|(?<character>.))/gv,
		(_match, code: string | undefined, character: string) =>
			code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16)),
	);
}
