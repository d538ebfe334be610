import {createYielder, itemsPerSlice} from '../system/time-slices.ts';
import type {ListedRecord} from './notification.ts';
import {idOfRecord} from './record-id.ts';

const indexes = new WeakMap<readonly ListedRecord[], ReadonlyMap<string | undefined, ListedRecord>>();

/** The records by ID, indexed once. */
export function recordsById(records: readonly ListedRecord[]): ReadonlyMap<string | undefined, ListedRecord> {
	const index = indexes.get(records) ?? new Map(records.map(record => [idOfRecord(record), record]));
	indexes.set(records, index);
	return index;
}

/** Indexes records between keys: afterwards `recordsById` has the index at once. The records must not change. */
export async function indexRecords(records: readonly ListedRecord[]): Promise<void> {
	if (indexes.has(records)) {
		return;
	}

	const yieldIfDue = createYielder();
	const index = new Map<string | undefined, ListedRecord>();
	for (const [position, record] of records.entries()) {
		index.set(idOfRecord(record), record);
		if (position % itemsPerSlice === 0) {
			await yieldIfDue();
		}
	}

	indexes.set(records, index);
}
