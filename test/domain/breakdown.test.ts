import {expect, test} from 'vitest';
import {breakdownOf, countBreakdown, usersIn} from '../../source/domain/breakdown.ts';
import {notificationWith} from '../helpers/notifications.ts';

test('the values of many notifications are counted, the most frequent first', () => {
	const users = ['a', 'b', 'b', 'c', 'c', 'c'].map(userId =>
		notificationWith({userId, channel: userId === 'a' ? '' : 'EMAIL', network: 'ETH_MAINNET'}),
	);
	const counts = breakdownOf(users);
	expect(counts).toStrictEqual([
		{
			name: 'user',
			values: [
				['c', 3],
				['b', 2],
				['a', 1],
			],
		},
		{
			name: 'channel',
			values: [
				['EMAIL', 5],
				['', 1],
			],
		},
		{name: 'network', values: [['ETH_MAINNET', 6]]},
	]);
	expect(usersIn(counts)).toStrictEqual(['c', 'b', 'a']);
	expect(usersIn([])).toStrictEqual([]);
});

test('many are counted in slices, with the same result', () => {
	const many = Array.from({length: 1100}, (_, index) => notificationWith({userId: `user-${index % 7}`}));
	const work = countBreakdown(many);
	let pauses = 0;
	let step = work.next();
	while (step.done !== true) {
		pauses++;
		step = work.next();
	}

	expect(pauses).toBe(2);
	expect(step.value).toStrictEqual(breakdownOf(many));
});
