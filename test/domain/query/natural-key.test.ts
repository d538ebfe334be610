import fc from 'fast-check';
import {expect, test} from 'vitest';
import {naturalKey} from '../../../source/domain/query/natural-key.ts';

test.each([
	['user-9', 'user-10'],
	['9', '10'],
	['a9b2', 'a9b10'],
	['user', 'user-1'],
	['user-1', 'user-1a'],
	['a', 'B'],
	['b', 'C1'],
	['/', '0'],
	['9', ':'],
	['99', 'a'],
	['18446744073709551615', '18446744073709551616'],
	['', 'a'],
])('%s comes before %s', (first, second) => {
	expect(naturalKey(first) < naturalKey(second)).toBe(true);
});

test.each([
	['USER', 'user'],
	['user-007', 'user-7'],
	['000', '0'],
])('%s and %s are equal', (one, other) => {
	expect(naturalKey(one)).toBe(naturalKey(other));
});

const word = fc.string().map(text => text.replaceAll(/\d/gv, ''));
const digits = fc.string({unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30});

test('numbers compare as BigInt does, also inside equal texts', () => {
	fc.assert(
		fc.property(digits, digits, word, word, (a, b, before, after) => {
			const [one, other] = [naturalKey(`${before}${a}${after}`), naturalKey(`${before}${b}${after}`)];
			expect(one < other).toBe(BigInt(a) < BigInt(b));
			expect(one === other).toBe(BigInt(a) === BigInt(b));
		}),
	);
});

test('texts without digits compare in lower case', () => {
	fc.assert(
		fc.property(word, word, (a, b) => {
			expect(naturalKey(a) < naturalKey(b)).toBe(a.toLowerCase() < b.toLowerCase());
		}),
	);
});
