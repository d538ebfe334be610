import {expect, test} from 'vitest';
import {numberText} from '../../source/platform/text.ts';

test('a number has a comma before each three digits', () => {
	const numbers = [0, 7, 999, 1000, 40_000, 100_000, 1_000_000, 12_345_678_901];
	expect(numbers.map(number => numberText(number))).toEqual(numbers.map(number => number.toLocaleString('en')));
});
