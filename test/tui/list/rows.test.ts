import chalk from 'chalk';
import {afterEach, describe, expect, test} from 'vitest';
import type {Group} from '../../../source/query/group.ts';
import {columnsOf, recordLine, rowCells, sampleOf, signsOf, type RowSigns} from '../../../source/tui/list/columns.ts';
import {type ListNeeds, groupLine, listLines, scrolledHeight, windowRows} from '../../../source/tui/list/list-rows.ts';
import {chooseTheme} from '../../../source/tui/ui/theme.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {notificationSentence} from '../../../source/notification/sentence.ts';
import {type ListRow, emptyView, layOutRows, noFolds} from '../../../source/query/view.ts';
import {readerRow} from '../../../source/tui/list/list-screen.tsx';
import fc from 'fast-check';
import {range} from '../../../source/platform/text.ts';
import {type KeyedRows, type RowSelection, fitWindow, followRows} from '../../../source/tui/ui/layout.ts';

const record = notificationWith({id: '7', name: 'name 7', channel: 'EMAIL', network: 'N', userId: 'u', recipient: 'r'});
const {columns} = columnsOf(sampleOf([record]), {room: 78});
const draw = (signs: Partial<RowSigns> = {}, of: typeof record = record) =>
	recordLine(of, rowCells(of, columns, 80), {isSelected: false, ...signs});

test('what a search found is drawn cell by cell', () => {
	const line = recordLine(record, rowCells(record, columns, 80), {isSelected: false}, (text, field) =>
		field === 'channel' || field === 'name' ? `[${text}]` : text,
	);
	expect(line).toMatch(/^ {2}7 {3}\[name 7\] +\[EMAIL\] +u /v);
});

test('what is marked has the sign of its state after its ID, and is as wide as before', () => {
	expect(draw({isMarked: true, isParked: true})).toMatch(/^ ●7 ‖ name 7 /v);
	expect(draw({isMarked: true, isParked: true})).toHaveLength(draw().length);
});

test('the header of a group keeps its counts, and cuts its name', () => {
	const group: Group = {kind: 'group', field: 'user', value: 'x'.repeat(100), members: [0, 1, 2]};
	const lineOf = (marked: number, isClosed = false) =>
		groupLine(group, {isSelected: false, isInRange: false, isClosed, marked}, 40);
	expect(lineOf(0)).toMatch(/^ {2}▾ x{31}… · 3$/v);
	expect(lineOf(2, true)).toMatch(/^ {2}▸ x+… · 3 · 2 marked$/v);
	expect(lineOf(3)).toMatch(/^ ●▾ x+… · 3 · 3 marked$/v);
});

test.each<[Partial<RowSigns>, string]>([
	[{}, '  '],
	[{isSelected: true}, '▌ '],
	[{hasAppeared: true}, ' +'],
	[{hasVanished: true}, ' -'],
	[{hasVanished: true, isPending: true}, ' !'],
	[{isPending: true, isInRange: true}, ' :!'],
	[{isClaimed: true, hasAppeared: true}, ' ~'],
	[{isClaimed: true, isPending: true}, ' !'],
	[{isSelected: true, isMarked: true, isInRange: true, isPending: true, hasAppeared: true}, '▌●!'],
	[{isMarked: true, isParked: true}, ' ●‖'],
	[{isMarked: true}, ' ● '],
])('the signs of a row: %j', (signs, text) => {
	const {before, after} = signsOf({isSelected: false, ...signs});
	expect(`${before}${after}`).toBe(text);
});

describe('with colours', () => {
	const {level} = chalk;

	afterEach(() => {
		chalk.level = level;
		chooseTheme('mono');
		chooseTheme('auto');
	});

	test.each([
		{colours: 256, chalkLevel: 2, bar: '\u{1B}[48;5;238m', channel: '\u{1B}[38;5;80mEMAIL', good: '38;5;113m'},
		{colours: 16, chalkLevel: 1, bar: '\u{1B}[7m', channel: '\u{1B}[36mEMAIL', good: '[32m'},
	] as const)(
		'the row under the cursor has a background and the colour of its channel, a changed one its own alone: $colours colours',
		({chalkLevel, bar, channel, good}) => {
			chalk.level = chalkLevel;
			chooseTheme('mono');
			chooseTheme('dark');
			expect(draw({isSelected: true})).toContain(bar);
			expect(draw({isSelected: true})).toContain(channel);
			expect(draw()).not.toContain(bar);
			expect(draw()).toContain(channel);
			expect(draw({hasAppeared: true})).toContain(good);
			expect(draw({hasAppeared: true})).not.toContain(channel);
		},
	);
});

