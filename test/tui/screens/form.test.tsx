import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

/** Opens the form and checks that no documented field is missing. */
async function openEmptyForm(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('n', 'user-1');
	const frame = app.frame();
	for (const label of ['User', 'Channel', 'Recipient', 'Network', 'Event', 'Address', 'Filters', 'Name', 'Template']) {
		expect(frame).toContain(label);
	}

	return frame;
}

test('shows every documented field, at 80x24', async () => {
	expect(await openEmptyForm('80x24')).toMatchInlineSnapshot(`
		" new notification · SANDBOX                                          * required
		> User *      user-1
		  Channel *   EMAIL
		  Recipient * e-mail address, URL or chat ID
		  Network *   ETH_MAINNET
		  Event *     ADDRESS_ACTIVITY
		  Address *   0x…
		  Filters     none: every event of the address. ctrl+n adds one.
		  Name        a name for people
		  Template    the message, as the service renders it












		 ctrl+g help  tab next  ctrl+s send  ctrl+n add filter"
	`);
});

test('shows every documented field, at 120x40', async () => {
	expect(await openEmptyForm('120x40')).toMatchInlineSnapshot(`
		" new notification · SANDBOX                                                                                  * required
		> User *      user-1
		  Channel *   EMAIL
		  Recipient * e-mail address, URL or chat ID
		  Network *   ETH_MAINNET
		  Event *     ADDRESS_ACTIVITY
		  Address *   0x…
		  Filters     none: every event of the address. ctrl+n adds one.
		  Name        a name for people
		  Template    the message, as the service renders it




























		 ctrl+g help  tab next  ctrl+s send  ctrl+n add filter"
	`);
});

test('the channel is picked from a list', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Enter');
	await app.waitFor('❯ EMAIL');
	await app.press('Down', 'Down', 'Enter');
	await app.waitFor('> Recipient');
	expect(app.frame()).toMatch(/Channel \* +TELEGRAM/v);
	await app.press('Up', 'Enter');
	await app.waitFor('❯ TELEGRAM');
	await app.press('Escape');
	await app.waitFor('> Channel');
});

test('what is wrong stands at its field, and is gone to; nothing is sent', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, []);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet');
	await app.press('n', 'user-1', 'Tab', 'Tab', 'a@example.com', 'Tab', 'Tab', 'Tab', 'nonsense', 'C-s');
	const frame = await app.waitFor('must be hexadecimal');
	expect(frame).toContain('> Address');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
});

test('the service\'s complaints stand at their fields; those without one on top; a complaint goes when its field is edited', async () => {
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, 200, []);
		} else {
			answer(response, 400, {message: 'Invalid', errors: {
				delivery_location: ['unknown recipient'],
				'event_details.filters.0.value': ['too small'],
				quota: ['is used up'],
			}});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet');
	await app.press('n', 'user-1', 'Tab', 'Tab', 'a@example.com', 'Tab', 'Tab', 'Tab', '0x01', 'C-n', 'value', 'Tab', 'Tab', '1', 'C-s');
	const frame = await app.waitFor('unknown recipient');
	expect(frame).toContain('> Recipient');
	expect(frame).toContain('value too small');
	expect(frame).toContain('quota: is used up');
	await app.press('x');
	await app.waitUntilGone('unknown recipient');
	expect(app.frame()).toContain('too small');
});

test('filters are added and removed', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'hash', 'C-n', 'asset');
	expect(app.frame()).toMatch(/Filter 1 +hash/v);
	expect(app.frame()).toMatch(/Filter 2 +asset/v);
	await app.press('Up', 'Up', 'C-x');
	expect(app.frame()).toMatch(/Filter 1 +asset/v);
	expect(app.frame()).not.toContain('Filter 2');
});

test('what is sent is what was written, optional fields left out', async () => {
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [] : {notification_id: 77});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet');
	await app.press('n', 'user-1', 'Tab', 'Tab', 'a@example.com', 'Tab', 'Tab', 'Tab', '0xAb', 'C-s');
	await app.waitFor('✓ Created 77');
	const posts = server.requests.filter(({method}) => method === 'POST');
	expect(posts.map(({body}) => JSON.parse(body) as unknown)).toEqual([{
		external_user_id: 'user-1',
		channel: 'EMAIL',
		delivery_location: 'a@example.com',
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xAb']},
	}]);
});

test('where the answer names no id, the listing does', async () => {
	const record = {
		id: 31,
		external_user_id: 'user-1',
		channel: 'EMAIL',
		delivery_location: 'a@example.com',
		event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xab']},
	};
	let isCreated = false;
	await using server = await createHttpServer((request, response) => {
		isCreated ||= request.method === 'POST';
		answer(response, 200, request.method === 'GET' ? [{...record, id: 30}, ...isCreated ? [record] : []] : {});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('1 notification ');
	await app.press('n', 'user-1', 'Tab', 'Tab', 'a@example.com', 'Tab', 'Tab', 'Tab', '0xAb', 'C-s');
	await app.waitFor('✓ Created 31');
	await app.waitFor('2 notifications');
});
