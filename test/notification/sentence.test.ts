import {expect, test} from 'vitest';
import {notificationSentence, sentenceParts} from '../../source/notification/sentence.ts';
import type {Filter} from '../../source/notification/notification.ts';
import {notificationWith} from '../helpers/notifications.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const over = (value: string): Filter => ({fieldName: 'value', operator: 'gt', value, valueType: 'int'});
const treasury = notificationWith({
	recipient: 'treasury@example.com',
	addresses: [address],
	filters: [over('50000'), {fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'}],
});

test('a notification is a sentence: who gets what, under which conditions, at which address and network', () => {
	expect(notificationSentence(treasury)).toBe(
		`E-mail treasury@example.com when value > 50,000 and asset = USDC at ${address} on ETH_MAINNET`,
	);
	expect(notificationSentence(treasury, 'short')).toBe(
		'E-mail treasury@example.com when value > 50,000 and asset = USDC at 0xd8dA…6045 on ETH_MAINNET',
	);
	expect(notificationSentence(treasury, 'shortest')).toBe(
		'E-mail treasury@example.com when value > 50,000 and 1 more at 0xd8dA…6045 on ETH_MAINNET',
	);
	expect(sentenceParts(treasury, 'short')).toEqual({
		what: 'E-mail treasury@example.com when value > 50,000 and asset = USDC',
		where: 'at 0xd8dA…6045 on ETH_MAINNET',
	});
});

test.each([
	['EMAIL', 'ops@example.com', 'E-mail ops@example.com for any event at 0x1 on ETH_MAINNET'],
	['WEBHOOK', 'https://example.com/hook', 'POST to https://example.com/hook for any event at 0x1 on ETH_MAINNET'],
	['TELEGRAM', '-1001', 'Telegram -1001 for any event at 0x1 on ETH_MAINNET'],
	['SLACK', '#ops', 'Slack #ops for any event at 0x1 on ETH_MAINNET'],
	['PAGER', 'duty', 'Send a PAGER message to duty for any event at 0x1 on ETH_MAINNET'],
])('%s, without filters', (channel, recipient, sentence) => {
	expect(notificationSentence(notificationWith({channel, recipient}), 'short')).toBe(sentence);
});

test('only an unusual event type is told', () => {
	expect(notificationSentence(notificationWith({eventType: 'GRAPHQL'}))).toBe(
		'E-mail a@example.com for any GRAPHQL event at 0x1 on ETH_MAINNET',
	);
	expect(notificationSentence(notificationWith({eventType: 'GRAPHQL', filters: [over('1')]}))).toBe(
		'E-mail a@example.com when value > 1 in GRAPHQL events at 0x1 on ETH_MAINNET',
	);
});

test('a part of several words is quoted, so that it cannot be read as another part', () => {
	const forged = notificationWith({
		recipient: 'a@example.com when value > 1',
		addresses: ['0x1 on BASE'],
		network: 'ETH for',
		channel: 'an e-mail',
	});
	expect(notificationSentence(forged)).toBe(
		'Send a "an e-mail" message to "a@example.com when value > 1" for any event at "0x1 on BASE" on "ETH for"',
	);
});
