import {Buffer} from 'node:buffer';
import type {KnownRecords} from '../api/listing/known-records.ts';
import {ListingParser} from '../api/listing/listing-parser.ts';
import {listedNotification, readRecord, skippedRecord} from '../api/listing/read-record.ts';
import type {ListedRecord} from '../domain/notification.ts';
import type {StoredDelta} from './listing-deltas.ts';

/** The maximum number of bytes of a record. What was written was within the limits of its profile. */
const maxRecordBytes = 100_000_000;

/** Creates a function that takes the next bytes of a JSON array and returns the records that end in them. `known` recognises records, which are used instead. */
export function createRecordParser(known?: KnownRecords): (piece: Uint8Array) => readonly ListedRecord[] {
	let position = 0;
	let records: ListedRecord[] = [];
	const parser = new ListingParser(
		(element, source) => {
			records.push(readRecord(element, position++, source));
		},
		{
			longest: maxRecordBytes,
			known,
			onNotification(id, source) {
				records.push(listedNotification(id, source));
				position++;
			},
			onKnown(record) {
				records.push(record);
				position++;
			},
			onSkipped(element) {
				records.push(skippedRecord(element, position++, maxRecordBytes));
			},
		},
	);

	return piece => {
		records = [];
		parser.push(piece);
		return records;
	};
}

/** Parses the records that deltas insert, all at once. Returns a function that returns those of one of them. */
export function parseInserted(deltas: Iterable<StoredDelta>): (delta: StoredDelta) => readonly ListedRecord[] {
	const inserting = [...deltas].filter(delta => insertedCount(delta) > 0);
	if (inserting.length === 0) {
		return () => [];
	}

	const records = createRecordParser()(
		Buffer.concat([
			Buffer.from('['),
			...inserting.flatMap(delta => [delta.records, Buffer.from(',')]).slice(0, -1),
			Buffer.from(']'),
		]),
	);
	let used = 0;
	const parsed = new Map(
		inserting.map(delta => {
			used += insertedCount(delta);
			return [delta, records.slice(used - insertedCount(delta), used)] as const;
		}),
	);
	return delta => parsed.get(delta) ?? [];
}

/** The number of records that a delta inserts. */
export const insertedCount = ({splices}: StoredDelta): number =>
	splices.reduce((count, splice) => count + splice[2], 0);
