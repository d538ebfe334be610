import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Group} from '../../../source/query/group.ts';
import {emptyView, layOutRows, noFolds} from '../../../source/query/view.ts';
import {range} from '../../../source/platform/text.ts';
import {fitWindow} from '../../../source/tui/ui/list-window.ts';
import {scrolledHeight, windowRows} from '../../../source/tui/list/table.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records = range(30).map(index => notificationWith({id: String(index)}));
const groupOf = (value: string, members: readonly number[]): Group => ({kind: 'group', field: 'user', value, members});
const grouped = layOutRows(
	{
		...emptyView,
		records,
		matches: range(30),
		groups: [
			groupOf('a', range(10)),
			groupOf(
				'b',
				range(20).map(index => index + 10),
			),
		],
	},
	noFolds,
);
const plain = layOutRows({...emptyView, records, matches: range(30)}, noFolds);

test('the header of a group stays in the first line while its rows scroll', () => {
	expect(windowRows(grouped, 0, 4, true)).toEqual([0, 1, 2, 3]);
	expect(windowRows(grouped, 1, 4, true)).toEqual([0, 1, 2, 3]);
	expect(windowRows(grouped, 7, 4, true)).toEqual([0, 7, 8, 9]);
	expect(windowRows(grouped, 11, 4, true)).toEqual([11, 12, 13, 14]);
	expect(windowRows(grouped, 29, 4, true)).toEqual([11, 29, 30, 31]);
	expect(windowRows(plain, 7, 4, false)).toEqual([7, 8, 9, 10]);
	expect(windowRows(grouped, 7, 2, true)).toEqual([7, 8]);
});

test('the row under the cursor is always drawn, below no more lines than there are, each row once, with its header', () => {
	fc.assert(
		fc.property(fc.nat(31), fc.nat(40), fc.integer({min: 1, max: 40}), (selected, top, height) => {
			const window = fitWindow({selected, top}, grouped.length, scrolledHeight(height, true));
			const shown = windowRows(grouped, window.top, height, true);
			expect(shown).toContain(window.selected);
			expect(shown.length).toBeLessThanOrEqual(height);
			expect(new Set(shown).size).toBe(shown.length);
			if (height > 2) {
				expect(grouped.at(shown[0]!)!.kind).toBe('group');
			}
		}),
	);
});
