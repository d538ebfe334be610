import {expect, test} from 'vitest';
import {appendFilters, setField} from '../../source/notification/edit.ts';
import {type CsvField, readCsvFile, type CsvOptions, parseCsv} from '../../source/files/read-csv.ts';
import {address} from './account.ts';
import fc from 'fast-check';
import {csvRow, withFormulaQuote, withoutFormulaQuote} from '../../source/files/csv-cells.ts';
import {BodiesError} from '../../source/files/notification-file.ts';

const read = (
	text: string,
	{
		map = {},
		...options
	}: {readonly map?: Readonly<Record<string, CsvField | undefined>>} & Partial<Omit<CsvOptions, 'map'>> = {},
) => readCsvFile(text, 'a.csv', {map: new Map(Object.entries(map)), changes: [], isRaw: false, ...options});

const draftsOf = (...given: Parameters<typeof read>) => {
	const reading = read(...given);
	return reading.mistakes.length === 0 ? reading.file.entries.map(({draft}) => draft) : reading;
};

/** The mistakes as `line:column field message`. */
const mistakesOf = (...given: Parameters<typeof read>) => {
	const reading = read(...given);
	return reading.mistakes.map(({line, column, field, message}) => `${line}:${column} ${field} ${message}`);
};

const shared = [setField('channel', 'email'), setField('network', 'A'), setField('eventType', 'B')];
const head = 'user,to,address';
const row = (user: string, to = 'a@example.com') => `${user},${to},${address}\n`;

test('the first row names the fields, by any of their names, in any order', () => {
	const text = `event,External_User_ID,delivery_location,channel, Network ,address,name,template,topic.0,id\nB,007,a@example.com,email,A,${address},=x, words ,0x1,17\n`;
	const reading = read(text);
	expect(reading).toMatchObject({
		mistakes: [],
		file: {
			scope: undefined,
			isImport: true,
			entries: [
				{
					id: '17',
					place: {file: 'a.csv', line: 2, column: 1},
					statesTemplate: true,
					statesTopics: true,
					draft: {
						userId: '007',
						channel: 'EMAIL',
						recipient: 'a@example.com',
						network: 'A',
						eventType: 'B',
						addresses: [address],
						name: '=x',
						template: ' words ',
						topics: ['0x1', '', '', ''],
					},
				},
			],
		},
	});
	expect(reading.file.entries[0]!.locate('event_details.addresses')).toMatchObject({line: 2, column: 6});
});

test('a column can be mapped or left out, and what all rows share replaces a cell', () => {
	expect(
		draftsOf(`Kunde,E-Mail,user,address\nu,a@example.com,x,${address}\n`, {
			map: {'E-Mail': 'recipient', Kunde: 'userId', user: undefined},
			changes: [...shared, setField('name', 'Same')],
		}),
	).toMatchObject([{userId: 'u', recipient: 'a@example.com', name: 'Same'}]);
	expect(draftsOf(`${head}\n${row('u')}`, {changes: [...shared, setField('userId', 'all')]})).toMatchObject([
		{userId: 'all'},
	]);
});

test('an empty cell says nothing', () => {
	expect(read(`${head},template,name\n${row('u').trim()},,\n`, {changes: shared})).toMatchObject({
		mistakes: [],
		file: {entries: [{id: undefined, statesTemplate: false, statesTopics: false, draft: {template: '', name: ''}}]},
	});
});

test('filters are a JSON list, a line, or columns of their parts', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
	const json = '[{""field_name"":""value"",""operator"":""gt"",""value"":""10"",""value_type"":""int""}]';
	expect(draftsOf(`${head},filters\n${row('u').trim()},"${json}"\n`, {changes: shared})).toMatchObject([{filters}]);
	expect(draftsOf(`${head},filter\n${row('u').trim()},value > 10\n`, {changes: shared})).toMatchObject([{filters}]);
	expect(
		draftsOf(
			`${head},filter.0.value,filter.0.field,filter.0.operator,filter.0.type\n${row('u').trim()},10,value,gt,int\n`,
			{changes: shared},
		),
	).toMatchObject([{filters}]);
	expect(
		draftsOf(`${head},filter.0.value,filters\n${row('u').trim()},20,"${json}"\n`, {
			changes: [...shared, appendFilters(filters)],
		}),
	).toMatchObject([{filters: [{...filters[0], value: '20'}, filters[0]]}]);
	expect(
		mistakesOf(`${head},filters\n${row('u').trim()},value\n${row('v').trim()},[1]\n`, {changes: shared}),
	).toStrictEqual([
		'2:4 event_details.filters has a mistake at character 6 of `value`: Filter 1 has no operator yet. Write filters such as `value > 100 and asset = USDC`.',
		'3:4 event_details.filters must be a JSON list of filters, or a line such as `value > 100 and asset = USDC`',
	]);
});

