import {describe, expect, test} from 'vitest';
import {fieldNamed, type FieldName} from '../../../source/notification/spec.ts';
import type {SoughtWord} from '../../../source/query/match.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {withMatchNote} from '../../../source/tui/list/table.ts';
import type {RowText} from '../../../source/tui/list/columns.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const record = notificationWith({
	id: '7',
	name: 'Treasury',
	filters: [{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'}],
	userId: 'operations-team-of-the-north',
});
const texts = {id: '7', name: 'Treasury', channel: 'EMAIL'};
const row: RowText = {
	text: Object.values(texts).join('  '),
	cells: [
		{field: 'id', start: 2, end: 3},
		{field: 'name', start: 5, end: 13},
		{field: 'channel', start: 15, end: 20},
	],
};
const word = (text: string, field?: FieldName) => ({text, field});
const columns = [
	{field: fieldNamed('id'), said: ''},
	{field: fieldNamed('name'), said: ''},
	{field: fieldNamed('channel'), said: ''},
];
const rowWith = (words: readonly SoughtWord[], width = 70) => withMatchNote(row, record, words, columns, width);
const noted = (...words: readonly string[]) => rowWith(words.map(text => word(text))).text;

test('a match in a field that the row does not show is named', () => {
	expect(noted('usdc')).toMatch(/^7 {2}Treasury {2}EMAIL +filter: asset = USDC \(str\)$/v);
	expect(noted('treasury', 'north')).toMatch(/ user: …\S*-the-north$/v);
	expect(widthOf(rowWith([word('usdc')], 40).text)).toBeLessThanOrEqual(40);
});

test('the note is a cell of its field, and the cells that it covers end before it', () => {
	const {cells} = rowWith([word('usdc')], 20);
	expect(cells.map(({field}) => field)).toEqual(['id', 'name', 'filter']);
	expect(cells[1]!.end).toBeLessThan(cells[2]!.start);
	expect(cells[2]!.end).toBe(22);
});

test('a word that was searched in one field is sought and noted in that field alone', () => {
	expect(rowWith([word('7', 'user')]).text).toBe(row.text);
	expect(rowWith([word('tr', 'user')]).text).toBe(row.text);
	expect(rowWith([word('e', 'user')]).text).toMatch(/ user: operations-te/v);
});

test('a match that the row shows needs no note, nor does a word that the record does not have', () => {
	expect(rowWith([word('treas'), word('email')])).toBe(row);
	expect(rowWith([word('elsewhere')])).toBe(row);
	expect(rowWith([])).toBe(row);
});

describe('a match in a column that cuts it', () => {
	const long = notificationWith({
		id: '8',
		recipient: `https://hooks.acme-custody.example.org/${'ingest-'.repeat(30)}/end-8`,
		userId: 'tenant/eu/user-8',
	});
	const cut: RowText = {
		text: '8  …/user-8   hooks…end-8',
		cells: [
			{field: 'id', start: 2, end: 3},
			{field: 'user', start: 5, end: 14},
			{field: 'recipient', start: 16, end: 27},
		],
	};
	const shown = [{field: fieldNamed('user')}, {field: fieldNamed('recipient')}];
	const noteOf = (sought: SoughtWord) => withMatchNote(cut, long, [sought], shown, 120);

	test('is noted with what stands around it, however long the value is', () => {
		expect(noteOf(word('acme-custody')).text).toMatch(/ recipient: …ps:\/\/hooks\.acme-custody\.example\.or…$/v);
	});

	test('needs no note where the search names the column', () => {
		expect(noteOf(word('acme-custody', 'recipient'))).toBe(cut);
		expect(noteOf(word('tenant', 'user'))).toBe(cut);
	});

	test('is noted where the search names no column', () => {
		expect(noteOf(word('tenant')).text).toContain('user: tenant/eu/user-8');
	});
});
