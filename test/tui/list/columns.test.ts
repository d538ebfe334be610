import {describe, expect, test} from 'vitest';
import {readRecord} from '../../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {sampleNotifications} from '../../../source/sandbox/samples.ts';
import {range} from '../../../source/system/range.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {measureColumns, sampleColumns, type ListStats} from '../../../source/tui/list/column-stats.ts';
import {columns, gap, chosenColumns, layOutColumns, wideColumns} from '../../../source/tui/list/columns.ts';
import {scrollColumns} from '../../../source/tui/list/scroll-columns.ts';
import {rowText, titleLine} from '../../../source/tui/list/row-text.ts';
import {finish} from '../../helpers/finish.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const statsOf = (records: readonly ListedRecord[]) => finish(measureColumns({records, matches: range(records.length)}));
const layOut = (records: readonly ListedRecord[], room: number) => layOutColumns(columns, statsOf(records), room);
const titles = (records: readonly ListedRecord[], room: number) => layOut(records, room).columns.map(({title}) => title).join(' ');
const namesOf = (records: readonly ListedRecord[], room: number) => layOut(records, room).columns.map(({field}) => field.name).join(' ');

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
		for (const start of from) {
			const page = records.slice(start, start + 24);
			const rows = page.map(record => rowText(record, placed.filter(({field}) => field.name !== 'id')).text);
			expect(new Set(rows).size).toBe(page.length);
			for (const column of placed) {
				const values = page.filter(record => record.kind === 'notification').map(record => column.field.read(record));
				expect(new Set(page.map(record => rowText(record, [column]).text)).size).toBe(new Set(values).size);
			}
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
	expect(columns.filter(({priority}) => priority < leastShown).every(({field}) => placed.some(each => each.field === field))).toBe(true);
});

test('narrow terminals show the most important columns, and what filters say before what all are called', () => {
	expect(namesOf(bench, 24)).toBe('id recipient');
	expect(namesOf(bench, 50)).toBe('id channel user recipient');
	expect(namesOf(bench, 78)).toBe('id channel user recipient filter address');
	expect(namesOf(bench, 298)).toBe('id name channel user recipient filter network address event');
});

test('an ID of usual length is whole; one of 36 characters hides no user, recipient or address', () => {
	const numbered = [notificationWith({id: '1234567890'}), notificationWith({id: '2', recipient: `${'a'.repeat(300)}@example.com`})];
	expect(rowText(numbered[0]!, layOut(numbered, 40).columns).text).toMatch(/^1234567890 /v);
	const uuids = range(100).map(index => notificationWith({
		id: `${(index * 7_654_321).toString(16).padStart(8, '0')}-9879-4f25-8d38-27d651b7804a`, name: `Customer deposits ${index}`, userId: `customer-${104_000 + index}`, recipient: `customer-${104_000 + index}@customers.example.com`,
		channel: index % 2 === 0 ? 'EMAIL' : 'TELEGRAM', network: index % 3 === 0 ? 'BASE_MAINNET' : 'ETH_MAINNET', addresses: [`0x${(index * 7_654_321).toString(16).padStart(40, '0')}`],
		filters: [{fieldName: 'value', operator: 'gt', value: String(index * 1_000_000), valueType: 'int'}],
	}));
	expect(namesOf(uuids, 98)).toBe('id channel user recipient filter network address');
	const {columns: placed} = layOut(uuids, 98);
	expect(new Set(uuids.map(record => rowText(record, [placed[0]!]).text)).size).toBe(100);
	expect(layOut(uuids, 298).columns[0]!.width).toBe(36);
});

test('from 100 columns on the names of the channels are whole', () => {
	const width = (room: number) => layOut(bench, room).columns.find(({field}) => field.name === 'channel')!.width;
	expect(width(98)).toBe(8);
	expect(width(118)).toBe(8);
});

