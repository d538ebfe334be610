import {expect, test} from 'vitest';
import {readRecord} from '../../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {sampleNotifications} from '../../../source/sandbox/samples.ts';
import {range} from '../../../source/platform/text.ts';
import {measureColumns, type ListStats} from '../../../source/tui/list/column-stats.ts';
import {columns, gap, chosenColumns, layOutColumns, wideColumns} from '../../../source/tui/list/columns.ts';
import {scrollColumns} from '../../../source/tui/list/scroll-columns.ts';
import {rowText, titleLine} from '../../../source/tui/list/row-text.ts';
import {finish} from '../../helpers/finish.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const statsOf = (records: readonly ListedRecord[]) => finish(measureColumns({records, matches: range(records.length)}));
const layOut = (records: readonly ListedRecord[], room: number) => layOutColumns(columns, statsOf(records), room);
const namesOf = (records: readonly ListedRecord[], room: number) =>
	layOut(records, room)
		.columns.map(({field}) => field.name)
		.join(' ');

const bench = sampleNotifications(1000)
	.map((body, index) => readRecord({id: index + 1, ...body}, index))
	.toArray();
const alpha = range(40_000).map(index =>
	notificationWith({
		id: String(index + 1),
		name: `alpha notification ${index + 1}`,
		userId: `alpha-user-${index + 1}`,
		recipient: `alpha-${index + 1}@example.com`,
		addresses: [`0x${(index + 1).toString(16).padStart(40, '0')}`],
	}),
);

test.each([24, 38, 60, 78, 98, 118, 200, 298])(
	'at %d columns the columns fit, no room is left while a value is cut, and the least important are left out',
	room => {
		const stats = statsOf(bench);
		const {columns: placed} = layOutColumns(columns, stats, room);
		const used = placed.reduce((sum, {width}) => sum + width + gap, -gap);
		expect(used).toBeLessThanOrEqual(room);
		const isCut = placed.some(({field, width}) => width < stats.get(field.name)!.widest);
		expect(isCut && used < room).toBe(false);
		expect(
			placed.every(({field, title, width}) => width <= Math.max(title.length, stats.get(field.name)!.widest)),
		).toBe(true);
		const leastShown = Math.max(...placed.map(({priority}) => priority));
		expect(
			columns
				.filter(({priority}) => priority < leastShown)
				.every(({field}) => placed.some(each => each.field === field)),
		).toBe(true);
	},
);

test('narrow terminals show the most important columns, and what filters say before what all are called', () => {
	expect(namesOf(bench, 24)).toBe('id recipient');
	expect(namesOf(bench, 50)).toBe('id channel user recipient');
	expect(namesOf(bench, 78)).toBe('id channel user recipient filter address');
	expect(namesOf(bench, 298)).toBe('id name channel user recipient filter network address event');
});

test('an ID of usual length is whole; one of 36 characters hides no user, recipient or address', () => {
	const numbered = [
		notificationWith({id: '1234567890'}),
		notificationWith({id: '2', recipient: `${'a'.repeat(300)}@example.com`}),
	];
	expect(rowText(numbered[0]!, layOut(numbered, 40).columns).text).toMatch(/^1234567890 /v);
	const uuids = range(100).map(index =>
		notificationWith({
			id: `${(index * 7_654_321).toString(16).padStart(8, '0')}-9879-4f25-8d38-27d651b7804a`,
			name: `Customer deposits ${index}`,
			userId: `customer-${104_000 + index}`,
			recipient: `customer-${104_000 + index}@customers.example.com`,
			channel: index % 2 === 0 ? 'EMAIL' : 'TELEGRAM',
			network: index % 3 === 0 ? 'BASE_MAINNET' : 'ETH_MAINNET',
			addresses: [`0x${(index * 7_654_321).toString(16).padStart(40, '0')}`],
			filters: [{fieldName: 'value', operator: 'gt', value: String(index * 1_000_000), valueType: 'int'}],
		}),
	);
	expect(namesOf(uuids, 98)).toBe('id channel user recipient filter address');
	const {columns: placed} = layOut(uuids, 98);
	expect(new Set(uuids.map(record => rowText(record, [placed[0]!]).text)).size).toBe(100);
	expect(layOut(uuids, 298).columns[0]!.width).toBe(36);
});

test('from 100 columns on the names of the channels are whole', () => {
	const width = (room: number) => layOut(bench, room).columns.find(({field}) => field.name === 'channel')!.width;
	expect(width(98)).toBe(8);
	expect(width(118)).toBe(8);
});

test('a title that is wider than its column begins before it, where the title before it ends', () => {
	const {columns: placed} = layOut(bench, 118);
	expect(titleLine(placed, 120)).toMatch(/WHEN +NETWORK +ADDRESS/v);
	expect(titleLine(placed, 120)).toHaveLength(120);
	const rowStart = rowText(bench[0]!, placed).text.indexOf('0x');
	expect(titleLine(placed, 120).indexOf('ADDRESS')).toBe(rowStart + 2);
});

test('a value that is much wider than the others does not narrow their columns', () => {
	const outlier = notificationWith({id: '501', userId: 'other', name: 'x'.repeat(150)});
	const of = (stats: ListStats, name: string) =>
		layOutColumns(columns, stats, 118).columns.find(({field}) => field.name === name)!.width;
	expect(of(statsOf([...alpha.slice(0, 500), outlier]), 'recipient')).toBe(
		of(statsOf(alpha.slice(0, 500)), 'recipient'),
	);
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
	expect(more).toEqual({
		left: 2,
		right:
			columns.length -
			2 -
			shown.filter(({field, width}) => wide.find(each => each.field === field)!.width === width).length,
	});
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
	expect(titleLine(narrow, 60, {left: 0, right: 0, hidden})).toMatch(
		new RegExp(String.raw` {2}${hidden} more: W$`, 'v'),
	);
	const full = titleLine(narrow, 60).trimEnd();
	expect(titleLine(narrow, full.length + 4, {left: 0, right: 0, hidden})).toBe(`${full}  +${hidden}`);
	expect(titleLine(narrow, full.length + 2, {left: 0, right: 0, hidden})).toBe(`${full}  `);
	expect(titleLine(shown, 80, {left: 0, right: 3})).toMatch(/ {2}3 more →$/v);
	expect(titleLine(shown, 80, {left: 2, right: 3})).toHaveLength(80);
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
