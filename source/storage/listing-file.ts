import {Buffer} from 'node:buffer';
import {closeSync, fstatSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {ListingParser} from '../api/listing/listing-parser.ts';
import {listedNotification, readRecord, skippedRecord} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../system/time-slices.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {openRegularFile} from '../system/regular-file.ts';

/** The last complete listing of an account, saved by an earlier run. */
export type CachedListing = {
	/** When it was listed, in milliseconds since the epoch. */
	readonly at: number;
	readonly count: number;
	/** The records for the first screen. */
	readonly firstRecords: readonly ListedRecord[];
	/** The notes that `annotate` stored with it. */
	readonly notes: string | undefined;
	/** Reads the other records in pieces, and yields to the event loop between them. Ends early if the file is damaged or was replaced. */
	readonly remainingRecords: () => AsyncGenerator<readonly ListedRecord[], void, void>;
};

/** The number of bytes read for the first screen, and for each further piece. */
const firstReadBytes = 65_536;
const pieceLength = 262_144;

/** The maximum number of bytes of a record. What was written was within the limits of its profile. */
const maxRecordBytes = 100_000_000;

/** The records of a write: more of them would make a string so large that V8 keeps it apart, with more memory at the peak. */
const recordsPerWrite = 100;

/** The first line of a file of version 2: the number of records, and a unique ID of the listing. It is followed by a JSON array of the records as received. */
const headerPattern = /^\{"version":2,"count":(?<count>\d{1,9}),"id":"(?<id>[\d\-a-f]{36})"\}\n/v;

/**
Opens the file of a cached listing and reads its first records.

@returns The listing and its ID; undefined when the file is of another version.
@throws When the file cannot be read.
*/
export function openListing(file: string): Omit<CachedListing, 'notes'> & {readonly id: string} | undefined {
	const descriptor = openRegularFile(file);
	try {
		const {mtimeMs, size} = fstatSync(descriptor);
		const start = Buffer.alloc(Math.min(firstReadBytes, size));
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
					// The file was deleted or cannot be read, so the records end here.
				}
			},
		};
	} finally {
		closeSync(descriptor);
	}
}

/** Creates a function that takes the next bytes of the JSON array and returns the records that end in them. */
function createRecordParser(): (piece: Uint8Array) => readonly ListedRecord[] {
	let position = 0;
	let records: ListedRecord[] = [];
	const parser = new ListingParser((element, source) => {
		records.push(readRecord(element, position++, source));
	}, {
		longest: maxRecordBytes,
		onNotification(id, source) {
			records.push(listedNotification(id, source));
			position++;
		},
		onSkipped(element) {
			records.push(skippedRecord(element, position++, maxRecordBytes));
		},
	});

	return piece => {
		records = [];
		parser.push(piece);
		return records;
	};
}

/**
Writes a listing to a file, which must not exist.

@returns The ID of the listing.
@throws When it contains the API key, cannot be written, or `signal` is aborted.
*/
export async function writeListing(file: string, records: readonly ListedRecord[], signal: AbortSignal): Promise<string> {
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

/** Whether JSON contains an API key, even with escaped characters. */
export function hasSecretIn(json: string): boolean {
	const text = json.includes(String.raw`\/`) || json.includes(String.raw`\u`) ? `${json}\n${withoutEscapes(json)}` : json;
	return hideSecrets(text) !== text;
}

/** Replaces escaped characters in JSON by the characters, at any level of nesting. A key has no control characters. */
function withoutEscapes(json: string): string {
	return json.replaceAll(/\\(?:u(?<code>[\dA-Fa-f]{4})|(?<character>.))/gv, (_match, code: string | undefined, character: string) => (
		code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
	));
}
