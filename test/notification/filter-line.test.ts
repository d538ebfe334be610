import fc from 'fast-check';
import {expect, test} from 'vitest';
import {filtersText, parseFilters, partAt, printFilters} from '../../source/notification/filter-line.ts';
import type {Filter} from '../../source/notification/notification.ts';
import {parseJson, type JsonObject} from '../../source/platform/json.ts';
import {anyText} from '../helpers/any-text.ts';

/** Texts of parts, many of which look like something else in a line. */
const text = fc.oneof(
	fc.constantFrom(
		'',
		' ',
		'…',
		'and',
		'AND',
		'not',
		'in',
		'not in',
		'or',
		'"',
		'""',
		'\\',
		'(',
		'(int)',
		'[',
		'[a: 1]',
	),
	fc.constantFrom('>', '>=', '=', '>x', 'a>b', 'value>5', '&&', 'a b', 'a and b', 'US "D"', '\u{202E}abc', '\u{D800}'),
	fc.constantFrom(
		'gt',
		'neq',
		'ne',
		'nin',
		'contains',
		'ncontains',
		'between',
		'string',
		'a\tb',
		'a\nb',
		'\0',
		'\u{A0}',
	),
	fc.constantFrom(...'value asset mine int float str boolean list true 50000 50,000 0.5'.split(' ')),
	fc.constantFrom('007', '1e6', '0x10', '-1,000.5', '100,200', 'f(x)', 'a[0]', 'USDC, DAI', '__proto__', 'constructor'),
	anyText({maxLength: 5}),
	fc.string({unit: fc.integer({min: 0, max: 0xff_ff}).map(code => String.fromCharCode(code)), maxLength: 3}),
);
const extras = fc
	.dictionary(text, fc.jsonValue({maxDepth: 2}), {minKeys: 1, maxKeys: 3})
	.map(members => parseJson(JSON.stringify(members)) as JsonObject);
const filter: fc.Arbitrary<Filter> = fc.record(
	{fieldName: text, operator: text, value: text, valueType: text, extras},
	{requiredKeys: ['fieldName', 'operator', 'value', 'valueType']},
);

test('what is printed is read exactly, and has no mistakes', () => {
	fc.assert(
		fc.property(fc.array(filter, {maxLength: 3}), filters => {
			expect(parseFilters(printFilters(filters))).toMatchObject({filters, mistakes: []});
			expect(parseFilters(printFilters(filters)).filters).toEqual(filters);
		}),
	);
});

test('any text is read, each place is in it, and its parts are in order', () => {
	const line = fc.array(fc.oneof(text, fc.constantFrom('and', '[', 'a: 1]', '"x')), {maxLength: 8});
	fc.assert(
		fc.property(line, fc.constantFrom('', ' ', '  '), (words, space) => {
			const typed = words.join(space);
			const {filters, places, mistakes} = parseFilters(typed);
			expect(places).toHaveLength(filters.length);
			let at = 0;
			for (const {start, end, fieldName, operator, value} of places) {
				for (const place of [{start, end: start}, fieldName, operator, value, {start: end, end}]) {
					expect(place.start).toBeGreaterThanOrEqual(at);
					expect(place.end).toBeGreaterThanOrEqual(place.start);
					at = place.end;
				}
			}

			expect(at).toBeLessThanOrEqual(typed.length);
			for (const {start, end} of mistakes) {
				expect([0 <= start, start <= end, end <= typed.length]).toEqual([true, true, true]);
			}
		}),
	);
});

test.each([
	['', []],
	[
		'value > 100 and asset = USDC',
		[
			['value', 'gt', '100', 'int'],
			['asset', 'eq', 'USDC', 'str'],
		],
	],
	[
		'value>100 AND asset="US D"',
		[
			['value', 'gt', '100', 'int'],
			['asset', 'eq', 'US D', 'str'],
		],
	],
	['value gt 50,000', [['value', 'gt', '50000', 'int']]],
	['value > "50,000"', [['value', 'gt', '50,000', 'int']]],
	['mine = 50,000', [['mine', 'eq', '50000', 'int']]],
	['asset = 50,000', [['asset', 'eq', '50,000', 'str']]],
	['code in 100,200', [['code', 'in', '100,200', 'list']]],
	['value > 10 (uint256)', [['value', 'gt', '10', 'uint256']]],
	['value > 10 (…)', [['value', 'gt', '10', '']]],
	['value > …', [['value', 'gt', '', 'int']]],
	['asset in USDC, DAI', [['asset', 'in', 'USDC, DAI', 'list']]],
	['asset not  in USDC, DAI list', [['asset', 'nin', 'USDC, DAI', 'list']]],
	['asset not contains US', [['asset', 'ncontains', 'US', 'str']]],
	['mine eq a b', [['mine', 'eq', 'a b', 'str']]],
	['mine = true', [['mine', 'eq', 'true', 'boolean']]],
	['"x y" = "and"', [['x y', 'eq', 'and', 'str']]],
	['mine = f(x)', [['mine', 'eq', 'f(x)', 'str']]],
	['asset in [ETH, DAI]', [['asset', 'in', '[ETH, DAI]', 'list']]],
])('%s is read', (line, filters) => {
	const read = parseFilters(line);
	expect(read.mistakes).toEqual([]);
	expect(read.filters).toEqual(
		filters.map(([fieldName, operator, value, valueType]) => ({fieldName, operator, value, valueType})),
	);
});

