import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fieldNamed, recordText} from '../../source/notification/spec.ts';
import {naturalKey, sortKey, sortKeys, sortRecords} from '../../source/query/sort.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const nameField = fieldNamed('name');

const namesInOrder = (names: readonly string[], isDescending: boolean) => {
	const records = names.map(name => notificationWith({name}));
	return finish(sortRecords(records, {field: 'name', isDescending})).map(position => records[position]!.name);
};

test('numbers sort by value and empty values last, in both directions', () => {
	expect(namesInOrder(['b', '', 'user-10', 'a', 'User-9'], false)).toEqual(['a', 'b', 'User-9', 'user-10', '']);
	expect(namesInOrder(['b', '', 'user-10', 'a', 'User-9'], true)).toEqual(['user-10', 'User-9', 'b', 'a', '']);
});

test('the sort is stable in both directions', () => {
	const records = ['b', 'a', 'B', 'A'].map(name => notificationWith({name}));
	expect(finish(sortRecords(records, {field: 'name', isDescending: false}))).toEqual([1, 3, 0, 2]);
	expect(finish(sortRecords(records, {field: 'name', isDescending: true}))).toEqual([0, 2, 1, 3]);
});

test('addresses sort as hexadecimal', () => {
	const records = ['0x10', '0x9', '0xA'].map(address => notificationWith({addresses: [address]}));
	expect(finish(sortRecords(records, {field: 'address', isDescending: false}))).toEqual([0, 1, 2]);
});

test('the result has every record once, in order', () => {
	const name = fc.oneof(fc.constant(''), fc.string({unit: fc.constantFrom('a', 'B', '0', '1', '9'), maxLength: 4}));
	fc.assert(
		fc.property(fc.array(name, {maxLength: 50}), fc.boolean(), (names, isDescending) => {
			const records = names.map(text => notificationWith({name: text}));
			const order = finish(sortRecords(records, {field: 'name', isDescending}));
			expect(order.toSorted((a, b) => a - b)).toEqual(names.map((_name, index) => index));
			const keys = order.map(position => sortKey(recordText(records[position]!, nameField), nameField));
			for (const [index, key] of keys.slice(1).entries()) {
				const before = keys[index]!;
				expect(key === '' || (before !== '' && (isDescending ? before >= key : before <= key))).toBe(true);
			}
		}),
	);
});

test('many keys are sorted as by toSorted, the first of equal ones first, in steps', () => {
	const keys = Array.from({length: 10_000}, (_value, index) => String((index * 7919) % 1000).padStart(3, '0'));
	const work = sortKeys(keys);
	expect(work.next().done).toBe(false);
	expect(finish(work)).toEqual([...keys.keys()].toSorted((a, b) => Number(keys[a]) - Number(keys[b])));
});

test.each([
	['user-9', 'user-10'],
	['a9b2', 'a9b10'],
	['user-1', 'user-1a'],
	['b', 'C1'],
	['/', '0'],
	['18446744073709551615', '18446744073709551616'],
	['', 'a'],
])('%s comes before %s', (first, second) => {
	expect(naturalKey(first) < naturalKey(second)).toBe(true);
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
