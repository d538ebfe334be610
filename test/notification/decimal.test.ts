import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareDecimals, isDecimal, isInteger} from '../../source/notification/filters.ts';

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

test('integers compare as BigInt does', () => {
	fc.assert(
		fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
			expect(compareDecimals(String(a), String(b))).toBe(a < b ? -1 : Number(a > b));
		}),
	);
});

test('isInteger and isDecimal', () => {
	expect(['1', '-1', '90071992547409931234'].every(text => isInteger(text) && isDecimal(text))).toBe(true);
	expect(isInteger('0.5')).toBe(false);
	expect(isDecimal('0.5')).toBe(true);
	expect(['', ' ', '1e3', '0x10', 'NaN', '1.'].some(text => isInteger(text) || isDecimal(text))).toBe(false);
});