test.each([
	[
		'an unknown column, with the field that was probably meant',
		`user,recipent,address\n${row('u')}`,
		[
			'1:2  the column "recipent" is no field. Did you mean recipient? Pass --map "recipent=FIELD", or --map "recipent=" to leave it out.',
		],
	],
	[
		'a field twice',
		'user,to,recipient,address\n',
		['1:3  the column "recipient" is the same field as "to". Pass --map "recipient=" to leave one out.'],
	],
	[
		'a field that is missing',
		'user,to\n',
		['1:1  there is no column for address: add one, or pass --map COLUMN=address or --set address=VALUE'],
	],
	[
		'a row with too many cells',
		`${head}\n${row('u').trim()},x\n`,
		['2:3  the row has 4 cells, and the first row has 3'],
	],
	['an empty file', '', ['1:1  the file is empty: its first row names the fields']],
	[
		'a number that a spreadsheet has shortened',
		`${head}\n${row('1.001E+12')}${row('ok', '"-1,00123E+12"')}`,
		[
			'2:1 external_user_id is 1.001E+12, a number that a spreadsheet has shortened. Format the column as text and enter it again, or pass --raw if it is meant',
			'3:2 delivery_location is -1,00123E+12, a number that a spreadsheet has shortened. Format the column as text and enter it again, or pass --raw if it is meant',
		],
	],
	[
		'a misspelled part of a filter',
		`${head},filters\n${row('u').trim()},"[{""field_name"":""value"",""operater"":""gt""}]"\n`,
		['2:4 event_details.filters.0.operater is not a field of a notification. Did you mean operator?'],
	],
])('it refuses %s', (_name, text, expected) => {
	expect(mistakesOf(text, {changes: shared})).toStrictEqual(expected);
});

test('a column that --map names and that is missing is a mistake', () => {
	expect(mistakesOf(`${head}\n`, {map: {Recipient: 'recipient'}, changes: shared})).toStrictEqual([
		'1:1  there is no column "Recipient", which --map names.',
	]);
});

/** The rows as `line: cells`. */
const rowsOf = (text: string) => parseCsv(text, 'a.csv').map(({line, cells}) => `${line}: ${JSON.stringify(cells)}`);

test.each([
	['commas', 'a,b\n1,2\n', ['1: ["a","b"]', '2: ["1","2"]']],
	['semicolons, with commas in quotes', '"a,b,c";d\n1;2\n', ['1: ["a,b,c","d"]', '2: ["1","2"]']],
	['tabs', 'a\tb\n1\t"2\t3"\n', ['1: ["a","b"]', String.raw`2: ["1","2\t3"]`]],
	[
		'a byte order mark, and CR LF also in a cell',
		'\uFEFFa,b\r\n1,"x\r\ny"\r\n2,3\r\n',
		['1: ["a","b"]', String.raw`2: ["1","x\r\ny"]`, '4: ["2","3"]'],
	],
	['CR alone', 'a,b\r1,2\r', ['1: ["a","b"]', '2: ["1","2"]']],
	[
		'empty lines, and rows without a value',
		'a,b\n\n,\n1,"x\ny"\n\n2,é\n',
		['1: ["a","b"]', String.raw`4: ["1","x\ny"]`, '7: ["2","é"]'],
	],
	['quotes', 'a,b\n"1 ""x""", 2\n', ['1: ["a","b"]', String.raw`2: ["1 \"x\""," 2"]`]],
	['nothing', '', []],
])('it reads %s, with the first line of each row', (_name, text, expected) => {
	expect(rowsOf(text)).toStrictEqual(expected);
});

test.each([
	['a quote that is not closed', 'a,b\n1,2\n"3,4\n', 'a.csv cannot be read: line 3: a quote in this row is not closed'],
	['text after a quote', 'a,b\n"1"x,2\n', 'a.csv cannot be read: line 2: text follows the quote that closes a cell'],
	[
		'a quote within a cell',
		'a,b\n1,2\nx"y,2\n',
		'a.csv cannot be read: line 3: a cell has a quote and does not begin with one',
	],
])('it refuses %s', (_name, text, message) => {
	expect(() => parseCsv(text, 'a.csv')).toThrow(BodiesError);
	expect(() => parseCsv(text, 'a.csv')).toThrow(message);
});

test('whatever is written as CSV is read again', () => {
	const cell = fc.oneof(
		fc.string(),
		fc.string({unit: fc.constantFrom('"', ',', ';', '\n', '\r', "'", '=', 'é', '😀')}),
	);
	fc.assert(
		fc.property(fc.array(fc.array(cell, {minLength: 2, maxLength: 2}), {maxLength: 5}), rows => {
			const text = [['a', 'b'], ...rows].map(cells => csvRow(cells)).join('');
			expect(parseCsv(text, 'a.csv').map(({cells}) => cells)).toStrictEqual([
				['a', 'b'],
				...rows.filter(cells => cells.some(each => each !== '')),
			]);
		}),
	);
});

test.each([
	['=x', "'=x"],
	["'=x", "''=x"],
	["'007", "'007"],
	['a=', 'a='],
])('the text %s is the cell %s', (text, cell) => {
	expect([withFormulaQuote(text), withoutFormulaQuote(cell)]).toEqual([cell, text]);
});
