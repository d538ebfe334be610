import {expect, test} from 'vitest';
import {readRecord} from '../../../source/service/listing/read-record.ts';
import type {FieldName} from '../../../source/notification/spec.ts';
import type {ListedRecord, Notification} from '../../../source/notification/notification.ts';
import {sampleNotifications} from '../../../source/sandbox/samples.ts';
import {range} from '../../../source/platform/text.ts';
import {
	cellOf,
	columnsOf,
	gap,
	mostScrolled,
	sampleOf,
	sampleSize,
	idWidth,
	type PlacedColumn,
	rowCells,
	titleLine,
	cutters,
} from '../../../source/tui/list/columns.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import fc from 'fast-check';
import {widthOf} from '../../../source/terminal/width.ts';
import {anyUrl} from '../../helpers/any-text.ts';

const layOut = (records: readonly ListedRecord[], room: number) => columnsOf(sampleOf(records), {room});
const namesOf = (records: readonly ListedRecord[], room: number) =>
	layOut(records, room)
		.columns.map(({field}) => field.name)
		.join(' ');

const rowsOf = (records: readonly Notification[], [first]: readonly PlacedColumn[]) =>
	records.map(record => cellOf(record, first!));

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
		const sample = sampleOf(bench);
		const {columns: placed} = columnsOf(sample, {room});
		const used = placed.reduce((sum, {width}) => sum + width + gap, -gap);
		expect(used).toBeLessThanOrEqual(room);
		const isCut = placed.some(({field, width}) => width < sample.get(field.name)!);
		expect(isCut && used < room).toBe(false);
		expect(placed.every(({field, title, width}) => width <= Math.max(title.length, sample.get(field.name)!))).toBe(
			true,
		);
		const leastShown = Math.max(...placed.map(({priority}) => priority));
		expect(
			layOut(bench, 1000)
				.columns.filter(({priority}) => priority < leastShown)
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
	expect(rowCells(numbered[0]!, layOut(numbered, 40).columns, 42)[0]!.text).toBe('1234567890');
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
	expect(new Set(uuids.map(record => rowCells(record, [placed[0]!], 12)[0]!.text)).size).toBe(100);
	expect(layOut(uuids, 298).columns[0]!.width).toBe(36);
});

test('wide columns are as wide as their widest values and scroll one by one, the ID stays, and the last one takes what is left', () => {
	const sample = sampleOf(bench);
	const {columns: wide} = columnsOf(sample, {room: 1000, scrolled: 0});
	expect(wide).toHaveLength(mostScrolled + 2);
	expect(wide.every(({field, width}) => width >= sample.get(field.name)!)).toBe(true);
	const {columns: shown, more} = columnsOf(sample, {room: 78, scrolled: 2});
	expect(shown.slice(0, 3).map(({field}) => field.name)).toEqual(['id', 'user', 'recipient']);
	const isWhole = ({field, width}: PlacedColumn) => wide.find(each => each.field === field)!.width === width;
	expect(more).toEqual({left: 2, right: wide.length - 2 - shown.filter(column => isWhole(column)).length});
	const used = shown.reduce((sum, {width}) => sum + width + gap, -gap);
	expect(used).toBeLessThanOrEqual(78);
	const last = columnsOf(sample, {room: 78, scrolled: mostScrolled});
	expect(last.columns.map(({title}) => title)).toEqual(['ID', 'EVENT']);
	expect(last.more).toEqual({left: mostScrolled, right: 0});
});

