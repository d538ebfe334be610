import {expect, test} from 'vitest';
import {stripLines} from '../../../source/tui/list/preview.tsx';
import {widthOf} from '../../../source/terminal/width.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const notification = notificationWith({
	id: '17',
	userId: 'ops-1',
	channel: 'EMAIL',
	recipient: 'a@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
});

test('a sentence that one line would cut takes both lines, to its end', () => {
	const filters = ['asset', 'value'].map(fieldName => ({
		fieldName,
		operator: 'eq',
		value: 'a long value with several words',
		valueType: 'str',
	}));
	const lines = stripLines(notificationWith({...notification, eventType: 'NFT_ACTIVITY', filters}), 78, 2).map(
		({text}) => text,
	);
	expect(lines).toHaveLength(2);
	expect(lines[1]).toMatch(/ at 0xd8dA…6045 on ETH_MAINNET$/v);
});

test('nothing is wider than its room, and a record that cannot be read says why', () => {
	const long = notificationWith({
		...notification,
		userId: 'u'.repeat(300),
		recipient: `${'r'.repeat(300)}@example.com`,
	});
	for (const columns of [20, 38, 78, 137]) {
		const lines = stripLines(long, columns, 2);
		expect(lines).toHaveLength(2);
		expect(Math.max(...lines.map(({text}) => widthOf(text)))).toBeLessThanOrEqual(columns);
	}

	expect(stripLines({kind: 'unreadable', index: 2, problem: 'it has no id', raw: 0}, 60, 2)).toEqual([
		{text: 'record 3 of the listing: it has no id'},
	]);
});