const state = {index: 1, count: 12, isMarked: false, isPending: false, isFolded: false} as const;

const sentenceOf = (fields: Parameters<typeof notificationWith>[0] = {}) =>
	notificationSentence(notificationWith(fields), 'short');

test.each<[ListRow, Partial<Parameters<typeof readerRow>[1]>, string]>([
	[
		notificationWith({name: 'USDC in and out', channel: 'WEBHOOK', userId: 'ops-1'}),
		{},
		`${sentenceOf({channel: 'WEBHOOK'})}, USDC in and out, ops-1, row 2 of 12`,
	],
	[
		notificationWith({id: '7', name: '', userId: 'ops-2'}),
		{isMarked: true, hasAppeared: true, isPending: true},
		`${sentenceOf()}, no name, ID 7, ops-2, marked, pending change, appeared, row 2 of 12`,
	],
	[{kind: 'unreadable', index: 0, problem: 'no object', raw: 1}, {}, 'unreadable record: no object, row 2 of 12'],
	[
		notificationWith({name: 'a', userId: 'u'}),
		{index: 31_854, count: 40_000},
		`${sentenceOf()}, a, u, row 31,855 of 40,000`,
	],
])('%#', (row, change, text) => {
	expect(readerRow(row, {...state, ...change})).toBe(text);
});

test('what the service sent is safe to show', () => {
	expect(
		readerRow(notificationWith({}), {
			...state,
			claimed: {operator: 'anna\u{1B}', host: 'ci-7', since: Date.UTC(2026, 0, 1), until: 0},
		}),
	).toMatch(/anna␛ on ci-7 is changing it, since \d\d:\d\d/v);
	expect(readerRow(notificationWith({name: 'a\u{1B}[31m\nb'}), state)).not.toMatch(/[\n\u{1B}]/v);
});

test('a group says how many it has, and whether it is folded', () => {
	const group = (...members: number[]) =>
		({kind: 'group', field: 'channel', value: 'EMAIL', members}) as unknown as ListRow;
	expect(readerRow(group(0, 1), {...state, isFolded: true})).toBe('group EMAIL, 2 notifications, folded, row 2 of 12');
	expect(readerRow(group(0), state)).toBe('group EMAIL, 1 notification, unfolded, row 2 of 12');
});

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

const quiet: ListNeeds = {
	rows: 2,
	hasRows: true,
	isTyping: false,
	isSearched: false,
	messages: 0,
	problems: 0,
	hasTabs: false,
	hasValues: false,
	hasSeparators: false,
};

test('at least one row is shown beside what is typed, and nothing needs more lines than there are', () => {
	fc.assert(
		fc.property(
			fc.record({
				rows: fc.integer({min: 2, max: 40}),
				hasRows: fc.boolean(),
				isTyping: fc.boolean(),
				isSearched: fc.boolean(),
				messages: fc.nat(9),
				problems: fc.nat(9),
				hasTabs: fc.boolean(),
				hasValues: fc.boolean(),
				hasSeparators: fc.boolean(),
			}),
			needs => {
				const {height, messages, problems, ...has} = listLines(needs);
				const used =
					messages +
					problems +
					[has.hasQueryLine, has.hasTabs, has.hasTitles, has.hasValues, has.hasRule].filter(Boolean).length;
				expect(height).toBeGreaterThan(0);
				expect(used + (needs.hasRows ? height : 0)).toBeLessThanOrEqual(needs.rows);
				expect(has.hasQueryLine || !needs.isTyping).toBe(true);
				expect(messages > 0 || needs.messages === 0 || needs.rows < 5).toBe(true);
			},
		),
	);
});

