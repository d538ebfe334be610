import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {compareRecords, type RecordChanges} from './record-changes.ts';
import {searchTextOf} from './search.ts';

/** The search texts of a listing. */
export type IndexedRecords = {
	readonly records: readonly ListedRecord[];
	/** The search text of each record (`searchTextOf`). */
	readonly texts: readonly string[];
};

export type IndexUpdate = {
	readonly index: IndexedRecords;
	/** The differences from what was indexed before; undefined if there are none. Do not keep them, because they hold the earlier records. */
	readonly changes: RecordChanges | undefined;
};

/**
Creates the index of an account's listing. Each record is parsed once, for its search text. A later listing costs what changed, as long as unchanged records are the same objects.

@returns A function that indexes a listing. Run it to its end before you call it again.
*/
export function createRecordIndex(): (records: readonly ListedRecord[]) => Sliced<IndexUpdate> {
	let indexed: IndexedRecords = {records: [], texts: []};

	return function* (records) {
		if (indexed.records === records) {
			return {index: indexed, changes: undefined};
		}

		const {records: earlier, texts: known} = indexed;
		const changes = yield* compareRecords(earlier, records);
		const texts: string[] = [];
		for (const [position, record] of records.entries()) {
			texts.push(known[changes.before[position]!] ?? searchTextOf(record));
			if (position % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		indexed = {records, texts};
		return {index: indexed, changes};
	};
}
