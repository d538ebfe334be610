import {describe, expect, test} from 'vitest';
import {readRecord} from '../../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {sampleNotifications} from '../../../source/sandbox/samples.ts';
import {range} from '../../../source/system/range.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {measureColumns, sampleColumns, type ListStats} from '../../../source/tui/list/column-stats.ts';
import {columns, gap, chosenColumns, layOutColumns, scrollColumns, wideColumns} from '../../../source/tui/list/columns.ts';
import {rowText} from '../../../source/tui/list/row-text.ts';
import {finish} from '../../helpers/finish.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const statsOf = (records: readonly ListedRecord[]) => finish(measureColumns({records, matches: range(records.length)}));
const layOut = (records: readonly ListedRecord[], room: number) => layOutColumns(columns, statsOf(records), room);
const titles = (records: readonly ListedRecord[], room: number) => layOut(records, room).columns.map(({title}) => title).join(' ');

const bench = sampleNotifications(1000).map((body, index) => readRecord({id: index + 1, ...body}, index)).toArray();
const alpha = range(40_000).map(index => notificationWith({
	id: String(index + 1), name: `alpha notification ${index + 1}`, userId: `alpha-user-${index + 1}`, recipient: `alpha-${index + 1}@example.com`,
	addresses: [`0x${(index + 1).toString(16).padStart(40, '0')}`],
}));

describe('no two rows that differ look the same', () => {
	test.each([
		{of: 'the accounts of the bench', records: bench, from: [0, 13, 500, 976]},
		{of: '40,000 that differ in a number', records: alpha, from: [0, 90, 9990, 39_970]},
	])('at 80 columns, also without the ID: $of', ({records, from}) => {
		const {columns: placed} = layOut(records, 78);
		const named = placed.filter(({field}) => field.name === 'name');
		for (const start of from) {
			const page = records.slice(start, start + 24);
			const rows = page.map(record => rowText(record, placed.filter(({field}) => field.name !== 'id')).text);
			expect(new Set(rows).size).toBe(page.length);
			const names = page.filter(record => record.kind === 'notification' && record.name !== '');
			expect(new Set(names.map(record => rowText(record, named).text)).size).toBe(names.length);
		}
	});
});

test.each([24, 38, 60, 78, 98, 118, 200, 298])('at %d columns the columns fit, no room is left while a value is cut, and the least important are left out', room => {
	const stats = statsOf(bench);
	const {columns: placed} = layOutColumns(columns, stats, room);
	const used = placed.reduce((sum, {width}) => sum + width + gap, -gap);
	expect(used).toBeLessThanOrEqual(room);
	const isCut = placed.some(({field, width}) => width < stats.get(field.name)!.widest);
	expect(isCut && used < room).toBe(false);
	expect(placed.every(({field, title, width}) => width <= Math.max(title.length, stats.get(field.name)!.widest))).toBe(true);
	const leastShown = Math.max(...placed.map(({priority}) => priority));
	expect(columns.filter(({priority}) => priority < leastShown).every(({title}) => placed.some(each => each.title === title))).toBe(true);
});

test('narrow terminals show the most important columns; an ID is never cut', () => {
	expect(titles(bench, 24)).toBe('ID NAME');
	expect(titles(bench, 50)).toBe('ID NAME CHAN RECIPIENT');
	expect(titles(bench, 298)).toBe('ID NAME CHAN USER RECIPIENT NETWORK EVENT ADDRESS FILTERS');
	const long = [notificationWith({id: '9007199254740993123'}), notificationWith({id: '2', name: 'a'.repeat(300)})];
	expect(rowText(long[0]!, layOut(long, 40).columns).text).toMatch(/^9007199254740993123/v);
});

