import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fieldNamed, recordText} from '../../../source/domain/fields.ts';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {mergeSort, sortKey, sortRecords} from '../../../source/domain/query/sort.ts';
import {finish} from '../../../source/platform/time-slices.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const unreadable: ListedRecord = {kind: 'unreadable', index: 0, problem: 'no id', raw: {}};

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

test('unreadable records come last', () => {
	expect(
		finish(
			sortRecords([unreadable, notificationWith({id: '2'}), notificationWith({id: '1'})], {
				field: 'id',
				isDescending: true,
			}),
		),
	).toEqual([1, 2, 0]);
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

test('mergeSort sorts many pieces as toSorted does, and yields', () => {
	const items = Array.from({length: 10_000}, (_value, index) => (index * 7919) % 10_007);
	const tens = (item: number) => Math.floor(item / 10);
	const work = mergeSort(items, (a, b) => tens(a) < tens(b));
	expect(work.next().done).toBe(false);
	expect(finish(work)).toEqual(items.toSorted((a, b) => tens(a) - tens(b)));
});