test('the line with the titles says how many columns are out of sight, and keeps every title; the order by one of them is told', () => {
	const {columns: shown} = columnsOf(sampleOf(bench), {room: 78, scrolled: 2});
	expect(titleLine(shown, 80, {left: 2, right: 3})).toMatch(/ {2}← 2 more · 3 more →$/v);
	expect(titleLine(shown, 80, {left: 0, right: 3})).toMatch(/ {2}3 more →$/v);
	expect(titleLine(shown, 80, {left: 2, right: 3})).toHaveLength(80);
	const {columns: narrow, more} = layOut(alpha, 50);
	const {hidden} = more;
	expect(hidden).toBeGreaterThan(0);
	expect(titleLine(narrow, 60, more)).toMatch(new RegExp(String.raw` {2}${hidden} more: W$`, 'v'));
	const full = titleLine(narrow, 60).trimEnd();
	expect(titleLine(narrow, full.length + 2, more)).toBe(`${full}  `);
	const sorted = columnsOf(sampleOf(alpha), {room: 50, sort: {field: 'name', isDescending: true}});
	expect(sorted.more).toEqual({hidden, sorted: 'NAME↓'});
	expect(titleLine(sorted.columns, full.length, sorted.more)).toBe(full);
});

test('a sample has at most 1,000 records of all parts of an account, and the last one', () => {
	let read = 0;
	const records = range(40_000).map(index => ({
		...notificationWith({id: String(index + 1)}),
		get name() {
			read++;
			return index < 20_000 ? 'short' : 'a name that is longer';
		},
	}));
	expect(sampleOf(records).get('name')).toBe(21);
	expect(read).toBe(sampleSize);
	expect(sampleOf(records).get('id')).toBe(5);
	expect(sampleOf([{kind: 'unreadable', index: 0, problem: 'no ID', raw: {}}]).size).toBe(0);
});

test.each([36, 56, 76])('short IDs are whole, also those that are not sampled, at %i columns', room => {
	const ids = rowsOf(alpha.slice(-20), columnsOf(sampleOf(alpha), {room}).columns);
	expect(ids).toEqual(alpha.slice(-20).map(({id}) => id));
	expect(rowsOf(alpha.slice(-20), columnsOf(sampleOf(alpha.slice(0, 32)), {room}).columns)).not.toEqual(ids);
	// A long one needs no more room, because both its ends are kept.
	expect(idWidth([...alpha.slice(0, 32), notificationWith({id: '18d47d5e-9879-4f25-8d38-27d651b7804a'})])).toBe(2);
});

test('columns of config.yaml are shown in their order, and the first ones where the room is short', () => {
	const names = ['address', 'id', 'network'] as const;
	const titlesIn = (room: number) => columnsOf(sampleOf(bench), {names, room}).columns.map(({title}) => title);
	expect(titlesIn(78)).toEqual(['ADDRESS', 'ID', 'NETWORK']);
	expect(titlesIn(24)).toEqual(['ADDRESS', 'ID']);
});

test('the column that the list is grouped by is hidden, unless it is the only one', () => {
	const titlesOf = (names?: readonly FieldName[]) =>
		columnsOf(sampleOf(bench), {names, group: 'channel', room: 200}).columns.map(({title}) => title);
	expect(titlesOf()).not.toContain('CHANNEL');
	expect(titlesOf(['channel'])).toEqual(['CHANNEL']);
});

const {channel} = cutters;

test('a channel has a short form for a narrow column; one that is not known is cut', () => {
	expect(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK', 'PAGERDUTY'].map(name => channel(name, 5))).toEqual([
		'EMAIL',
		'HOOK',
		'TGRM',
		'SLACK',
		'PAGE…',
	]);
	expect(channel('TELEGRAM', 8)).toBe('TELEGRAM');
});

test('no cut is wider than its column, whatever the text, and what fits is not changed', () => {
	const value = fc.oneof(fc.string({unit: 'grapheme', maxLength: 40}), anyUrl(), fc.emailAddress());
	fc.assert(
		fc.property(value, fc.integer({min: 1, max: 40}), (whole, columns) => {
			for (const cut of Object.values(cutters)) {
				const shown = cut(whole, columns);
				expect(widthOf(shown)).toBeLessThanOrEqual(columns);
				expect(shown === whole).toBe(widthOf(whole) <= columns);
			}
		}),
	);
});
