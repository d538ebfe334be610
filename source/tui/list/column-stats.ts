import type {ListedRecord} from '../../domain/notification.ts';
import {valuesOf} from '../../domain/query/search.ts';
import {range} from '../../platform/text.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {createColumnTotals, type ColumnTotals} from './column-totals.ts';

/** The measurements of a field's cells, from which its column is laid out. Widths are in terminal columns. */
export type ColumnStats = {
	/** The width of the widest cell. */
	readonly widest: number;
	/** The width that all but a few cells fit into. */
	readonly common: number;
};

/** The measurements of a list, by the name of the field. */
export type ListStats = ReadonlyMap<string, ColumnStats>;

/** The number of records measured for the first frame: about as many as it draws. */
const sampledCount = 32;

export type MeasuredRows = {
	readonly records: readonly ListedRecord[];
	/** The indexes of the records to measure. */
	readonly matches: readonly number[];
};

/**
Measures the cells of all fields that have a column, in slices.

@yields Nothing; the computation can pause there.
*/
export function* measureColumns({records, matches}: MeasuredRows): Sliced<ListStats> {
	const rows = matches.map(position => records[position]!);
	const totals = yield* totalsOf(rows);
	return totals.result();
}

/**
Counts the cells of records, in slices.

@yields Nothing; the computation can pause there.
*/
export function* totalsOf(rows: readonly ListedRecord[]): Sliced<ColumnTotals> {
	const totals = createColumnTotals();
	for (const [index, record] of rows.entries()) {
		if (record.kind === 'notification') {
			totals.add(record, valuesOf(record));
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	return totals;
}

/** Measures the first records, for a frame that cannot wait for all of them. */
export function sampleColumns({records, matches}: MeasuredRows): ListStats {
	const work = measureColumns({records, matches: matches.slice(0, sampledCount)});
	let step = work.next();
	while (step.done !== true) {
		step = work.next();
	}

	return step.value;
}

/** Measures a sample for frames drawn while all records are being measured: some of the first records, and some spread over the others up to the last. */
export function sampleEvenly({records, matches}: MeasuredRows): ListStats {
	const first = matches.slice(0, sampledCount / 2);
	const rest = matches.slice(first.length);
	const count = Math.min(rest.length, sampledCount / 2);
	const others = range(count).map(index => rest.at(-1 - Math.floor((index * rest.length) / count))!);
	return sampleColumns({records, matches: [...first, ...others]});
}
