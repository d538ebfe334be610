import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {startRawService} from '../../changes/raw-service.ts';

const held = {
	id: 1,
	external_user_id: ' user-1 ',
	channel: 'PAGER',
	notification_name: 'Treasury',
	delivery_location: 'team 1',
	template: 'Look',
	tags: ['a'],
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1', 'bc1q'], filters: []},
};

test('an undo sends what the service held, also where the form would refuse it', async () => {
	const service = await startRawService([held]);
	await using app = await startApp({service, size: '120x50'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('u: undo');
	await app.press('u');
	await app.waitFor('Undo: recreate');
	await app.press('e');
	await app.waitFor('recreate notification 1');
	await app.press('C-s');
	const frame = await app.waitFor('Recreate 1');
	expect(frame).toContain('must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK (sent unchanged)');
	await app.press('J');
	await app.waitFor('"bc1q"');
	await app.press('C-s');
	await app.waitFor('✓ Undone. Recreated 1 as 2');
	expect(service.records).toStrictEqual([{...held, id: 2}]);
});
