import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sentenceLines} from '../../../source/tui/ui/sentence.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const filters = [
	{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'},
	{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'},
];
const treasury = notificationWith({
	recipient: 'treasury@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters,
});

test.each([
	[
		121,
		'E-mail treasury@example.com when value > 10 and asset = USDC at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET',
	],
	[90, 'E-mail treasury@example.com when value > 10 and asset = USDC at 0xd8dA…6045 on ETH_MAINNET'],
	[76, 'E-mail treasury@ex… when value > 10 and 1 more at 0xd8dA…6045 on ETH_MAINNET'],
	[70, 'E-mail treasury@ex… when value > 10 and 1 more at 0xd8dA…6045 on ETH_…'],
	[40, 'E-mail treasury@ex… when value > 10 and…'],
])('a line of %i columns', (columns, line) => {
	expect(sentenceLines(treasury, columns)).toEqual([line]);
});

test('a sentence never needs more room than it has', () => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme'}),
			fc.string(),
			fc.string(),
			fc.integer({min: 4, max: 80}),
			fc.integer({min: 1, max: 4}),
			(recipient, network, address, columns, rows) => {
				const lines = sentenceLines(notificationWith({recipient, network, addresses: [address]}), columns, rows);
				expect(lines.length).toBeLessThanOrEqual(rows);
				expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(columns);
			},
		),
	);
});

test('a chat ID is whole before a long value, and both ends of an address stay', () => {
	const telegram = notificationWith({
		channel: 'TELEGRAM',
		recipient: '-7420501600706',
		filters: [
			{
				fieldName: 'from_address',
				operator: 'ne',
				value: '0x7b4aa559cd9f28984b14267f1b037494dd1c01cc',
				valueType: 'str',
			},
			...filters,
		],
		addresses: treasury.addresses,
	});
	expect(sentenceLines(telegram, 100)).toEqual([
		'Telegram -7420501600706 when from_address != 0x7b4aa…1c01cc and 2 more at 0xd8dA…6045 on ETH_MAINNET',
	]);
});
