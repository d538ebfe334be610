import {Buffer} from 'node:buffer';
import {open} from 'node:fs/promises';
import type {ListedRecord} from '../domain/notification.ts';
import {requireRegularFile} from '../platform/files.ts';
import {
	deltasHeader,
	frameOf,
	maxDeltaBytes,
	maxDeltas,
	type StoredDelta,
	type StoredDeltas,
} from './listing-deltas.ts';
import type {ListingBase} from './listing-file.ts';
import {cachedPiecesOf} from './cached-json.ts';
import type {Splice} from './listing-splices.ts';

/** The deltas of a base may take a tenth of its size, but in any case this many bytes: to write a small base again takes longer than to read them. */
const smallBytes = 65_536;

export type NewDelta = {
	readonly base: ListingBase;
	/** The deltas that the base has. */
	readonly stored: StoredDeltas;
	readonly splices: ReadonlyArray<Splice<ListedRecord>>;
	/** The number of records after the change. */
	readonly count: number;
	/** The time of the listing, in milliseconds since the epoch. */
	readonly at: number;
};

/** The bytes that add a change to the deltas of a base, and where they belong in the file. */
export type EncodedDelta = {readonly id: string; readonly bytes: Buffer; readonly position: number};

/**
Encodes a change.

@returns Undefined if the deltas would become too many or too large: then the base is written again.
@throws When the change contains the API key.
*/
export function encodeDelta({base, stored, splices, count, at}: NewDelta): EncodedDelta | undefined {
	const mayTake = Math.max(smallBytes, Math.min(base.size / 10, maxDeltaBytes));
	const inserted = splices.flatMap(splice => splice.inserted);
	const {deltas, length: position} = stored;
	if (deltas.length === maxDeltas) {
		return undefined;
	}

	const id = crypto.randomUUID();
	const meta: Omit<StoredDelta, 'records'> & {readonly after: string} = {
		id,
		after: deltas.at(-1)?.id ?? base.id,
		at,
		count,
		splices: splices.map(splice => [splice.at, splice.removed, splice.inserted.length]),
	};
	const lineBreak = Buffer.from('\n');
	const rest = Buffer.concat([Buffer.from(JSON.stringify(meta)), lineBreak, ...cachedPiecesOf(inserted), lineBreak]);
	const bytes = Buffer.concat([Buffer.from(`${position === 0 ? deltasHeader(base) : ''}${frameOf(rest)}`), rest]);
	return position + bytes.length > mayTake ? undefined : {id, bytes, position};
}

/**
Writes a change behind the others, in one piece, over what a killed process may have left there. The file has mode 0600.

@throws When it cannot be written to its end. What is not whole is ignored when it is read.
*/
export async function appendDelta(file: string, {bytes, position}: EncodedDelta): Promise<void> {
	requireRegularFile(file);
	await using handle = await open(file, position === 0 ? 'w' : 'r+', 0o600);
	await handle.truncate(position);
	const {bytesWritten} = await handle.write(bytes, 0, bytes.length, position);
	if (bytesWritten !== bytes.length) {
		throw new Error('The disk is full.');
	}
}