test('in five lines a search, a view or a message leaves a row; a second row says more than titles', () => {
	expect(listLines(quiet)).toMatchObject({height: 2, hasTitles: false});
	expect(listLines({...quiet, isTyping: true, hasValues: true})).toMatchObject({
		height: 1,
		hasQueryLine: true,
		hasValues: false,
	});
	expect(listLines({...quiet, isSearched: true, messages: 3})).toMatchObject({
		height: 1,
		hasQueryLine: false,
		messages: 1,
	});
	expect(listLines({...quiet, hasTabs: true})).toMatchObject({height: 2, hasTabs: false});
});

test('a long message leaves most of a low list to its rows, and has all lines where there are none', () => {
	const long = {...quiet, rows: 6, messages: 7};
	expect(listLines({...long, isSearched: true})).toMatchObject({height: 3, messages: 1, hasTitles: true});
	expect(listLines({...long, hasRows: false})).toMatchObject({messages: 6});
	expect(listLines({...long, rows: 18})).toMatchObject({messages: 7, height: 10});
});

/** Ten thousand rows, those with the given numbers. */
function rowsOf(numbers: readonly number[]): KeyedRows {
	const keys = numbers.map(String);
	return {length: keys.length, keyAt: index => keys[index], indexOf: key => keys.indexOf(key)};
}

const numbers = Array.from({length: 10_000}, (_, index) => index);
const all = rowsOf(numbers);
const view = {arrangement: '', search: ''};
const at = (selected: number): RowSelection => ({selected, top: selected - 5, key: String(selected), ...view});

const follow = (selection: RowSelection, rows: KeyedRows, change: Partial<typeof view> = {}) => {
	const followed = followRows(selection, rows, {...view, ...change});
	expect(followRows(followed, rows, {...view, ...change})).toBe(followed);
	return followed;
};

describe('among 10,000 rows', () => {
	test('the cursor stays with its row when others come and go, at the same place of the screen', () => {
		const fewer = rowsOf(numbers.filter(number => number >= 100));
		const followed = follow(at(7000), fewer);
		expect(followed).toEqual({...at(7000), selected: 6900, top: 6895});
		// When it goes now, the cursor does not jump back.
		const without = rowsOf(numbers.filter(number => number >= 100 && number !== 7000));
		expect(follow(followed, without)).toBe(followed);
	});

	test('a search that finds its row keeps it, and clearing the search keeps it again', () => {
		const found = rowsOf(numbers.filter(number => number % 7000 === 0));
		const searched = follow(at(7000), found, {search: 'x'});
		expect(searched).toMatchObject({selected: 1, key: '7000'});
		expect(follow(searched, all)).toEqual(at(7000));
	});

	test('a search that does not find its row takes the first match, and clearing it keeps that one', () => {
		const searched = follow(at(7000), rowsOf([300, 400]), {search: 'x'});
		expect(searched).toEqual({selected: 0, top: 0, key: '300', arrangement: '', search: 'x'});
		expect(follow(searched, all)).toMatchObject({selected: 300, key: '300'});
	});

	test('grouped otherwise, a cursor at the top stays there, and another stays with its row', () => {
		const reversed = rowsOf(numbers.toReversed());
		expect(follow({...at(0), top: 0}, reversed, {arrangement: 'user'})).toMatchObject({selected: 0, key: '9999'});
		expect(follow(at(7000), reversed, {arrangement: 'user'})).toMatchObject({key: '7000'});
	});

	test('a row that was chosen before it is there gets the cursor when it comes', () => {
		const awaited = follow({...at(5), key: '10000', isAwaited: true}, all);
		expect(awaited).toMatchObject({selected: 5, isAwaited: true});
		expect(follow(awaited, rowsOf([...numbers, 10_000]))).toMatchObject({selected: 10_000, isAwaited: false});
	});
});

test('the first rows that arrive get the cursor', () => {
	const empty: RowSelection = {selected: 0, top: 0, key: undefined, ...view};
	expect(follow(empty, rowsOf([]))).toBe(empty);
	expect(follow(empty, all)).toMatchObject({selected: 0, key: '0'});
});
