import {Buffer} from 'node:buffer';
import {closeSync, fstatSync, readSync} from 'node:fs';
import {open} from 'node:fs/promises';
import type {KnownRecords} from '../api/listing/known-records.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../platform/time-slices.ts';
import {openRegularFile} from '../platform/files.ts';
import {createRecordParser, parseInserted} from './cached-records.ts';
import {deltasFileOf, readDeltas, type StoredDelta} from './listing-deltas.ts';
import {beginningOf, createMerge, piecesOf} from './listing-merge.ts';

/** Says which listing of an account is cached: the ID of its base, and that of its last delta, or of the base if it has none. */
export type ListingVersion = {readonly base: string; readonly last: string};

/** The last complete listing of an account, saved by an earlier run; or the beginning of one, where no complete one was saved. */
export type CachedListing = {
	/** Whether it is only the beginning: it proves nothing. */
	readonly isPartial: boolean;
	readonly version: ListingVersion;
	/** When it was listed, in milliseconds since the epoch. */
	readonly at: number;
	readonly count: number;
	/** The records for the first screen. */
	readonly firstRecords: readonly ListedRecord[];
	/** Reads the other records in pieces, and yields to the event loop between them. Ends early if the file is damaged or was replaced. */
	readonly remainingRecords: () => AsyncGenerator<readonly ListedRecord[], void, void>;
};

/** The number of bytes read for the first screen, and for each further piece. */
const firstReadBytes = 65_536;
const pieceLength = 262_144;

/** The records of the first screen where there are deltas: as many as a terminal has rows. If the first ones were removed since, more are read, up to this many times. */
const firstScreen = 100;
const maxFirstReads = 8;

/** The first line of a file: its version, the number of records, a unique ID of the listing, and whether it is partial. It is followed by a JSON array of the records as received. A file of version 2 has no deltas. */
const headerPattern =
	/^\{"version":(?<version>[23]),"count":(?<count>\d{1,9}),"id":"(?<id>[\d\-a-f]{36})"(?<partial>,"partial":true)?\}\n/v;

export const listingHeader = (count: number, id: string, isPartial: boolean): string =>
	`{"version":3,"count":${count},"id":"${id}"${isPartial ? ',"partial":true' : ''}}\n`;

/** The base of a cached listing. */
export type ListingBase = {
	readonly id: string;
	readonly count: number;
	/** Whether it is the beginning of a listing that was left before it had arrived. */
	readonly isPartial: boolean;
	/** Whether what changes can be stored as deltas: not of a partial listing, and not of version 2, which an older program would read without them. */
	readonly hasDeltas: boolean;
	/** The size of the file in bytes. */
	readonly size: number;
	/** When the base was listed, or later the same as it was cached then, with deltas or without; in milliseconds since the epoch. It is the time of the file. */
	readonly at: number;
	/** Where the records begin in the file. */
	readonly start: number;
};

/** Reads the first line of an open file, or of its first bytes; undefined if it is of another version. */
function readBase(descriptor: number, start: Buffer): ListingBase | undefined {
	const {mtimeMs, size} = fstatSync(descriptor);
	const {0: line, groups} = headerPattern.exec(start.toString('latin1', 0, 128)) ?? {};
	return (
		groups && {
			id: groups.id!,
			count: Number(groups.count),
			isPartial: groups.partial !== undefined,
			hasDeltas: groups.version === '3' && groups.partial === undefined,
			size,
			at: mtimeMs,
			start: line!.length,
		}
	);
}

/** Reads the first line of the file of a cached listing; undefined if there is none that can be read. */
export function findBase(file: string): ListingBase | undefined {
	try {
		const descriptor = openRegularFile(file);
		try {
			const start = Buffer.alloc(128);
			return readBase(descriptor, start.subarray(0, readSync(descriptor, start)));
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}

/**
Opens the file of a cached listing, with its deltas, and reads its first records.

@param file - The path of the file.
@param known - Recognises records of another listing, which are used instead.
@returns The listing; undefined when the file is of another version.
@throws When the file cannot be read.
*/
export function openListing(file: string, known?: KnownRecords): CachedListing | undefined {
	const deltasOf = readDeltas(deltasFileOf(file));
	const descriptor = openRegularFile(file);
	try {
		let bytes = readNext(descriptor);
		const base = readBase(descriptor, bytes);
		if (base === undefined) {
			return undefined;
		}

		const {deltas} = deltasOf(base);
		const last = deltas.at(-1);
		const parse = createRecordParser(known);
		/** The records of the base that were read. */
		const read = [...parse(bytes.subarray(base.start))];
		let {length} = bytes;
		const enough = Math.min(firstScreen, read.length);
		let firstRecords = firstOf(read, deltas);
		for (let reads = 1; firstRecords.length < enough && length < base.size && reads < maxFirstReads; reads++) {
			bytes = readNext(descriptor);
			read.push(...parse(bytes));
			length += bytes.length;
			firstRecords = firstOf(read, deltas);
		}

		return {
			isPartial: base.isPartial,
			version: {base: base.id, last: last?.id ?? base.id},
			at: Math.max(base.at, last?.at ?? 0),
			count: last?.count ?? base.count,
			firstRecords,
			async *remainingRecords() {
				try {
					await using handle = await open(file, 'r');
					// Another process may have replaced the file.
					if (readBase(handle.fd, readNext(handle.fd, 0))?.id !== base.id) {
						return;
					}

					const merge = createMerge(piecesOf(base.count, deltas), parseInserted(deltas));
					yield merge(read).slice(firstRecords.length);
					const yieldIfDue = createYielder();
					for await (const piece of handle.createReadStream({
						start: length,
						highWaterMark: pieceLength,
						autoClose: false,
					})) {
						yield merge(parse(piece as Buffer));
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

/** The first records of a listing, of which the first ones of the base are known. */
function firstOf(read: readonly ListedRecord[], deltas: readonly StoredDelta[]): readonly ListedRecord[] {
	if (deltas.length === 0) {
		return read;
	}

	const pieces = beginningOf(piecesOf(read.length, deltas), firstScreen);
	return createMerge(pieces, parseInserted(new Set(pieces.flatMap(({of}) => of ?? []))))(read);
}

/** Reads the next bytes of a file, or those from a position. */
function readNext(descriptor: number, position: number | null = null): Buffer {
	const bytes = Buffer.allocUnsafe(firstReadBytes);
	return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position));
}
