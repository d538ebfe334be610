import {Buffer} from 'node:buffer';
import type {Notification} from '../../domain/notification.ts';
import {afterSpace, characters} from './json-bytes.ts';
import type {KnownRecords} from './known-records.ts';
import type {ScannedSource} from './member-places.ts';
import type {RecordScanner} from './record-scanner.ts';
import {incomplete, unusual} from './token-scanner.ts';

const {close, comma, openBrace} = characters;

/** The position in the buffer of a record that was scanned. */
type ScannedRecord = {readonly id: string; readonly from: number; readonly to: number; readonly isPlain: boolean};

export type ScannedRecords = {
	readonly records: ReadonlyArray<Notification | ScannedRecord>;
	/** Where the members of those that were scanned are. */
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
	readonly known: KnownRecords | undefined;
	/** The maximum size of an element in bytes. */
	readonly longest: number;
};

/** The maximum size in bytes of an element that may be scanned again when more of it arrives. A longer one is read by counting brackets, which continues where it stopped. */
const longestRescan = 65_536;

/**
Finds records as long as they are recognised or the scanner accepts them, up to the end of the array.

@param bytes - The bytes received.
@param start - The index where an element begins.
@param finder - What finds them.
*/
export function scanRecords(bytes: Buffer, start: number, {scanner, known, longest}: RecordFinder): ScannedRecords {
	const {length} = bytes;
	const records: Array<Notification | ScannedRecord> = [];
	let at = start;
	let isLast = false;
	while (!isLast) {
		const from = afterSpace(bytes, at);
		const record = known?.recognise(bytes, from);
		const to =
			record === undefined ? endOfRecord(bytes, from, scanner) : from + record.source!.to - record.source!.from;
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

		if (record === undefined) {
			scanner.places.keep();
		}

		const one = record ?? {id: scanner.id, from, to, isPlain: scanner.isPlain};
		records.push(one);
		known?.skipPast(one.id);
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
	/** Called with each record that was recognised. */
	readonly onKnown: (record: Notification) => void;
};

/** Passes on records, with a copy of the bytes of new ones, because the buffer is reused. */
export function passRecords(
	{records, places}: ScannedRecords,
	received: Buffer,
	{onNotification, onKnown}: RecordReceiver,
): void {
	const fresh = records.filter((record): record is ScannedRecord => !('kind' in record));
	const start = fresh[0]?.from ?? 0;
	const bytes = Buffer.from(received.subarray(start, fresh.at(-1)?.to ?? start));
	let index = 0;
	for (const record of records) {
		if ('kind' in record) {
			onKnown(record);
		} else {
			const {id, from, to, isPlain} = record;
			onNotification(id, {bytes, from: from - start, to: to - start, isPlain, places, index: index++});
		}
	}
}