test('a column asks for the room of what tells its values apart, not for what all begin and end with', () => {
	const records = range(9).map(index => notificationWith({id: String(index + 1), name: `alpha notification ${index + 1} of the treasury department`, userId: `all users of number ${index + 1} of the treasury`}));
	const places: string[] = [];
	for (const room of [30, 40, 50, 60]) {
		const {columns: placed} = layOut(records, room);
		places.push(placed.map(({title, width}) => `${title}:${width}`).join(' '));
		expect(new Set(records.map(record => rowText(record, placed.filter(({field}) => field.name !== 'id')).text)).size).toBe(9);
	}

	expect(places).toMatchInlineSnapshot(`
		[
		  "ID:2 NAME:26",
		  "ID:2 NAME:22 USER:12",
		  "ID:2 NAME:27 USER:17",
		  "ID:2 NAME:32 USER:22",
		]
	`);
});

test('a column whose values are all the same gives its room to the others', () => {
	const {columns: placed, folded} = layOut(alpha, 78);
	expect(folded.map(({field, value}) => `${field.name}=${value}`)).toEqual(['channel=EMAIL', 'network=ETH_MAINNET', 'event=ADDRESS_ACTIVITY', 'filter=']);
	expect(placed.map(({title}) => title).join(' ')).toBe('ID NAME USER RECIPIENT ADDRESS');
});

test('one row folds nothing, nor does a listing that is not all there, nor the sorted column', () => {
	expect(layOut(alpha.slice(0, 1), 200).folded).toEqual([]);
	const rows = {records: alpha, matches: range(alpha.length)};
	expect(layOutColumns(columns, sampleColumns(rows, false), 200).folded).toEqual([]);
	expect(layOutColumns(columns, sampleColumns(rows, true), 200).folded).toEqual([]);
	const sorted = layOutColumns(chosenColumns(undefined, {field: 'network', isDescending: true}), statsOf(alpha), 78);
	expect(sorted.columns.map(({title}) => title)).toContain('NETWORK↓');
	expect(sorted.folded.map(({field}) => field.name)).not.toContain('network');
});

test('a value that is much wider than the others does not narrow their columns', () => {
	const outlier = notificationWith({id: '99999', userId: 'other', name: 'x'.repeat(150)});
	const of = (stats: ListStats, name: string) => layOutColumns(columns, stats, 118).columns.find(({field}) => field.name === name)!.width;
	expect(of(statsOf([...alpha.slice(0, 500), outlier]), 'recipient')).toBe(widthOf('alpha-500@example.com'));
});

test('wide, every column is as wide as its widest value', () => {
	const stats = statsOf(bench);
	expect(wideColumns(columns, stats).every(({field, width}) => width >= stats.get(field.name)!.widest)).toBe(true);
	expect(wideColumns(columns, stats)).toHaveLength(columns.length);
});

test('wide columns scroll one by one, the ID stays, and the last one takes what is left', () => {
	const wide = wideColumns(columns, statsOf(bench));
	const shown = scrollColumns(wide, 2, 78);
	expect(shown.slice(0, 3).map(({title}) => title)).toEqual(['ID', 'USER', 'RECIPIENT']);
	const used = shown.reduce((sum, {width}) => sum + width + gap, -gap);
	expect(used === 78 || used === 78 - gap).toBe(true);
	expect(scrollColumns(wide, columns.length - 2, 78).map(({title}) => title)).toEqual(['ID', 'FILTERS']);
});

test('columns of config.yaml are shown in their order, and the first ones where the room is short', () => {
	const chosen = chosenColumns(['address', 'id', 'network'], undefined);
	const titlesIn = (room: number) => layOutColumns(chosen, statsOf(bench), room).columns.map(({title}) => title);
	expect(titlesIn(78)).toEqual(['ADDRESS', 'ID', 'NETWORK']);
	expect(titlesIn(24)).toEqual(['ADDRESS', 'ID']);
});

test('measures in slices', () => {
	const work = measureColumns({records: alpha, matches: range(alpha.length)});
	let steps = 0;
	while (work.next().done !== true) {
		steps++;
	}

	expect(steps).toBeGreaterThan(70);
});
