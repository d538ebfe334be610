import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {createViewer, emptyView} from '../../../source/domain/query/view.ts';
import {range} from '../../../source/platform/text.ts';
import {measureColumns} from '../../../source/tui/list/column-stats.ts';
import {createIndexedTotals, createRowMeasurer} from '../../../source/tui/list/measured-rows.ts';
import {finish} from '../../helpers/finish.ts';
import {listingSequences} from '../../helpers/listing-sequences.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const anew = (records: readonly ListedRecord[]) => finish(measureColumns({records, matches: range(records.length)}));

test('columns kept by adding and subtracting what changed equal those measured anew', () => {
	fc.assert(
		fc.property(listingSequences, listings => {
			const totals = createIndexedTotals();
			const view = createViewer(totals);
			const measureRows = createRowMeasurer();
			for (const records of listings) {
				finish(view({...emptyView, records, isIndexed: true}));
				expect(totals.measure(records)).toEqual(anew(records));
				expect(finish(measureRows(records))).toEqual(anew(records));
			}
		}),
		{numRuns: 25},
	);
});

test('one new record among many is parsed alone, wherever it is', () => {
	let reads = 0;
	const counted = (id: string) =>
		Object.defineProperty(notificationWith({id}), 'name', {
			get() {
				reads++;
				return `name ${id}`;
			},
		});
	const many = range(5000).map(index => counted(String(index)));
	const totals = createIndexedTotals();
	const view = createViewer(totals);
	const readsOf = (
		records: readonly ListedRecord[],
		sort?: {readonly field: 'name'; readonly isDescending: boolean},
	) => {
		reads = 0;
		finish(view({...emptyView, records, sort, isIndexed: true}));
		totals.measure(records);
		return reads;
	};

	expect(readsOf(many)).toBeLessThan(5500);
	const sort = {field: 'name', isDescending: false} as const;
	expect(readsOf(many, sort)).toBe(0);
	const appended = [...many, counted('new')];
	expect(readsOf(appended, sort)).toBeLessThan(10);
	expect(readsOf(appended.toSpliced(4000, 1), sort)).toBeLessThan(10);
	expect(readsOf([counted('first'), ...appended], sort)).toBeLessThan(10);
});
