import {expect, test} from 'vitest';
import {startApp} from '../helpers/app.tsx';
import {startRawService, type RawRecord} from '../changes/raw-service.ts';

const record = (id: number): RawRecord => ({
	id,
	external_user_id: `user-${id % 2000}`,
	channel: 'EMAIL',
	notification_name: `n${id}`,
	delivery_location: 'a@example.com',
	template: '',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x01'], filters: []},
});

test('the notifications of one user among 10,000 are deleted, and undone', async () => {
	const service = await startRawService(Array.from({length: 10_000}, (_, index) => record(index + 1)));
	await using app = await startApp({service, size: '120x40'});
	await app.waitFor('10,000 notifications');
	await app.press('/', 'user:=user-77', 'Enter');
	await app.waitFor('5 of 10,000 notifications');
	await app.press('a', 'd');
	await app.waitFor('Type 5, then enter');
	await app.press('5', 'Enter');
	await app.waitFor('✓ Deleted 5');
	expect(service.records).toHaveLength(9995);
	expect(service.records.some(({external_user_id: user}) => user === 'user-77')).toBe(false);
	await app.press('u');
	await app.waitFor('Undo: recreate 5');
	await app.press('5', 'Enter');
	await app.waitFor('✓ Undone. Recreated 5');
	await app.waitFor('5 of 10,000 notifications');
	// The cursor is on the first that was created again.
	await app.waitFor(/^▌.10001 /mv);
	expect(
		service.records
			.filter(({external_user_id: user}) => user === 'user-77')
			.map(({notification_name: name}) => String(name))
			.toSorted((a, b) => a.localeCompare(b)),
	).toStrictEqual(['n2077', 'n4077', 'n6077', 'n77', 'n8077']);
});
