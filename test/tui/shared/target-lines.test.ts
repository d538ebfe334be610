import fc from 'fast-check';
import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {targetText, targetWidths} from '../../../source/tui/shared/target-lines.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const fields = notificationWith({
	userId: 'ops-1',
	name: 'Treasury',
	recipient: 'a@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [],
});
const text = (columns: number, users = ['ops-1', 'customer-1']) =>
	targetText({id: '7', fields}, targetWidths(['7', '100'], users, columns), columns);

test('a notification of several: its ID, its user, its sentence and its name', () => {
	expect(text(120)).toBe(
		'7    ops-1       E-mail a@example.com for any event at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET',
	);
	expect(text(81)).toBe('7    ops-1       E-mail a@example.com for any event at 0xd8dA…6045 on ETH_MAINNET');
	expect(text(80, ['ops-1'])).toBe('7    E-mail a@example.com for any event at 0xd8dA…6045 on ETH_MAINNET  Treasury');
});

test('a wide line has room for whole users', () => {
	const users = ['risk', 'payments'].map(team => `tenant/acme/eu-west-1/team-${team}/user-8`);
	const lineIn = (columns: number) =>
		targetText(
			{id: '7', fields: notificationWith({...fields, userId: users[1]!})},
			targetWidths(['7'], users, columns),
			columns,
		);
	expect(lineIn(300)).toContain(users[1]);
	expect(lineIn(120)).not.toContain(users[1]);
});

test('it fits on a line, whatever the service lists', () => {
	const any = fc.string({unit: 'grapheme', maxLength: 100});
	fc.assert(
		fc.property(any, any, any, fc.integer({min: 40, max: 160}), (id, userId, recipient, columns) => {
			const line = targetText(
				{id, fields: notificationWith({userId, recipient, name: id})},
				targetWidths([id], [userId, 'other'], columns),
				columns,
			);
			expect(widthOf(line)).toBeLessThanOrEqual(columns);
			expect(line).not.toMatch(/\p{Cc}/v);
		}),
	);
});
