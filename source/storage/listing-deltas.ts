import {Buffer} from 'node:buffer';
import {hash} from 'node:crypto';
import {closeSync, fstatSync, readSync} from 'node:fs';
import {openRegularFile} from '../platform/files.ts';

/*
What changed since the base of a cached listing was written, in a file beside it (docs/decisions/listing-cache.md):

	{"version":2,"base":"<ID of the base>","count":<its records>}
	<bytes of the rest of this delta> <the beginning of their SHA-256 in hexadecimal>
	{"id":"<ID>","after":"<ID of the delta before, or of the base>","at":<time>,"count":<records after it>,"splices":[[<index>,<removed>,<inserted>],…]}
	<the inserted records as received, separated by commas>
*/

/** The path of the deltas of a cached listing. */
export const deltasFileOf = (listingFile: string): string => listingFile.replace(/\.json$/v, '.deltas');

/** The most bytes and the most deltas that are kept of a listing, so that a start that reads them is as fast as one without. */
export const maxDeltaBytes = 262_144;
export const maxDeltas = 128;

/** A change of a listing. */
export type StoredDelta = {
	/** The ID of the listing with this change. */
	readonly id: string;
	/** The time of that listing, in milliseconds since the epoch. */
	readonly at: number;
	/** The number of its records. */
	readonly count: number;
	/** From an index of the listing before, the number of records that are removed there, and of those that are inserted; by ascending index. */
	readonly splices: ReadonlyArray<readonly [at: number, removed: number, inserted: number]>;
	/** The inserted records as JSON, separated by commas. */
	readonly records: Buffer;
};

/** The deltas of a base. */
export type StoredDeltas = {
	readonly deltas: readonly StoredDelta[];
	/** The length of the file up to the end of the last delta, in bytes; 0 if it is of another base. What follows was not written to its end. */
	readonly length: number;
};

const noDeltas: StoredDeltas = {deltas: [], length: 0};

/** The base that deltas belong to. */
export type DeltasBase = {readonly id: string; readonly count: number};

export const deltasHeader = ({id, count}: DeltasBase): string => `{"version":2,"base":"${id}","count":${count}}\n`;

const frame = /^(?<length>\d{1,7}) (?<checksum>[\da-f]{8})\n/v;

/** The first line of a delta, with the length and the checksum of the rest. */
export const frameOf = (rest: Buffer): string => `${rest.length} ${checksumOf(rest)}\n`;

const checksumOf = (bytes: Buffer): string => hash('sha256', bytes).slice(0, 8);

/**
Reads the deltas beside a cached listing. Read them before their base: if that is replaced in between, the new one has them all.

@returns A function that returns those of a base: all up to the first one that is damaged, not written to its end, or not a change of the one before.
*/
export function readDeltas(file: string): (base: DeltasBase) => StoredDeltas {
	try {
		const descriptor = openRegularFile(file);
		try {
			const buffer = Buffer.allocUnsafe(Math.min(fstatSync(descriptor).size, maxDeltaBytes));
			const bytes = buffer.subarray(0, readSync(descriptor, buffer));
			return base => parseDeltas(bytes, base);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return () => noDeltas;
	}
}

function parseDeltas(bytes: Buffer, base: DeltasBase): StoredDeltas {
	const header = deltasHeader(base);
	if (bytes.toString('latin1', 0, header.length) !== header) {
		return noDeltas;
	}

	const deltas: StoredDelta[] = [];
	let before = base;
	let {length} = header;
	for (;;) {
		const next = parseDelta(bytes.subarray(length), before);
		if (next === undefined) {
			break;
		}

		deltas.push(next.delta);
		before = next.delta;
		length += next.length;
	}

	return {deltas, length};
}

/** Parses the delta at the beginning of some bytes, if it is whole and a change of that listing. */
function parseDelta(
	bytes: Buffer,
	before: DeltasBase,
): {readonly delta: StoredDelta; readonly length: number} | undefined {
	const {0: line = '', groups} = frame.exec(bytes.toString('latin1', 0, 20)) ?? {};
	const rest = bytes.subarray(line.length, line.length + Number(groups?.length));
	if (groups === undefined || rest.length !== Number(groups.length) || checksumOf(rest) !== groups.checksum) {
		return undefined;
	}

	const end = rest.indexOf('\n');
	const {after, ...delta} = JSON.parse(rest.toString('latin1', 0, end)) as Omit<StoredDelta, 'records'> & {
		readonly after: string;
	};
	return after === before.id && countAfter(before.count, delta.splices) === delta.count
		? {delta: {...delta, records: rest.subarray(end + 1)}, length: line.length + rest.length}
		: undefined;
}

/** The number of records after a change; undefined if it is none of a listing with `count` records. */
function countAfter(count: number, splices: StoredDelta['splices']): number | undefined {
	let [end, after] = [0, count];
	for (const [at, removed, inserted] of splices) {
		if (!(at >= end && removed >= 0 && at + removed <= count)) {
			return undefined;
		}

		end = at + removed;
		after += inserted - removed;
	}

	return after;
}