test('members that interface.md does not name are read', () => {
	expect(parseFilters('value > 5 [negate: true, "a b": [1, {"c": "]"}]] (int)').filters).toEqual([
		{
			fieldName: 'value',
			operator: 'gt',
			value: '5',
			valueType: 'int',
			extras: {negate: true, 'a b': [1, {c: ']'}]},
		},
	]);
	expect(parseFilters('tags = []')).toMatchObject({
		filters: [{fieldName: 'tags', operator: 'eq', value: '[]', valueType: 'str'}],
		mistakes: [],
	});
});

test.each([
	['value', [[0, 'operator', 5, 5, 'Filter 1 has no operator yet.']]],
	['value >', [[0, 'value', 7, 7, 'Filter 1 has no value yet.']]],
	['value > and asset = x', [[0, 'value', 7, 7, 'Filter 1 has no value yet.']]],
	['value > 5 and ', [[1, 'fieldName', 14, 14, 'Filter 2 has no field yet.']]],
	[
		'asset = "US',
		[
			[
				0,
				'value',
				8,
				11,
				'The text in quotes is not complete: it ends with a quote, and has \\" for a quote and \\\\ for a backslash.',
			],
		],
	],
	[
		'value > 5, asset = USDC',
		[[0, 'value', 17, 18, 'Put several words in quotes, and "and" between filters: there is no "or".']],
	],
	['(value > 5)', [[0, 'fieldName', 0, 6, 'Write filters without parentheses around them: all of them must match.']]],
	['value > > 5', [[0, 'value', 8, 9, 'Put several words in quotes, and "and" between filters: there is no "or".']]],
	[
		'asset = "US" Dollar',
		[[0, 'value', 8, 12, 'Put several words in quotes, and "and" between filters: there is no "or".']],
	],
])('%s has a mistake', (line, mistakes) => {
	expect(
		parseFilters(line).mistakes.map(({index, part, start, end, message}) => [index, part, start, end, message]),
	).toEqual(mistakes);
});

test('brackets and quotes without an end are read in one go', () => {
	for (const piece of ['[ ', '[a: ', '"', '(a ', 'a and ', '[a: "', '[a: ] ']) {
		expect(parseFilters(piece.repeat(30_000)).filters.length).toBeGreaterThan(0);
	}
});

test.each([
	['|> 5', 0, 'fieldName'],
	['value| > 100', 0, 'fieldName'],
	['value |> 100', 0, 'operator'],
	['value > |', 0, 'value'],
	['value > 100 |', 0, 'valueType'],
	['value > 100 and |', 1, 'fieldName'],
	['value > 100 and asset |', 1, 'operator'],
	['value > | and asset = x', 0, 'value'],
])('%s: the cursor is in a part', (line, index, part) => {
	expect(partAt({text: line.replace('|', ''), cursor: line.indexOf('|')})).toMatchObject({index, part});
});

test('the types that follow from the rest are left out', () => {
	const of = (fieldName: string, operator: string, value: string, valueType: string) => ({
		fieldName,
		operator,
		value,
		valueType,
	});
	expect(printFilters([of('value', 'gt', '50000', 'int'), of('asset', 'eq', 'USDC', 'str')])).toBe(
		'value > 50000 and asset = USDC',
	);
	expect(printFilters([of('mine', 'eq', '5', 'str'), of('asset', 'in', 'A,B', 'list')])).toBe(
		'mine = 5 (str) and asset in A,B',
	);
	expect(printFilters([of('value', '>', '', 'uint 8'), of('', '', '', '')])).toBe('value ">" … ("uint 8") and … … …');
	expect(filtersText([of('mine', 'eq', 'a and b', 'str')])).toBe('mine = "a and b"');
});
