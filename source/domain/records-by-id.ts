import type {ListedRecord} from './notification.ts';
import {idOfRecord} from './record-id.ts';

/** The records of a listing by ID. A record without one has `undefined`. */
export type RecordIndex = ReadonlyMap<string | undefined, ListedRecord>;

const indexes = new WeakMap<readonly ListedRecord[], RecordIndex>();

/** The records by ID. The index is made once: the records must not change. */
export function recordsById(records: readonly ListedRecord[]): RecordIndex {
	const index = indexes.get(records) ?? new Map(records.map(record => [idOfRecord(record), record]));
	indexes.set(records, index);
	return index;
}
