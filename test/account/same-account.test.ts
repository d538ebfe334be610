import {expect, test} from 'vitest';
import type {ListedRecord} from '../../source/notification/notification.ts';
import {isSameAccount} from '../../source/account/session.ts';
import {notificationWith} from '../helpers/notifications.ts';

const records = (...ids: readonly string[]): ListedRecord[] => ids.map(id => notificationWith({id: id[0]!, name: id}));

test.each([
	['1 2', '1 2', true],
	['1 2', '1 2 3', true],
	['1 2 3 4', '1 2', true],
	['1 2 3', '1', false],
	['1 2', '1 2b', false],
	['1', '2', false],
	['', '1', false],
	['1', '', false],
	['', '', false],
])('an account that had %j and one that has %j: certainly the same is %s', (earlier, later, isSame) => {
	expect(
		isSameAccount(records(...earlier.split(' ').filter(Boolean)), records(...later.split(' ').filter(Boolean))),
	).toBe(isSame);
});

test('what cannot be read neither proves it nor speaks against it', () => {
	const unreadable: ListedRecord = {kind: 'unreadable', index: 0, problem: 'no name', raw: {id: '1'}};
	expect(isSameAccount([unreadable, ...records('2')], [unreadable, ...records('2')])).toBe(true);
	expect(isSameAccount([unreadable], [unreadable])).toBe(false);
});
