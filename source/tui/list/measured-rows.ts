import type {ListedRecord} from '../../domain/notification.ts';
import {compareRecords} from '../../domain/query/record-changes.ts';
import type {RecordObserver} from '../../domain/query/record-index.ts';
import {valuesOf} from '../../domain/query/search.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {totalsOf, type ListStats} from './column-stats.ts';
import {createColumnTotals} from './column-totals.ts';

/** The totals of a whole listing, counted while it is indexed, so that nothing is parsed twice. */
export type IndexedTotals = RecordObserver & {
	/** Measures the columns of these records; undefined if they are not those that were indexed last. */
	readonly measure: (records: readonly ListedRecord[]) => ListStats | undefined;
};

export function createIndexedTotals(): IndexedTotals {
	let totals = createColumnTotals();
	/** Undefined while they change. */
	let indexed: readonly ListedRecord[] | undefined;

	return {
		begin(isAnew) {
			indexed = undefined;
			if (isAnew) {
				totals = createColumnTotals();
			}
		},
		add(notification, values) {
			totals.add(notification, values);
		},
		remove(notification, values) {
			totals.remove(notification, values);
		},
		end(records) {
			indexed = records;
		},
		measure: records => (indexed === records ? totals.result() : undefined),
	};
}

/** Creates a function that measures the columns of some rows of a listing. It counts only the differences from the rows that it measured before, unless these are the most of them. Run it to its end before you call it again. */
export function createRowMeasurer(): (rows: readonly ListedRecord[]) => Sliced<ListStats> {
	let measured: readonly ListedRecord[] = [];
	let totals = createColumnTotals();

	return function* (rows) {
		const earlier = measured;
		measured = rows;
		const {added, removed} =
			rows.length > earlier.length / 2 ? yield* compareRecords(earlier, rows) : {added: [], removed: []};
		const changed = [
			...removed.map(position => ({record: earlier[position]!, by: 'remove'}) as const),
			...added.map(position => ({record: rows[position]!, by: 'add'}) as const),
		];
		if (changed.length >= rows.length || rows.length <= earlier.length / 2) {
			changed.length = 0;
			totals = yield* totalsOf(rows);
		}

		for (const [index, {record, by}] of changed.entries()) {
			if (record.kind === 'notification') {
				totals[by](record, valuesOf(record));
			}

			if (index % itemsPerSlice === itemsPerSlice - 1) {
				yield;
			}
		}

		return totals.result();
	};
}
