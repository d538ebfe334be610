import {expect, test} from 'vitest';
import {countValues, valuesWith} from '../../../source/domain/query/value-counts.ts';
import {range} from '../../../source/platform/text.ts';
import {finish} from '../../../source/platform/time-slices.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const records = ['b', 'a', '', 'a', 'A'].map((userId, index) =>
	notificationWith({id: String(index), userId, addresses: [userId === 'b' ? '0xAB' : '0xab']}),
);

test('values are counted, the most frequent first; empty ones are not, and the case of an address has no meaning', () => {
	const counts = finish(countValues(records, range(5), ['user', 'address']));
	expect(counts.get('user')!.map(({value, count}) => [value, count])).toEqual([
		['a', 2],
		['b', 1],
		['A', 1],
	]);
	expect(counts.get('address')!.map(({value, count}) => [value, count])).toEqual([['0xAB', 5]]);
	expect(finish(countValues(records, [0, 3], ['user'], ({kind}) => kind === 'unreadable')).get('user')).toEqual([]);
});

test('a text is looked for anywhere in a value, or at its beginning, up to a limit', () => {
	const counts = finish(
		countValues(
			['user-1', 'my-user', 'other'].map(userId => notificationWith({id: userId, userId})),
			range(3),
			['user'],
		),
	).get('user')!;
	const found = (...rest: [string, boolean, number]) => valuesWith(counts, ...rest).map(({value}) => value);
	expect(found('user', false, 9)).toEqual(['user-1', 'my-user']);
	expect(found('user', true, 9)).toEqual(['user-1']);
	expect(found('', false, 2)).toHaveLength(2);
});

test('100,000 notifications are counted in many steps', () => {
	const many = range(100_000).map(index => notificationWith({id: String(index), userId: String(index)}));
	const steps = [...countValues(many, range(many.length), ['user'])];
	expect(steps.length).toBeGreaterThan(200);
});
