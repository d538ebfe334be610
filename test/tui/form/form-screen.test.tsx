import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

/** Fills in what is required. */
const typical = ['user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', '0xAb'];

/** A listed notification that says what `typical` does. */
const like = (id: number) => ({
	id,
	external_user_id: 'user-1',
	channel: 'EMAIL',
	notification_name: 'Old name',
	delivery_location: 'a@example.com',
	event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0xab']},
});

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
		  Channel *   e/w/t/s, or space to choose
		  Recipient * depends on the channel
		  Address *   0x…
		  Network *   ETH_MAINNET
		  Event *     ADDRESS_ACTIVITY
		  Filters     none: every event of the address. ctrl+n adds one.
		  Name        optional display name
		  Template    optional message template (ctrl+o: editor, ctrl+j: new line)












		 ctrl+g help  ctrl+s review  enter onward  ctrl+n add filter"
	`);
});

test('shows every documented field, at 120x40', async () => {
	expect(await openEmptyForm('120x40')).toMatchInlineSnapshot(`
		" new notification · SANDBOX                                                                                  * required
		> User *      user-1
		  Channel *   e/w/t/s, or space to choose
		  Recipient * depends on the channel
		  Address *   0x…
		  Network *   ETH_MAINNET
		  Event *     ADDRESS_ACTIVITY
		  Filters     none: every event of the address. ctrl+n adds one.
		  Name        optional display name
		  Template    optional message template (ctrl+o: editor, ctrl+j: new line)




























		 ctrl+g help  ctrl+s review  enter onward  ctrl+n add filter"
	`);
});

test('the channel is picked from a list', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Enter');
	await app.waitFor('❯ EMAIL');
	await app.press('Down', 'Down', 'Enter');
	await app.waitFor('chat ID or @username');
	expect(app.frame()).toMatch(/Channel \* +TELEGRAM/v);
	await app.press('Up', ' ');
	await app.waitFor('❯ TELEGRAM');
	await app.press('Escape');
	await app.waitFor('> Channel');
});

test('help over the channel picker takes its keys', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Enter');
	await app.waitFor('❯ EMAIL');
	await app.press('C-g');
	await app.waitFor('· keys');
	await app.press('Down', 'Down', 'Enter', 'Escape');
	await app.waitFor('❯ EMAIL');
});

test('what is wrong stands at its field, and is gone to; nothing is sent', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, []);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', 'nonsense', 'C-s');
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
	await app.waitFor('No notifications.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', '0x01', 'C-n', 'value', 'Tab', 'Tab', '1', 'C-s', 'C-s');
	const frame = await app.waitFor('unknown recipient');
	expect(frame).toContain('> Recipient * a@example.com');
	expect(frame).toContain('value too small');
	expect(frame).toContain('quota: is used up');
	await app.press('x');
	await app.waitUntilGone('unknown recipient');
	expect(app.frame()).toContain('too small');
});

test('filters are added and removed', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'hash', 'Tab', 'C-n', 'asset', 'Tab');
	expect(app.frame()).toMatch(/Filter 1 +hash/v);
	expect(app.frame()).toMatch(/Filter 2 +asset/v);
	await app.press('BackTab', 'BackTab', 'C-x');
	expect(app.frame()).toMatch(/Filter 1 +asset/v);
	expect(app.frame()).not.toContain('Filter 2');
});

test('what is sent is what was written, optional fields left out', async () => {
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [] : {notification_id: 77});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', '0xAb', 'C-s', 'C-s');
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
	let isCreated = false;
	await using server = await createHttpServer((request, response) => {
		isCreated ||= request.method === 'POST';
		answer(response, 200, request.method === 'GET' ? [like(30), ...isCreated ? [{...like(31), notification_name: null}] : []] : {});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('1 notification ');
	await app.press('n', ...typical, 'C-s', 'y');
	await app.waitFor('✓ Created 31');
	await app.waitFor('2 notifications');
});

test('one that says the same already is shown with its id, before anything is sent, and asks', async () => {
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [like(30)] : {id: 31});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('1 notification ');
	await app.press('n', ...typical, 'C-s');
	await app.waitFor('Notification 30 (Old name) says the same already');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('Enter', 'C-s');
	await app.waitFor('One like it is there, or may be');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created 31');
});

test('one that was created meanwhile by somebody else is found before the POST, and asks', async () => {
	let isThere = false;
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? (isThere ? [like(30)] : []) : {id: 31});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications.');
	await app.press('n', ...typical, 'C-s');
	isThere = true;
	await app.press('C-s');
	await app.waitFor('Notification 30');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created 31');
});

test('where the listing fails nothing is sent before the operator says so', async () => {
	let isBroken = false;
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, isBroken ? 500 : 200, []);
		} else {
			answer(response, 201, {id: 31});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications.');
	await app.press('n', ...typical, 'C-s');
	isBroken = true;
	await app.press('C-s');
	await app.waitFor('There is no telling whether one like it exists');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
	await app.press('y');
	await app.waitFor('✓ Created 31');
});

test('the review shows the body, a curl without the key, the profile, and warnings', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('n', 'o\'brien', 'Enter', 't', 'Enter', 'nonsense', 'Enter', '0x01', 'C-s');
	const frame = await app.waitFor('To be created on the SANDBOX');
	expect(frame).toContain('"external_user_id": "o\'brien"');
	expect(frame).toContain('Authorization: Bearer $CHAINBELL_API_KEY');
	expect(frame).toContain(String.raw`o'\''brien`);
	expect(frame).toContain('! Recipient is neither a chat ID nor an @username');
	expect(frame).toContain('! Address has 2 hexadecimal digits; an account or contract has 40');
	await app.press('Escape');
	await app.waitFor('> Address');
});

test('network, event and filter parts are comboboxes: suggestions narrow as one types; other text takes one key more', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'arb');
	expect(await app.waitFor('❯ ARB_MAINNET')).not.toContain('OPT_MAINNET');
	await app.press('Tab');
	expect(app.frame()).toMatch(/Network \* +ARB_MAINNET/v);

	await app.press('C-u', 'gra');
	await app.waitFor('❯ GRAPHQL');
	await app.press('Up');
	await app.waitFor('❯ gra  (as typed)');
	await app.press('Tab');
	expect(app.frame()).toMatch(/Event \* +gra\n/v);
});

test('a value the service took is suggested from then on, also after the next start', async () => {
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [] : {id: 1});
	});
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('No notifications.');
		await app.press('n', ...typical, 'Tab', 'C-u', 'ZORA_MAINNET', 'Tab', 'C-s', 'C-s');
		await app.waitFor('✓ Created 1');
		await app.waitFor('No notifications.');
	}

	await using app = await startApp({service, home: home.path});
	await app.waitFor('No notifications.');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'zo');
	await app.waitFor('❯ ZORA_MAINNET');
});

test('operators fit the value type, types fit the operator, and a mismatch is a warning that can be sent', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', ...typical, 'C-n', 'asset', 'Tab', 'C-u');
	const frame = await app.waitFor('❯ eq');
	expect(frame).toContain('contains');
	expect(frame).not.toContain('  gt');
	await app.press('gt', 'Tab', 'USDC', 'Tab', 'C-s');
	expect(await app.waitFor('To be created')).toContain('! Filter 1 operator gt is not normally used with type str');
	await app.press('C-s');
	await app.waitFor('✓ Created 13');
});

test.each([
	['EMAIL', 'e', 'e-mail address, e.g. someone@example.com', 'nonsense', '✗ is not an e-mail address'],
	['WEBHOOK', 'w', 'URL, e.g. https://example.com/hook', 'http://example.com/', '✗ is not a full https:// URL'],
	['TELEGRAM', 't', 'chat ID or @username, e.g. -1001234567890', 'nonsense', '! is neither a chat ID'],
	['SLACK', 's', 'webhook URL, #channel, or channel or user ID, e.g. #alerts', 'nonsense', '! is not an incoming webhook URL'],
])('the hint for the recipient and its check follow the channel: %s', async (...[, key, hint, wrong, issue]) => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', key, 'Tab');
	await app.waitFor(`> Recipient * ${hint}`);
	await app.press(wrong, 'Tab');
	await app.waitFor(issue);
});

test('an address with a wrong checksum blocks, and can be taken all the same; what is sent is what was typed', async () => {
	await using server = await createHttpServer((request, response) => {
		answer(response, request.method === 'GET' ? 200 : 201, request.method === 'GET' ? [] : {id: 1});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications.');
	const wrong = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', wrong, 'C-s');
	await app.waitFor('fails its EIP-55 checksum');
	await app.press('C-r', 'C-s');
	await app.waitFor('To be created');
	await app.press('C-s');
	await app.waitFor('✓ Created 1');
	expect(server.requests.find(({method}) => method === 'POST')?.body).toContain(wrong);
});

test('a lower-case address is accepted, and shown with its checksum', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Tab', 'Tab', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045');
	await app.waitFor('= 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
});

test('filters are moved and copied, and read as sentences, each and all', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'Enter', '1000', 'C-n', 'ass', 'Enter', 'USDC');
	expect(app.frame()).toContain('asset is USDC (str)');
	expect(app.frame()).toMatch(/All must hold: value is greater than 1000 \(int\) and asset is USDC\n +\(str\)/v);
	await app.send('\u{1B}[1;3A');
	expect(app.frame()).toMatch(/Filter 2 +value is greater than 1000/v);
	await app.send('\u{1B}n');
	expect(app.frame()).toMatch(/Filter 1 +asset is USDC \(str\)/v);
	expect(app.frame()).toMatch(/> Filter 2 +asset/v);
	expect(app.frame()).toMatch(/Filter 3 +value is greater than 1000/v);
});

test('ctrl+t tries the filters on a sample, a pasted one or one from a file, row by row', async () => {
	await using folder = await temporaryFolder();
	const file = path.join(folder.path, 'sample.json');
	await writeFile(file, JSON.stringify({event: {activity: [{value: '2000.5', asset: 'USDC'}, {value: '1', asset: 'ETH'}]}}));
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'Enter', '1000', 'C-t');
	const frame = await app.waitFor('✗ Activity 1 does not match');
	expect(frame).toContain('value is greater than 1000 (int): it is 0.5');
	expect(frame).toContain('Evaluated locally on a built-in sample; the service may differ.');

	await app.press('f', file, 'Enter');
	await app.waitFor('✓ Activity 1 matches');
	expect(app.frame()).toContain('✗ Activity 2 does not match');

	await app.send('\u{1B}[200~{"value": "999999999999999999999999"}\u{1B}[201~');
	await app.waitFor('it is 999999999999999999999999');
	await app.send('\u{1B}[200~{nonsense\u{1B}[201~');
	await app.waitFor('the pasted sample is not JSON');
	await app.press('f', '/nowhere/at/all', 'Enter');
	await app.waitFor('cannot be read');
	await app.press('Escape', 'Escape');
	await app.waitFor('> Filter 1');
});

test('topics appear for a WEBHOOK with event GRAPHQL: 32 bytes each, or empty', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.press('n', 'user-1', 'Enter', 'w', 'Enter', 'https://example.com/', 'Enter', '0x01', 'Tab', 'Tab', 'C-u', 'gra', 'Tab');
	await app.waitFor('> Topic 0');
	await app.press('0x12', 'C-s');
	await app.waitFor('must be 0x and 64 hexadecimal digits');
	await app.press('C-u', `0x${'ab'.repeat(32)}`, 'C-s');
	expect(await app.waitFor('To be created')).toContain(`"topic_0": "0x${'ab'.repeat(32)}"`);
	await app.press('C-s');
	await app.waitFor('✓ Created 13');
});

test('a template of several lines is shown, edited in $EDITOR, and kept when that fails', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "from the editor\\nsecond line\\n" >> "$1"\n', {mode: 0o755});
	await using app = await startApp({editor: script});
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab');
	await app.waitFor('> Template');
	await app.send('\u{1B}[200~first\r\nnext\u{1B}[201~');
	expect(app.frame()).toMatch(/> Template +first\n +next/v);
	await app.press('C-o');
	const frame = await app.waitFor('from the editor');
	expect(frame).toMatch(/first\n +next\n +from the editor\n +second line/v);

	await using other = await startApp({editor: 'no-such-editor-anywhere'});
	await other.waitFor('12 notifications');
	await other.press('n', 'BackTab', 'kept', 'C-o');
	await other.waitFor(/✗ Editor "no-such-editor-anywhere" not found \(set VISUAL or EDITOR\);\s+template\s+unchanged\./v);
	expect(other.frame()).toContain('kept');
});

test('an editor that removes its file, and one that writes and ends badly', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "written all the same" > "$1"\nexit 3\n', {mode: 0o755});
	await using removing = await startApp({editor: 'rm'});
	await removing.waitFor('12 notifications');
	await removing.press('n', 'BackTab', 'kept', 'C-o');
	await removing.waitFor(/✗ Could not edit the text \(ENOENT[^\n]*/v);
	expect(removing.frame()).toContain('kept');

	await using writing = await startApp({editor: script});
	await writing.waitFor('12 notifications');
	await writing.press('n', 'C-o');
	await writing.waitFor(/> Template +written all the same/v);
});

test('a clone does not touch the draft that waits', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'precious', 'Escape');
	await app.waitFor('Not sent');
	await app.press('c');
	await app.waitFor('treasury@example.com');
	await app.press('Escape');
	await app.waitFor('Not sent');
	await app.press('n');
	await app.waitFor('precious');
});

test('a doubt stays in sight wherever the review is scrolled to', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, [like(30)]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '40x10'});
	await app.waitFor('1 notif');
	await app.press('n', ...typical, 'C-s', 'G');
	expect(await app.waitFor('0xAb"]}}')).toContain('Notification 30');
	expect(app.frame()).toContain('y sends it all the same');
});

test('a sample stays while one goes back to change the filters, digit for digit', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'Enter', '9007199254740992', 'C-t');
	await app.waitFor('Activity 1');
	await app.send('\u{1B}[200~{"value": 9007199254740993}\u{1B}[201~');
	await app.waitFor('✓ Activity 1 matches');
	await app.press('Escape');
	await app.waitFor('> Filter 1');
	await app.press('C-t');
	await app.waitFor('the pasted sample');
	expect(app.frame()).toContain('it is 9007199254740993');
});

test('values seen in the account are suggested also when the listing arrives late', async () => {
	const released = Promise.withResolvers<void>();
	await using server = await createHttpServer(async (_request, response) => {
		await released.promise;
		answer(response, 200, [{...like(1), event_details: {network: 'ZORA_MAINNET', event_type: 'E', addresses: ['0x1']}}]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('Listing the notifications');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'zo');
	released.resolve();
	await app.waitFor('❯ ZORA_MAINNET');
});

test('the template of several lines is walked through by line, and left at its edges', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab');
	await app.send('\u{1B}[200~one\ntwo\u{1B}[201~');
	await app.press('Up', 'X', 'Up');
	await app.waitFor('> Name');
	expect(app.frame()).toContain('oneX');
});
