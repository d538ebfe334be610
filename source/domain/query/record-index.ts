import type {ListedRecord, Notification} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {compareRecords, type RecordChanges} from './record-changes.ts';
import {searchTextOf, valuesOf} from './search.ts';

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

/** Told of each notification that comes into an index or leaves it, while it is parsed. */
export type RecordObserver = {
	/** A change begins. If `isAnew`, all that was added before is removed. */
	readonly begin: (isAnew: boolean) => void;
	/** `values`: see `valuesOf`. */
	readonly add: (notification: Notification, values: readonly string[]) => void;
	readonly remove: (notification: Notification, values: readonly string[]) => void;
	/** The change is complete: the notifications are those in these records. */
	readonly end: (records: readonly ListedRecord[]) => void;
};

/**
Creates the index of an account's listing. Each record is parsed once, for its search text and for the observer. A later listing costs what changed, as long as unchanged records are the same objects.

@returns A function that indexes a listing. Run it to its end before you call it again.
*/
export function createRecordIndex(
	observer?: RecordObserver,
): (records: readonly ListedRecord[]) => Sliced<IndexUpdate> {
	let indexed: IndexedRecords = {records: [], texts: []};

	return function* (records) {
		if (indexed.records === records) {
			return {index: indexed, changes: undefined};
		}

		const {records: earlier, texts: known} = indexed;
		const changes = yield* compareRecords(earlier, records);
		const {added, removed, sameStart, sameEnd, positionBefore} = changes;
		// Reading what was removed would take longer than reading what was kept.
		const isAnew = removed.length > records.length - added.length;
		observer?.begin(isAnew);
		for (const [index, position] of isAnew || observer === undefined ? [] : removed.entries()) {
			const record = earlier[position]!;
			if (record.kind === 'notification') {
				observer!.remove(record, valuesOf(record));
			}

			if (index % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		const texts = isAnew ? [] : known.slice(0, sameStart);
		const end = isAnew ? records.length : records.length - sameEnd;
		for (let position = texts.length; position < end; position++) {
			const record = records[position]!;
			const before = positionBefore(position);
			const values = record.kind === 'notification' && (before === -1 || isAnew) ? valuesOf(record) : undefined;
			texts.push(before === -1 ? searchTextOf(record, values) : known[before]!);
			if (values !== undefined) {
				observer?.add(record as Notification, values);
			}

			if (position % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		indexed = {records, texts: end === records.length ? texts : [...texts, ...known.slice(known.length - sameEnd)]};
		observer?.end(records);
		return {index: indexed, changes};
	};
}
