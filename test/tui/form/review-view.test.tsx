import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, stillClock, temporarySandbox} from '../../helpers/app.tsx';
import {pasted} from '../../helpers/screen.tsx';
import {duplicateOfTypical, typicalKeys} from './typical-form.ts';
import {startRawService, type RawRecord} from '../../changes/raw-service.ts';

const apiKey = 'key-for-tests';

test('asks again when another duplicate appears, and sends once both are confirmed', async () => {
	let now = stillClock.now();
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(32, listed);
	await using app = await startApp({
		service: {baseUrl: server.baseUrl, apiKey},
		clock: {...stillClock, now: () => now},
	});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s');
	// The listing is not a recent one any more.
	now += 20_000;
	listed.push(duplicateOfTypical(30));
	await app.press('C-s');
	await app.waitFor('ID 30');
	listed.push(duplicateOfTypical(31));
	now += 20_000;
	await app.press('y');
	const frame = await app.waitFor('and 1 other are identical as listed, but for the name');
	expect(frame).toContain('Nothing was sent');
	expect(frame).toContain('ID 30');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});

test('while an edit is sent, each phase is shown, and what esc does in it', async () => {
	await using service = await temporarySandbox({samples: 12});
	await using app = await startApp({service, size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('BackTab', 'BackTab', 'C-u', 'New', 'Tab', 'C-s');
	const review = await app.waitFor(/Replace .*ID 1\)/v);
	expect(review).toMatch(
		/ Replace "Treasury: large transfers" \(ID 1\) on \S+\?\n +E-mail treasury@example\.com when value > 10\n +at 0x[^\n]+\n +Name +Treasury: large transfers → New\n 1 is deleted once the new one is listed: the ID changes\./v,
	);
	expect(review).not.toContain('{');
	await app.press('J');
	expect(await app.waitFor('curl (creates only; 1 stays):')).toContain('{');

	let hold = service.faults.hold({on: 'list'});
	await app.press('C-s');
	await app.waitFor('Before sending: looking for it in the listing … 0 s · nothing was sent yet');
	expect(app.frame()).toContain('esc stop waiting');
	expect(app.frame()).not.toContain('y send');
	let next = service.faults.hold({on: 'create'});
	hold.release();
	await app.waitFor('1 of 3: creating the new one … 0 s · it may succeed even if you stop waiting');
	hold = service.faults.hold({on: 'list'});
	next.release();
	await app.waitFor('Accepted as ID 13. 2 of 3: checking that the new one is listed … 0 s');
	next = service.faults.hold({on: 'delete'});
	hold.release();
	const last = await app.waitFor('3 of 3: deleting the old one …');
	expect(last).toMatch(
		/✓ 1 of 3: creating the new one \(0 s\)\n ✓ 2 of 3: checking that the new one is listed \(0 s\)\n 3 of 3/v,
	);
	next.release();
	await app.waitFor('✓ Replaced 1 with 13');
});

test('what is being sent is not reported as a duplicate of itself when it is listed', async () => {
	await using service = await temporarySandbox({samples: 2});
	let now = stillClock.now();
	await using app = await startApp({service, size: '80x24', clock: {...stillClock, now: () => now}});
	await app.waitFor('2 notifications ');
	await app.press('c');
	expect(await app.waitFor('clone notification 1')).toContain('not known');
	await app.press('BackTab', 'BackTab', 'BackTab', 'C-u', 'somebody else');
	await app.press('C-s');
	expect(await app.waitFor('✓ No duplicate in the listing.')).toContain('! The copy loses its template, if any');
	const {length} = app.frames;
	now += 20_000;
	const hold = service.faults.hold({on: 'list'});
	await app.press('C-s');
	// What the earlier listing showed is said before what is looked for now.
	await app.waitFor(/✓ No duplicate in the listing\.\n Before sending: looking for duplicates/v);
	hold.release();
	await app.waitFor('✓ Created 3');
	expect(app.frames.slice(length).join('\n')).not.toMatch(/is identical|allow-duplicate/v);
});

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
	const review = await app.waitFor(/Replace .*ID 1\)/v);
	expect(review).toContain(warning);
	expect(review).toContain('(sent unchanged)');
	await app.press('C-s');
	await app.waitFor('✓ Replaced 1 with 2');
	const {channel, ...rest} = record;
	expect(service.records).toStrictEqual([
		{...rest, ...(channel !== null && {channel}), notification_name: 'New', id: 2},
	]);
});

test('the review of several addresses shows what they share, then each of them', async () => {
	await using sandbox = await temporarySandbox({samples: 0});
	await using app = await startApp({service: sandbox});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys.slice(0, -1), pasted('0xAb 0xCd'));
	await app.waitFor('2 addresses: creates 2 notifications');
	expect(app.frame()).toMatch(/at 0xAb or 0xCd on\s+ETH_MAINNET/v);
	await app.press('C-s');
	expect(await app.waitFor('Create 2 notifications on')).toMatch(/^ User +user-1$[^]*^ 1 {2}0xAb$\n 2 {2}0xCd$/mv);
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
	await later.waitFor(/Recreate .*ID 1\)/v);
	await later.press('C-s');
	await later.waitFor('✓ Undone. Recreated 1 as 2');
	expect(service.records).toMatchObject([{delivery_location: hook, event_details: {addresses: ['bc1q']}}]);
});
