import {expect, test} from 'vitest';
import {channelNames} from '../../source/domain/channels.ts';
import {notificationSentence} from '../../source/domain/notification-sentence.ts';
import {notificationWith} from '../helpers/notifications.ts';

test('a notification is a sentence: what is sent to whom, when, and under which conditions', () => {
	expect(notificationSentence(notificationWith({}))).toBe('Send an e-mail to a@example.com when ADDRESS_ACTIVITY happens at 0x1 on ETH_MAINNET.');
	expect(notificationSentence(notificationWith({channel: 'SLACK', recipient: '#ops', filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}]})))
		.toBe('Send a Slack message to #ops when ADDRESS_ACTIVITY happens at 0x1 on ETH_MAINNET and value is greater than 1 (int).');
});

test('a missing part is an ellipsis, and a channel that nobody knows is named', () => {
	expect(notificationSentence(notificationWith({channel: '', recipient: '', eventType: '', addresses: [''], network: ''}))).toBe('Send … to … when … happens at … on ….');
	expect(notificationSentence(notificationWith({channel: 'PAGER'}))).toContain('Send a PAGER message to');
});

test.each(channelNames())('%s has a sentence of its own', channel => {
	expect(notificationSentence(notificationWith({channel}))).not.toContain(channel);
});