test('what all values of a column end or begin with is said once, in its title', () => {
	expect(titles(bench, 298)).toContain('WHEN ·MAINNET ADDRESS');
	expect(titles(bench.slice(0, 1), 298)).toContain('·MAINNET');
	const customers = range(9).map(index => notificationWith({id: String(index + 1), userId: `all-customers-of-${index}-and-of-nobody-else`}));
	const {columns: placed} = layOut(customers, 36);
	expect(placed.map(({title}) => title)).toEqual(['ID', 'USER all-customers-of-…']);
	expect(rowText(customers[3]!, placed).text).toBe('4   3-and-of-nobody-else            ');
	expect(placed[1]!.title.length).toBeLessThanOrEqual(placed[1]!.width);
});

test('a title that is wider than its column begins before it, where the title before it ends', () => {
	const {columns: placed} = layOut(bench, 118);
	expect(titleLine(placed, 120)).toMatch(/WHEN +·MAINNET +ADDRESS/v);
	expect(titleLine(placed, 120)).toHaveLength(120);
	const rowStart = rowText(bench[0]!, placed).text.indexOf('0x');
	expect(titleLine(placed, 120).indexOf('ADDRESS')).toBe(rowStart + 2);
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
		  "ID:2 USER all users of number …:26",
		  "ID:2 NAME:18 USER:16",
		  "ID:2 NAME:22 USER:22",
		  "ID:2 NAME alpha notification …:27 USER all users of number …:27",
		]
	`);
});

test('a column whose values are all the same gives its room to the others', () => {
	const {columns: placed, folded} = layOut(alpha, 78);
	expect(folded.map(({field, value}) => `${field.name}=${value}`)).toEqual(['channel=EMAIL', 'filter=', 'network=ETH_MAINNET', 'event=ADDRESS_ACTIVITY']);
	expect(placed.map(({title}) => title).join(' ')).toBe('ID NAME USER RECIPIENT alpha-… ADDRESS');
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
	const {columns: shown, more} = scrollColumns(wide, 2, 78);
	expect(shown.slice(0, 3).map(({field}) => field.name)).toEqual(['id', 'user', 'recipient']);
	expect(more).toEqual({left: 2, right: columns.length - 2 - shown.filter(({field, width}) => wide.find(each => each.field === field)!.width === width).length});
	const used = shown.reduce((sum, {width}) => sum + width + gap, -gap);
	expect(used).toBeLessThanOrEqual(78);
	const last = scrollColumns(wide, columns.length - 2, 78);
	expect(last.columns.map(({title}) => title)).toEqual(['ID', 'EVENT']);
	expect(last.more).toEqual({left: columns.length - 2, right: 0});
});

test('the line with the titles says how many columns are out of sight', () => {
	const {columns: shown} = scrollColumns(wideColumns(columns, statsOf(bench)), 2, 78);
	expect(titleLine(shown, 80, {left: 2, right: 3})).toMatch(/ {2}← 2 more · 3 more →$/v);
	const {columns: narrow, hidden} = layOut(alpha, 50);
	expect(hidden).toBeGreaterThan(0);
	expect(titleLine(narrow, 60, {left: 0, right: 0, hidden})).toMatch(new RegExp(String.raw` {2}${hidden} more: W$`, 'v'));
	const full = titleLine(narrow, 60).trimEnd();
	expect(titleLine(narrow, full.length + 4, {left: 0, right: 0, hidden})).toBe(`${full}  +${hidden}`);
	expect(titleLine(narrow, full.length + 2, {left: 0, right: 0, hidden})).toBe(`${full}  `);
	expect(titleLine(shown, 80, {left: 0, right: 3})).toMatch(/ {2}3 more →$/v);
	expect(titleLine(shown, 80, {left: 2, right: 3})).toHaveLength(80);
});

test('columns of config.yaml are shown in their order, and the first ones where the room is short', () => {
	const chosen = chosenColumns(['address', 'id', 'network'], undefined);
	const titlesIn = (room: number) => layOutColumns(chosen, statsOf(bench), room).columns.map(({title}) => title);
	expect(titlesIn(78)).toEqual(['ADDRESS', 'ID', '·MAINNET']);
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
