import {expect, test} from 'vitest';
import {emptyView, type View} from '../../../source/domain/query/view.ts';
import {noChanges} from '../../../source/session/listing-changes.ts';
import type {AccountListing, ListingState} from '../../../source/session/listing-state.ts';
import {range} from '../../../source/platform/text.ts';
import {createColumnMeasurer} from '../../../source/tui/list/column-measurer.ts';
import {createIndexedTotals} from '../../../source/tui/list/measured-rows.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records = range(5000).map(index =>
	notificationWith({id: String(index), channel: index < 4000 ? 'EMAIL' : 'TELEGRAM'}),
);

const viewOf = (matches: readonly number[]): View => ({...emptyView, records, matches});
const all = viewOf(range(5000));
const first = viewOf(range(100));

/** A measurer that measures nothing long at once, of a listing that is complete unless it is said otherwise. */
function setUp({
	notes,
	listing = {state: 'ready', value: {records, complete: true}, at: 0},
	initial = first,
}: {notes?: string; listing?: ListingState; initial?: View} = {}) {
	const account: AccountListing = {
		listing,
		shown: records,
		progress: undefined,
		changes: noChanges,
		watch: undefined,
		notes,
	};
	const annotations: string[] = [];
	let time = 0;
	const measurer = createColumnMeasurer({
		now: () => 1000 * time++,
		initial,
		totals: createIndexedTotals(),
		listing: {get: () => account, annotate: (_records, text) => annotations.push(text)},
	});
	const measured = new Promise<void>(resolve => {
		measurer.subscribe(resolve);
	});
	return {measurer, annotations, measured};
}

const widest = (stats: ReturnType<ReturnType<typeof setUp>['measurer']['get']>, name: string) =>
	stats.get(name)?.widest;

test('while all rows are being measured, the columns have room for the last ones as well', () => {
	const {measurer} = setUp();
	expect([widest(measurer.get(), 'id'), widest(measurer.get(), 'channel')]).toEqual([2, 5]);
	const sampled = measurer.measure(all, first);
	expect([widest(sampled, 'id'), widest(sampled, 'channel')]).toEqual([4, 8]);
	// They stay as they are until then, in whatever order the rows are.
	expect(measurer.measure(viewOf(range(5000).toReversed()), all)).toBe(sampled);
});

test('what was kept with the cached listing stays until all rows are measured', () => {
	const {measurer: earlier} = setUp();
	const notes = JSON.stringify([...earlier.measure(viewOf([4999]), first)]);
	const {measurer} = setUp({notes, initial: all});
	expect(widest(measurer.get(), 'id')).toBe(4);
	expect(measurer.measure(all, all)).toBe(measurer.get());
});

test('rows that arrive move no column', () => {
	const {measurer} = setUp({listing: {state: 'loading', records}});
	const before = measurer.get();
	expect(measurer.measure(all, first)).toBe(before);
	expect(measurer.measure(all, {...first, query: []})).not.toBe(before);
});

test('a listing that was measured is not measured again after a search', async () => {
	const {measurer, annotations, measured} = setUp();
	measurer.measure(all, first);
	await measured;
	const stats = measurer.measure(all, all);
	expect(annotations).toHaveLength(1);
	const few = viewOf([7, 8]);
	expect(widest(measurer.measure(few, all), 'id')).toBe(1);
	expect(measurer.measure({...all, matches: range(5000)}, few)).toBe(stats);
	expect(widest(measurer.measure(few, all), 'id')).toBe(1);
	expect(annotations).toHaveLength(1);
});
