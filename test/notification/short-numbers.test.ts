import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseFilters, printFilters} from '../../source/notification/filter-line.ts';
import {writtenOut} from '../../source/notification/filters.ts';
import {tryFilters} from '../../source/notification/try-filters.ts';
import {parseJson} from '../../source/platform/json.ts';

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
