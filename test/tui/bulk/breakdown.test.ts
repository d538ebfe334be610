import {expect, test} from 'vitest';
import type {Notification} from '../../../source/domain/notification.ts';
import {breakdown, targetText} from '../../../source/tui/bulk/breakdown.ts';
import {input} from '../../storage/ledgers.ts';

const notification = (change: Partial<Notification>): Notification => ({...input, kind: 'notification', id: '1', raw: {}, ...change});

test('lists the most frequent values first, and counts the others', () => {
	const users = ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'e', 'f'].map(userId => notification({userId, channel: userId === 'a' ? '' : 'EMAIL'}));
	expect(breakdown(users)).toStrictEqual([
		{label: 'Channel', text: 'EMAIL 8 · none 1'},
		{label: 'Network', text: 'ETH_MAINNET 9'},
		{label: 'Event', text: 'ADDRESS_ACTIVITY 9'},
		{label: 'User', text: 'c 3 · b 2 · a 1 · d 1 · and 2 more'},
	]);
});

test('values of the service are safe to show', () => {
	expect(breakdown([notification({userId: 'a\u{202E}b'})]).at(-1)?.text).toBe('a<U+202E>b 1');
	expect(targetText(notification({id: '7\u{7}', name: '', recipient: 'x\ny'}))).toBe('7␇ · user-1 · x␊y');
});
