import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {startRawService, type RawRecord} from '../../changes/raw-service.ts';

const held: RawRecord = {
	id: 1,
	external_user_id: 'user-1',
	channel: 'EMAIL',
	notification_name: 'Old',
	delivery_location: 'ops@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1']},
};

const withDetails = (change: object): RawRecord => ({
	...held,
	event_details: {...(held.event_details as object), ...change},
});

/** Opens the form that renames the one notification of a service. */
async function rename(record: RawRecord) {
	const service = await startRawService([record]);
	const app = await startApp({service, size: '120x50'});
	await app.waitFor('1 notification ');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('BackTab', 'BackTab', 'C-u', 'New');
	return {app, service};
}

test.each<[string, RawRecord, string]>([
	['a mailbox on a private host', {...held, delivery_location: 'ops@localhost'}, 'is not an e-mail address'],
	[
		'a webhook on a private host',
		{...held, channel: 'WEBHOOK', delivery_location: 'http://hooks.internal:8080/a'},
		'is not an https:// URL',
	],
	[
		'an address of another form',
		withDetails({addresses: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq']}),
		'is not an EVM address',
	],
	['two addresses', withDetails({addresses: ['0x1', '0x2']}), 'has 2 addresses'],
	['no address', withDetails({addresses: []}), 'is required'],
	['an unknown channel', {...held, channel: 'PAGER', delivery_location: 'team-1'}, 'must be one of'],
	['no channel', {...held, channel: null}, 'is required'],
	['no user', {...held, external_user_id: ''}, 'is required'],
	['an incomplete filter', withDetails({filters: [{field_name: 'value', value: '5'}]}), 'is required'],
])('an edit of another field sends what the service held: %s', async (...[, record, warning]) => {
	const {app, service} = await rename(record);
	await using _app = app;
	await app.press('C-s');
	const review = await app.waitFor('Replace 1');
	expect(review).toContain(warning);
	expect(review).toContain('(sent unchanged)');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1 with 2');
	const {channel, ...rest} = record;
	expect(service.records).toStrictEqual([
		{...rest, ...(channel !== null && {channel}), notification_name: 'New', id: 2},
	]);
});

test('a filter that is added in an edit must be complete', async () => {
	const {app, service} = await rename(held);
	await using _app = app;
	await app.press('C-n', ...'value', 'C-s');
	const refused = await app.waitFor('✗ Filter 1 has no operator yet.');
	expect(refused).toContain('edit notification 1');
	expect(service.requests.every(({method}) => method === 'GET')).toBe(true);
});

test('the deletion of a recipient that contained the API key can be undone after a restart', async () => {
	const hook = 'http://hooks.internal/the-key-that-is-secret';
	const service = await startRawService([
		{
			...held,
			channel: 'WEBHOOK',
			delivery_location: hook,
			event_details: {...(held.event_details as object), addresses: ['bc1q']},
		},
	]);
	const opened = {baseUrl: service.baseUrl, apiKey: 'the-key-that-is-secret'};
	await using app = await startApp({service: opened, size: '120x50'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('u: undo');
	await using later = await startApp({service: opened, size: '120x50', home: app.home});
	await later.waitFor('No notifications. u brings back 1.');
	await later.press('u');
	await later.waitFor('press e to enter it again');
	await later.press('e');
	await later.waitFor('[API key] stands for the API key');
	await later.press('Tab', 'Tab', 'C-u', hook, 'C-s');
	await later.waitFor('ctrl+r to use it anyway');
	await later.press('C-r', 'C-s');
	await later.waitFor('Recreate 1');
	await later.press('C-s');
	await later.waitFor('✓ Undone. Recreated 1 as 2');
	expect(service.records).toMatchObject([{delivery_location: hook, event_details: {addresses: ['bc1q']}}]);
});
