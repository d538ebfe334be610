import type {View} from '../../domain/query/view.ts';
import type {ListingStore} from '../../session/listing-store.ts';
import {createSlicedTask} from '../../platform/time-slices.ts';
import {sampleColumns, sampleEvenly, type ListStats} from './column-stats.ts';
import {createRowMeasurer, type IndexedTotals} from './measured-rows.ts';
import {firstStats, fromNotes, toNotes} from './stats-notes.ts';

/** Measures the values of a list's columns, in slices. */
export type ColumnMeasurer = {
	/** Returns the measurements for a view: those of a sample of its rows until all are measured. `before`: the view shown before it. */
	readonly measure: (shown: View, before: View) => ListStats;
	/** Returns the last result of `measure`. */
	readonly get: () => ListStats;
	/** Calls `listener` when more is measured. Returns a function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
};

export type ColumnMeasurerOptions = {
	readonly listing: Pick<ListingStore, 'get' | 'annotate'>;
	/** The view that is shown first. */
	readonly initial: View;
	/** The totals of the listing that is indexed. */
	readonly totals: Pick<IndexedTotals, 'measure'>;
	/** The current time in milliseconds. */
	readonly now: () => number;
};

/** The size of a listing that is measured in the time that a key may wait. */
const measuredAtOnce = 5000;

const noStats: ListStats = new Map();

/** Creates a column measurer for an account's list. The measurements of a whole listing are cached with it, for the first frame of the next start. */
export function createColumnMeasurer({listing, initial, totals, now}: ColumnMeasurerOptions): ColumnMeasurer {
	const measureRows = createRowMeasurer();
	const task = createSlicedTask({
		*compute(shown: View) {
			const {records, matches} = shown;
			const stats = isAll(shown) ? totals.measure(records) : undefined;
			return stats ?? (yield* measureRows(isAll(shown) ? records : matches.map(position => records[position]!)));
		},
		initial: noStats,
		isSame: isSameToMeasure,
		now,
	});
	/** The measurements of complete listings, so that leaving a search needs no new ones. */
	const completeStats = new WeakMap<View['records'], ListStats>();
	let current = firstStats(initial, listing.get());
	/** The rows that `current` samples; undefined if all were measured. */
	let sampled = isAll(initial) && fromNotes(listing.get().notes) !== undefined ? undefined : initial;
	let adopted = {measured: noStats, stats: noStats};

	/** Keeps the previous object if the measurements are equal, so that the columns are not laid out again. */
	const adopt = (measured: ListStats, shown: View): ListStats => {
		const notes = toNotes(measured);
		const stats = notes === toNotes(current) ? current : measured;
		const {listing: listed} = listing.get();
		if (isAll(shown)) {
			completeStats.set(shown.records, stats);
			if (listed.state === 'ready') {
				listing.annotate(listed.value.records, notes);
			}
		}

		return stats;
	};

	const sample = (shown: View, stats: ListStats): ListStats => {
		sampled = shown;
		return stats;
	};

	const statsOf = (shown: View, before: View): ListStats => {
		const {
			listing: {state},
		} = listing.get();
		if (shown.records.length === 0) {
			return current;
		}

		if (state !== 'ready' && state !== 'stale') {
			const isKept = current.size > 0 && before.query === shown.query && before.matches.length > 0;
			return isKept ? current : sample(shown, sampleColumns(shown));
		}

		const known = isAll(shown) ? completeStats.get(shown.records) : undefined;
		if (known !== undefined) {
			sampled = undefined;
			return known;
		}

		// Those of the cached listing, or of a sample of a large one, are shown until then, and a key comes first.
		const canWait =
			(sampled === undefined && adopted.measured === noStats) ||
			(isAll(shown) && shown.records.length > measuredAtOnce);
		const {value, isBusy} = task.request(shown, canWait);
		if (isBusy) {
			return sampled === undefined || isSameToMeasure(sampled, shown) ? current : sample(shown, sampleEvenly(shown));
		}

		sampled = undefined;
		if (value !== adopted.measured) {
			adopted = {measured: value, stats: adopt(value, shown)};
		}

		return adopted.stats;
	};

	return {
		measure(shown, before) {
			current = statsOf(shown, before);
			return current;
		},
		get: () => current,
		subscribe: task.subscribe,
	};
}

const isAll = ({matches, records}: View): boolean => matches.length === records.length;

/** Whether two views have the same rows, in any order. */
const isSameToMeasure = (a: View, b: View): boolean =>
	a.records === b.records && (a.matches === b.matches || (isAll(a) && isAll(b)));
