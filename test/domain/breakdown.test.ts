import {expect, test} from 'vitest';
import {breakdownOf, usersIn} from '../../source/domain/breakdown.ts';
import {notificationWith} from '../helpers/notifications.ts';

test('the values of many notifications are counted, the most frequent first', () => {
	const users = ['a', 'b', 'b', 'c', 'c', 'c'].map(userId => notificationWith({userId, channel: userId === 'a' ? '' : 'EMAIL', network: 'ETH_MAINNET'}));
	const counts = breakdownOf(users);
	expect(counts).toStrictEqual([
		{name: 'user', values: [['c', 3], ['b', 2], ['a', 1]]},
		{name: 'channel', values: [['EMAIL', 5], ['', 1]]},
		{name: 'network', values: [['ETH_MAINNET', 6]]},
	]);
	expect(usersIn(counts)).toStrictEqual(['c', 'b', 'a']);
	expect(usersIn([])).toStrictEqual([]);
});
