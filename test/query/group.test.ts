import {expect, test} from 'vitest';
import {countValues, groupRecords} from '../../source/query/group.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {notificationWith} from '../helpers/notifications.ts';

const records = ['b', 'a', '', 'a', 'A'].map((userId, index) =>
	notificationWith({id: String(index), userId, addresses: [userId === 'b' ? '0xAB' : '0xab']}),
);

test('groups whose values differ only in case stay in their order while a search narrows', () => {
	const valuesAt = (positions: readonly number[]) =>
		finish(groupRecords(records, positions, 'user')).map(({value}) => value);
	expect(valuesAt([0, 1, 2, 3, 4])).toEqual(['A', 'a', 'b', '']);
	expect(valuesAt([4, 3, 2])).toEqual(['A', 'a', '']);
	expect(valuesAt([3, 4])).toEqual(['A', 'a']);
});

test('addresses that differ only in case are one group if they are hexadecimal', () => {
	const found = (...addresses: readonly string[]) =>
		finish(
			groupRecords(
				addresses.map(each => notificationWith({addresses: [each]})),
				[0, 1],
				'address',
			),
		).length;
	expect([found('0xAB', '0xab'), found('7xKXtg', '7xkXtg')]).toEqual([1, 2]);
});

test('values are counted, the most frequent first; empty ones are not, and the case of an address has no meaning', () => {
	const counts = finish(countValues(records, ['user', 'address']));
	expect(counts.get('user')!.map(({value, count}) => [value, count])).toEqual([
		['a', 2],
		['b', 1],
		['A', 1],
	]);
	expect(counts.get('address')!.map(({value, count}) => [value, count])).toEqual([['0xAB', 5]]);
	expect(finish(countValues(records, ['user'], ({kind}) => kind === 'unreadable')).get('user')).toEqual([]);
});
