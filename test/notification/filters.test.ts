import {expect, test} from 'vitest';
import {
	filtersText,
	filterWords,
	shortFiltersText,
	typedFilterText,
	parseFilters,
	printFilters,
} from '../../source/notification/filter-line.ts';
import {listItems, compareDecimals, isDecimal, isInteger, writtenOut} from '../../source/notification/filters.ts';
import type {Filter} from '../../source/notification/notification.ts';
import fc from 'fast-check';
import {tryFilters} from '../../source/notification/try-filters.ts';
import {parseJson} from '../../source/platform/json.ts';

const filter = (fieldName: string, operator: string, value: string, valueType = ''): Filter => ({
	fieldName,
	operator,
	value,
	valueType,
});

test.each([
	[filter('value', 'gt', '1000', 'int'), 'value > 1,000 (int)'],
	[filter('asset', 'eq', 'ETH', 'str'), 'asset = ETH (str)'],
	[filter('asset', 'in', 'ETH,USDC', 'list'), 'asset in ETH,USDC (list)'],
	[filter('asset', 'ncontains', 'ET', 'str'), 'asset not contains ET (str)'],
	[filter('value', 'between', '1'), 'value between 1'],
	[filter('value', 'constructor', '1'), 'value constructor 1'],
	[filter('', '', ''), '… … …'],
	[filter('value', 'gt', '', 'int'), 'value > … (int)'],
	[{...filter('value', 'gt', '5', 'int'), extras: {negate: true}}, 'value > 5 [negate: true] (int)'],
])('a filter as a condition: %j', (some, text) => {
	expect(typedFilterText(some)).toBe(text);
});

test.each([
	[filter('value', 'gt', '50000', 'int'), 'value > 50,000'],
	[filter('value', 'gt', '1234567.8901', 'float'), 'value > 1,234,567.8901'],
	[filter('value', 'lt', '-1000000000000000000'), 'value < -1,000,000,000,000,000,000'],
	[filter('code', 'eq', '50000', 'str'), 'code = 50000'],
	[filter('code', 'eq', '0050000', 'int'), 'code = 0050000'],
	[filter('value', 'gt', '0x100000', 'int'), 'value > 0x100000'],
	[filter('value', 'in', '1000,2000', 'list'), 'value in 1000,2000'],
])('a number has thousands separators: %j', (some, text) => {
	expect(filtersText([some])).toBe(text);
});

test('a screen reader gets words, because it may leave out signs', () => {
	expect(filterWords(filter('value', 'gt', '50000', 'int'))).toBe('value is greater than 50,000 (int)');
	expect(filterWords({...filter('asset', 'neq', 'ETH', 'str'), extras: {negate: true}})).toBe(
		'asset is not ETH [negate: true] (str)',
	);
});

test('several filters are joined by and', () => {
	const two = [filter('value', 'gt', '1', 'int'), filter('asset', 'eq', 'ETH', 'str')];
	expect(filtersText([])).toBe('');
	expect(filtersText(two)).toBe('value > 1 and asset = ETH');
	expect(shortFiltersText([])).toBe('');
	expect(shortFiltersText(two.slice(0, 1))).toBe('value > 1');
	expect(shortFiltersText([...two, ...two])).toBe('value > 1 and 3 more');
});

test.each([
	['', []],
	['a,b', ['a', 'b']],
	[' a , b ,', ['a', 'b']],
	['a b,c', ['a b', 'c']],
])('the items of %j', (value, items) => {
	expect(listItems(value)).toEqual(items);
});

test('a value of several words is quoted, so that it cannot be read as another filter', () => {
	expect(typedFilterText(filter('asset', 'eq', 'ETH (str) and value > 1', 'str'))).toBe(
		'asset = "ETH (str) and value > 1" (str)',
	);
	expect(typedFilterText(filter('asset', 'eq', 'ETH ', 'str'))).toBe('asset = "ETH " (str)');
});

test.each([
	['10', '9', 1],
	['0.5', '0.50', 0],
	['-0.5', '0', -1],
	['1000000000000000000000000', '999999999999999999999999.999', 1],
	['0x10', '16', 0],
	['0xDe0B6b3a7640000', '0xde0b6b3a7640001', -1],
	['0x1', '0.5', 1],
	['-0x1', '1', undefined],
	['1e3', '1', undefined],
	['', '1', undefined],
])('%s against %s', (a, b, order) => {
	expect(compareDecimals(a, b)).toBe(order);
});

test('isInteger and isDecimal', () => {
	expect(['1', '-1', '90071992547409931234'].every(text => isInteger(text) && isDecimal(text))).toBe(true);
	expect(isInteger('0.5')).toBe(false);
	expect(isDecimal('0.5')).toBe(true);
	expect(['', ' ', '1e3', '0x10', 'NaN', '1.'].some(text => isInteger(text) || isDecimal(text))).toBe(false);
});

test.each([
	['1_000_000', '1000000'],
	['1e18', '1000000000000000000'],
	['1E+3', '1000'],
	['1.5e18', '1500000000000000000'],
	['-2.50e1', '-25'],
	['15e-1', '1.5'],
	['5e-3', '0.005'],
	['0e5', '0'],
	['10 gwei', '10000000000'],
	['0.5 ether', '500000000000000000'],
	['1_000.25 Gwei', '1000250000000'],
	['3 wei', '3'],
])('%s is %s', (text, expected) => {
	expect(writtenOut(text)).toBe(expected);
});

test.each(['', '100', '1,000', '1.5', '0.5 wei', '1e1000', '1__0', '_1', 'e18', '1e', '10 finney', '0x1e18', '1e18x'])(
	'%j stays as it is',
	text => {
		expect(writtenOut(text)).toBeUndefined();
	},
);

test('a number in short is exact to 256 bits', () => {
	fc.assert(
		fc.property(fc.bigInt({min: 0n, max: 2n ** 256n - 1n}), fc.integer({min: 0, max: 80}), (digits, power) => {
			expect(BigInt(writtenOut(`${digits}e${power}`)!)).toBe(digits * 10n ** BigInt(power));
		}),
	);
});

test.each([
	['value > 1_000_000', {value: '1000000', valueType: 'int'}],
	['value > 1e18', {value: '1000000000000000000', valueType: 'int'}],
	['value > 10 gwei', {value: '10000000000', valueType: 'int'}],
	['value > 10 gwei int', {value: '10000000000', valueType: 'int'}],
	['value > 1.5 ether (float)', {value: '1500000000000000000', valueType: 'float'}],
	['gas = 2e3', {value: '2000', valueType: 'int'}],
	['value > 10 foo', {value: '10', valueType: 'foo'}],
	// Texts are no numbers, and what is in quotes is taken as it is.
	['asset = 1e18', {value: '1e18', valueType: 'str'}],
	['value > "1e18"', {value: '1e18', valueType: 'int'}],
])('%s is read as %o', (line, expected) => {
	const {filters, mistakes} = parseFilters(line);
	expect(mistakes).toEqual([]);
	expect(filters).toEqual([expect.objectContaining(expected)]);
});

test('what a service lists in short is sent as it was', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '1e18', valueType: 'int'}];
	expect(printFilters(filters)).toBe('value > "1e18"');
	expect(parseFilters(printFilters(filters)).filters).toEqual(filters);
});

test.each([
	['1000000000000000001', true],
	['1000000000000000000', false],
	['1.000000000000000001e18', true],
	['1e18', false],
])('an event of value %s against > 1e18', (value, expected) => {
	const {filters} = parseFilters('value > 1e18');
	expect(tryFilters(filters, parseJson(`{"value": ${value}}`))[0]!.isMatch).toBe(expected);
});
