import {Buffer} from 'node:buffer';
import {createHash} from 'node:crypto';
import {closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, statSync} from 'node:fs';
import {open, rename, rm, utimes} from 'node:fs/promises';
import path from 'node:path';
import {ListingParser} from '../api/listing/listing-parser.ts';
import {readRecord} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import {createYielder} from '../system/time-slices.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The last complete listing of an account, from a run before. */
export type CachedListing = {
	/** When it was listed, in milliseconds since the epoch. */
	readonly at: number;
	/** Records in all. */
	readonly count: number;
	/** The first of them, enough for a screen. */
	readonly first: readonly ListedRecord[];
	/** Reads on, some at a time, in pieces between which the event loop turns. Ends early where the file is damaged. */
	readonly rest: () => AsyncGenerator<readonly ListedRecord[], void, void>;
};

/** The last listings, a file an account, which can be done without: whatever goes wrong with one, it is as if there were none. `profile` is a `profileKey`. */
export type ListingCache = {
	/** Opens the last listing and reads its beginning, in a time that does not depend on its length. */
	readonly open: (profile: string) => CachedListing | undefined;
	/** Keeps a complete listing, unless it holds the API key. Whether it is kept. */
	readonly write: (profile: string, records: readonly ListedRecord[], signal: AbortSignal) => Promise<boolean>;
	/** The listing that is kept was seen again as it is; `at` in milliseconds since the epoch. */
	readonly touch: (profile: string, at: number) => Promise<void>;
};

/** Bytes read for the first frame, and at a time. */
const firstLength = 65_536;
const pieceLength = 262_144;

/** Records written at a time. */
const pieceCount = 500;

/** Milliseconds after which a file that is being written is one that somebody was kept from ending. */
const abandonedAfter = 60_000;

/** Of version 1: the first line says how many records there are, the others are a JSON array of them as received. */
const headPattern = /^\{"version":1,"count":(\d{1,9})\}\n/v;

/**
Keeps the last listings in a directory, made when needed, mode 0700; its files have mode 0600, and each was listed when it was last modified. A listing is in a file of its own rather than in the ledger's database: 50 MB there would have to be checked at every start, and would hold up what must be written down.
*/
export function createListingCache(directory: string, now: () => number): ListingCache {
	const fileOf = (profile: string) => path.join(directory, `${createHash('sha256').update(profile).digest('hex').slice(0, 32)}.json`);

	return {
		open(profile) {
			try {
				return openCached(fileOf(profile));
			} catch {
				return undefined;
			}
		},
		async write(profile, records, signal) {
			const file = fileOf(profile);
			const unfinished = `${file}.new`;
			try {
				mkdirSync(directory, {recursive: true, mode: 0o700});
				removeAbandoned(unfinished, now());
				await write(unfinished, records, signal);
				await rename(unfinished, file);
				return true;
			} catch (error) {
				// Somebody else is writing it.
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
					await rm(unfinished, {force: true}).catch(() => undefined);
				}

				return false;
			}
		},
		async touch(profile, at) {
			const time = new Date(at);
			await utimes(fileOf(profile), time, time).catch(() => undefined);
		},
	};
}

function openCached(file: string): CachedListing | undefined {
	const descriptor = openSync(file, 'r');
	try {
		const {mtimeMs, size} = fstatSync(descriptor);
		const start = Buffer.alloc(Math.min(firstLength, size));
		const length = readSync(descriptor, start);
		const head = headPattern.exec(start.toString('latin1', 0, 64));
		if (head === null) {
			return undefined;
		}

		const reader = createReader();
		const first = reader.read(start.subarray(head[0].length, length));
		return {
			at: mtimeMs,
			count: Number(head[1]),
			first,
			async * rest() {
				if (length === size) {
					return;
				}

				try {
					await using handle = await open(file, 'r');
					// Another program may have put a newer one in its place.
					const {mtimeMs: present} = await handle.stat();
					const breathe = createYielder();
					for await (const piece of present === mtimeMs ? handle.createReadStream({start: length, highWaterMark: pieceLength, autoClose: false}) : []) {
						yield reader.read(piece as Buffer);
						await breathe();
					}
				} catch {
					// It has gone, or cannot be read: that is as far as it goes.
				}
			},
		};
	} finally {
		closeSync(descriptor);
	}
}

function createReader() {
	let place = 0;
	let records: ListedRecord[] = [];
	const parser = new ListingParser((element, source) => {
		records.push(readRecord(element, place++, source));
	});

	return {
		read(piece: Uint8Array): readonly ListedRecord[] {
			records = [];
			parser.push(piece);
			return records;
		},
	};
}

async function write(file: string, records: readonly ListedRecord[], signal: AbortSignal): Promise<void> {
	const breathe = createYielder();
	const handle = await open(file, 'wx', 0o600);
	try {
		await handle.write(`{"version":1,"count":${records.length}}\n[`);
		for (let from = 0; from < records.length; from += pieceCount) {
			signal.throwIfAborted();
			const piece = records.slice(from, from + pieceCount).map(record => record.json ?? JSON.stringify(record.raw)).join(',\n');
			if (isSecretIn(piece)) {
				throw new Error('It holds the API key.');
			}

			await handle.write(from === 0 ? piece : `,\n${piece}`);
			await breathe();
		}

		await handle.write(']\n');
	} finally {
		await handle.close();
	}
}

/** Also where characters of it are escaped in ways of the service's own. */
function isSecretIn(json: string): boolean {
	const plain = json.includes(String.raw`\/`) || json.includes(String.raw`\u`) ? `${json}${JSON.stringify(JSON.parse(`[${json}]`))}` : json;
	return hideSecrets(plain) !== plain;
}

function removeAbandoned(file: string, now: number): void {
	const found = statSync(file, {throwIfNoEntry: false});
	if (found !== undefined && now - found.mtimeMs > abandonedAfter) {
		rmSync(file, {force: true});
	}
}
