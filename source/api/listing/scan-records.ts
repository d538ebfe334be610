import {Buffer} from 'node:buffer';
import {afterSpace, characters} from './json-bytes.ts';
import type {ScannedSource} from './member-places.ts';
import type {RecordScanner} from './record-scanner.ts';
import {incomplete, unusual} from './token-scanner.ts';

const {close, comma, openBrace} = characters;

/** The position in the buffer of a record that was scanned. */
type ScannedRecord = {readonly id: string; readonly from: number; readonly to: number; readonly isPlain: boolean};

export type ScannedRecords = {
	readonly records: readonly ScannedRecord[];
	/** Where their members are. */
	readonly places: Uint16Array;
	/** The index after the last of them and its comma, or after the bracket that ends the array. */
	readonly at: number;
	/** Whether that bracket was found. */
	readonly isLast: boolean;
	/** Whether the next element is one that JSON.parse has to check. */
	readonly isUnusual: boolean;
};

export type RecordFinder = {
	readonly scanner: RecordScanner;
	/** The maximum size of an element in bytes. */
	readonly longest: number;
};

/** The maximum size in bytes of an element that may be scanned again when more of it arrives. A longer one is read by counting brackets, which continues where it stopped. */
const longestRescan = 65_536;

/**
Finds records as long as the scanner accepts them, up to the end of the array.

@param bytes - The bytes received.
@param start - The index where an element begins.
@param finder - What finds them.
*/
export function scanRecords(bytes: Buffer, start: number, {scanner, longest}: RecordFinder): ScannedRecords {
	const {length} = bytes;
	const records: ScannedRecord[] = [];
	let at = start;
	let isLast = false;
	while (!isLast) {
		const from = afterSpace(bytes, at);
		const to = endOfRecord(bytes, from, scanner);
		const next = to < 0 ? length : afterSpace(bytes, to);
		if (to === unusual || (next === length ? length - at > Math.min(longestRescan, longest) : next - at > longest)) {
			return {records, places: scanner.places.take(), at, isLast, isUnusual: true};
		}

		if (next === length) {
			break;
		}

		isLast = bytes[next] === close;
		if (!isLast && bytes[next] !== comma) {
			return {records, places: scanner.places.take(), at, isLast, isUnusual: true};
		}

		scanner.places.keep();
		records.push({id: scanner.id, from, to, isPlain: scanner.isPlain});
		at = next + 1;
	}

	return {records, places: scanner.places.take(), at, isLast, isUnusual: false};
}

/** The end of the record at an index, or the scanner's reason why it has none. */
function endOfRecord(bytes: Buffer, from: number, scanner: RecordScanner): number {
	if (from === bytes.length) {
		return incomplete;
	}

	return bytes[from] === openBrace ? scanner.scan(bytes, from, bytes.length) : unusual;
}

export type RecordReceiver = {
	/** Called with each record that was scanned. */
	readonly onNotification: (id: string, source: ScannedSource) => void;
};

/** Passes on records, with a copy of their bytes, because the buffer is reused. */
export function passRecords(
	{records, places}: ScannedRecords,
	received: Buffer,
	{onNotification}: RecordReceiver,
): void {
	const start = records[0]?.from ?? 0;
	const bytes = Buffer.from(received.subarray(start, records.at(-1)?.to ?? start));
	for (const [index, {id, from, to, isPlain}] of records.entries()) {
		onNotification(id, {bytes, from: from - start, to: to - start, isPlain, places, index});
	}
}
