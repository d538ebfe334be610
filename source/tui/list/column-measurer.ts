import type {View} from '../../domain/query/view.ts';
import {isWhole} from '../../session/listing-state.ts';
import type {ListingStore} from '../../session/listing-store.ts';
import {createSlicedTask} from '../../system/time-slices.ts';
import {measureColumns, sampleColumns, sampleEvenly, type ListStats} from './column-stats.ts';
import {firstStats, fromNotes, toNotes} from './stats-notes.ts';

/** What the columns of a list need, measured in slices. */
export type ColumnMeasurer = {
	/** What they need for a view: of a sample of its rows, until all are measured. `before`: the view that was shown before it. */
	readonly measure: (shown: View, before: View) => ListStats;
	/** What `measure` returned last. */
	readonly get: () => ListStats;
	/** Calls `listener` when more is measured. Returns a function that unsubscribes it. */
	readonly subscribe: (listener: () => void) => () => void;
};

export type ColumnMeasurerOptions = {
	readonly listing: Pick<ListingStore, 'get' | 'annotate'>;
	/** What is shown first. */
	readonly initial: View;
	/** Milliseconds. */
	readonly now: () => number;
};

const noStats: ListStats = new Map();

/** Measures the columns of an account's list. What a whole listing needs is kept with it, for the first frame of the next start. */
export function createColumnMeasurer({listing, initial, now}: ColumnMeasurerOptions): ColumnMeasurer {
	const task = createSlicedTask({compute: measureColumns, initial: noStats, isSame: isSameToMeasure, now});
	/** Of listings that were measured whole: a search that is left needs no measuring again. */
	const ofWhole = new WeakMap<View['records'], ListStats>();
	let current = firstStats(initial, listing.get());
	/** The rows that `current` is a sample of; undefined if they were measured. */
	let sampled = isAll(initial) && fromNotes(listing.get().notes) !== undefined ? undefined : initial;
	let adopted = {measured: noStats, stats: noStats};

	/** Columns that need what they needed before are not laid out anew. */
	const adopt = (measured: ListStats, shown: View): ListStats => {
		const notes = toNotes(measured);
		const stats = notes === toNotes(current) ? current : measured;
		const {listing: listed} = listing.get();
		if (isAll(shown)) {
			ofWhole.set(shown.records, stats);
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
		const {listing: {state}} = listing.get();
		if (shown.records.length === 0) {
			return current;
		}

		if (state !== 'ready' && state !== 'stale') {
			const isKept = current.size > 0 && before.query === shown.query && before.matches.length > 0;
			return isKept ? current : sample(shown, sampleColumns(shown, isWhole(listing.get().listing)));
		}

		const known = isAll(shown) ? ofWhole.get(shown.records) : undefined;
		if (known !== undefined) {
			sampled = undefined;
			return known;
		}

		const {value, isBusy} = task.request(shown);
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

/** Whether the rows are the same; their order does not matter. */
const isSameToMeasure = (a: View, b: View): boolean => a.records === b.records && (a.matches === b.matches || (isAll(a) && isAll(b)));
