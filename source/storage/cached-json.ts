import {Buffer} from 'node:buffer';
import type {ListedRecord} from '../domain/notification.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The JSON of a record as it is cached: as received; of one that is too large, its beginning as a string. */
export const cachedJson = (record: ListedRecord): string => record.json ?? JSON.stringify(record.raw);

/**
The JSON of records as bytes, separated by commas. Records that were received one after the other are one piece of what was received, and are not copied.

@throws When it contains the API key.
*/
export function cachedPiecesOf(records: readonly ListedRecord[]): Uint8Array[] {
	const pieces: Uint8Array[] = [];
	let run: Received | undefined;
	const add = (piece: Uint8Array) => {
		if (hasSecretIn(latin1Of(piece))) {
			throw new Error('The listing contains the API key.');
		}

		pieces.push(...(pieces.length === 0 ? [] : [separator]), piece);
	};

	const endRun = () => {
		if (run !== undefined) {
			add(run.bytes.subarray(run.from, run.to));
			run = undefined;
		}
	};

	for (const record of records) {
		const source = record.kind === 'notification' ? record.source : undefined;
		if (source !== undefined && run !== undefined && isNext(run, source)) {
			run = {...run, to: source.to};
		} else {
			endRun();
			run = source;
		}

		if (source === undefined) {
			add(Buffer.from(cachedJson(record)));
		}
	}

	endRun();
	return pieces;
}

const separator = Buffer.from(',\n');

/** Bytes with each of them as one character. An API key is ASCII, and takes no longer to find in it. */
const latin1Of = ({buffer, byteOffset, byteLength}: Uint8Array): string =>
	Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** A part of what was received. */
type Received = {readonly bytes: Uint8Array; readonly from: number; readonly to: number};

/** The maximum length of the comma and the white space between two records of one piece. */
const longestGap = 8;

const comma = 0x2c;

/** Whether only a comma and white space are between two parts. */
function isNext({bytes, to}: Received, next: Received): boolean {
	if (bytes !== next.bytes || next.from <= to || next.from - to > longestGap) {
		return false;
	}

	return next.from - to === 1
		? bytes[to] === comma
		: /^[\t\n\r ]*,[\t\n\r ]*$/v.test(latin1Of(bytes.subarray(to, next.from)));
}

/** Whether JSON contains an API key, even with escaped characters. */
export function hasSecretIn(json: string): boolean {
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
