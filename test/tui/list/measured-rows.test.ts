import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {valuesOf} from '../../../source/domain/query/search.ts';
import {createViewer, emptyView} from '../../../source/domain/query/view.ts';
import {range} from '../../../source/system/range.ts';
import {measureColumns} from '../../../source/tui/list/column-stats.ts';
import {createColumnTotals} from '../../../source/tui/list/column-totals.ts';
import {createIndexedTotals, createRowMeasurer} from '../../../source/tui/list/measured-rows.ts';
import {finish} from '../../helpers/finish.ts';
import {listingSequences, notificationsIn} from '../../helpers/listing-sequences.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const anew = (records: readonly ListedRecord[]) => finish(measureColumns({records, matches: range(records.length)}));

test('columns kept by adding and subtracting what changed equal those measured anew', () => {
	fc.assert(fc.property(listingSequences, listings => {
		const totals = createIndexedTotals();
		const view = createViewer(totals);
		const measureRows = createRowMeasurer();
		for (const records of listings) {
			finish(view({...emptyView, records, isIndexed: true}));
			expect(finish(totals.measure(records))).toEqual(anew(records));
			expect(finish(measureRows(records))).toEqual(anew(records));
		}
	}), {numRuns: 25});
});

test('so do those of which only some are compared, or it is known that they must be', () => {
	fc.assert(fc.property(listingSequences, listings => {
		const totals = createColumnTotals(2);
		let before: readonly ListedRecord[] = [];
		for (const records of listings) {
			for (const record of notificationsIn(before).filter(each => !records.includes(each))) {
				totals.remove(record, valuesOf(record));
			}

			const fresh = createColumnTotals(2);
			for (const record of notificationsIn(records)) {
				fresh.add(record, valuesOf(record));
				if (!before.includes(record)) {
					totals.add(record, valuesOf(record));
				}
			}

			before = records;
			const stats = finish(totals.result(records));
			expect([undefined, finish(fresh.result(records))]).toContainEqual(stats);
		}
	}), {numRuns: 50});
});

test('one new record among many is parsed alone, wherever it is', () => {
	let reads = 0;
	const counted = (id: string) => Object.defineProperty(notificationWith({id}), 'name', {
		get() {
			reads++;
			return `name ${id}`;
		},
	});
	const many = range(5000).map(index => counted(String(index)));
	const totals = createIndexedTotals();
	const view = createViewer(totals);
	const readsOf = (records: readonly ListedRecord[], sort?: {readonly field: 'name'; readonly isDescending: boolean}) => {
		reads = 0;
		finish(view({...emptyView, records, sort, isIndexed: true}));
		finish(totals.measure(records));
		return reads;
	};

	// The first 1000 and a sample are compared with each other.
	expect(readsOf(many)).toBeLessThan(7500);
	const sort = {field: 'name', isDescending: false} as const;
	expect(readsOf(many, sort)).toBe(0);
	const appended = [...many, counted('new')];
	expect(readsOf(appended, sort)).toBeLessThan(10);
	expect(readsOf(appended.toSpliced(4000, 1), sort)).toBeLessThan(10);
	// Those that are compared are others.
	expect(readsOf([counted('first'), ...appended], sort)).toBeLessThan(2500);
});
