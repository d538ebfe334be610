import type {ListedRecord} from './notification.ts';
import {idOfRecord} from './record-id.ts';

const indexes = new WeakMap<readonly ListedRecord[], ReadonlyMap<string | undefined, ListedRecord>>();

/** The records by ID, indexed once. */
export function recordsById(records: readonly ListedRecord[]): ReadonlyMap<string | undefined, ListedRecord> {
	const index = indexes.get(records) ?? new Map(records.map(record => [idOfRecord(record), record]));
	indexes.set(records, index);
	return index;
}
