import {stringify} from 'csv-stringify/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {BodiesError} from '../../source/files/notification-file.ts';
import {parseCsv} from '../../source/files/read-csv.ts';

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
			const text = stringify([['a', 'b'], ...rows], {record_delimiter: '\r\n', quoted: true});
			expect(parseCsv(text, 'a.csv').map(({cells}) => cells)).toStrictEqual([
				['a', 'b'],
				...rows.filter(cells => cells.some(each => each !== '')),
			]);
		}),
	);
});
