import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {expect, test} from 'vitest';
import {createAcceptingServer} from '../../helpers/accepting-server.ts';
import {startApp, temporaryFolder} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';
import {pasted} from '../../helpers/screen.tsx';
import {duplicateOfTypical, typicalKeys} from './typical-form.ts';

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

test('shows every documented field at 80x24', async () => {
	expect(await openEmptyForm('80x24')).toMatchInlineSnapshot(`
		" new notification · SANDBOX                                          * required
		▌ User *      user-1
		  Channel *   │  user-1003
		  Recipient * │  user-1001
		  Address *   │  user-1002
		  Network *   ETH_MAINNET
		  Event *     ADDRESS_ACTIVITY
		  Filters     none (all events match), e.g. value > 100 and asset = USDC
		  Name        optional display name
		  Template    optional (ctrl+o: editor, ctrl+j: new line)






		────────────────────────────────────────────────────────────────────────────────
		 Send … to … for any event at … on ETH_MAINNET
		 No filters: every event matches.



		 ctrl+g help  ctrl+s review  enter next  ctrl+n add filter"
	`);
});

test('a form whose fields do not all fit says which lines are shown', async () => {
	await using app = await startApp({size: '60x12'});
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab');
	await app.waitFor(/lines \d+–(\d+) of \1 · \* required$/mv);
	await app.press('Tab');
	await app.waitFor(/lines 1–\d+ of \d+ · \* required$/mv);
});

test('in five lines a notice leaves the focused field in sight', async () => {
	await using app = await startApp({size: '60x5'});
	await app.waitFor('12 notifications');
	await app.press('e', 'C-s');
	const frame = await app.waitFor('No changes to save.');
	expect(frame).toMatch(/^▌ User \* {6}ops-1$/mv);
	await app.press('C-s', 'Tab');
	await app.waitFor(/^▌ Channel/mv);
});

test('below the fields a long notification is told shorter, to its end', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press(
		'n',
		'user-1',
		'Tab',
		'w',
		pasted(`https://example.com/${'hooks/'.repeat(20)}`),
		'Tab',
		pasted('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'),
	);
	const frame = await app.waitFor('✓ No duplicate in the listing.');
	const lines = frame.split('\n');
	const rule = lines.findLastIndex(line => line.startsWith('─'));
	expect(lines.slice(rule + 1, rule + 3).join(' ')).toMatch(
		/^ POST to https:\/\/example\.com\/[\S ]*… +for any event at 0xd8dA…6045 on ETH_MAINNET$/v,
	);
});

test('the channel can be picked from a list', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'Tab', 'Enter');
	await app.waitFor('▌ EMAIL');
	await app.press('Down', 'Down', 'C-g');
	await app.waitFor('· help');
	// Help above it gets the keys.
	await app.press('Down', 'Enter', 'Escape');
	await app.waitFor('▌ TELEGRAM');
	await app.press('Enter');
	await app.waitFor('chat ID or @username');
	expect(app.frame()).toMatch(/Channel \* +TELEGRAM/v);
	await app.press('Up', ' ', 'Down');
	await app.waitFor('▌ SLACK');
	await app.press('Escape');
	await app.waitFor(/▌ Channel \* +TELEGRAM/v);
	await app.press(' ', 'w');
	await app.waitFor(/▌ Channel \* +WEBHOOK/v);
});

test('issues from the service are shown at their fields, general ones below the headline; editing a field removes its issue', async () => {
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, 200, []);
		} else {
			answer(response, 400, {
				message: 'Invalid',
				errors: {
					delivery_location: ['unknown recipient'],
					'event_details.filters.0.value': ['too small'],
					quota: ['is used up'],
				},
			});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet.');
	await app.press(
		'n',
		'user-1',
		'Enter',
		'e',
		'Enter',
		'a@example.com',
		'Enter',
		'0x01',
		'C-n',
		'value > 1',
		'C-s',
		'C-s',
	);
	const frame = await app.waitFor('unknown recipient');
	expect(frame).toContain('▌ Recipient * a@example.com');
	expect(frame).toContain('✗ Filter 1 value: too small');
	expect(frame).toMatch(/\(400\)[^✗]+✗ quota: is used up/v);
	// Every error that is shown counts, also one of no field.
	expect(frame).toContain('3 errors');
	await app.press('x');
	await app.waitUntilGone('unknown recipient');
	expect(app.frame()).toContain('too small');
});

test('when the last complaint of the service is mended, nothing of its answer is left', async () => {
	await using server = await createHttpServer((request, response) => {
		if (request.method === 'GET') {
			answer(response, 200, []);
		} else {
			answer(response, 422, {errors: {delivery_location: ['unknown recipient'], external_user_id: ['unknown user']}});
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet.');
	await app.press('n', ...typicalKeys, 'C-s', 'C-s');
	await app.waitFor('unknown recipient');
	expect(app.frame()).toContain('(422)');
	expect(app.frame()).not.toContain('{');
	await app.press('x');
	await app.waitUntilGone('unknown recipient');
	expect(app.frame()).toContain('unknown user');
	await app.press('BackTab', 'BackTab', 'x');
	await app.waitUntilGone('unknown user');
	expect(app.frame()).not.toMatch(/\(422\)|The service|unknown/v);
});

test('several errors are counted, and alt+e goes to the next one', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12');
	await app.press('n', 'C-s');
	await app.waitFor('4 errors');
	expect(app.frame()).toContain('alt+e next error');
	expect(app.frame()).toContain('▌ User');
	await app.press('M-e', 'M-e');
	await app.waitFor('▌ Recipient');
	await app.press('M-e', 'M-e', 'user-1');
	await app.waitFor('3 errors');
	expect(app.frame()).toContain('▌ User');
	await app.press('M-e', 'e', 'a@example.com');
	await app.waitUntilGone('errors');
	expect(app.frame()).toContain('alt+e next error');
	await app.press('M-e', '0xAb');
	await app.waitUntilGone('alt+e next error');
});

test('ctrl+/ undoes the last change, also the removal of a filter', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'user-1', 'Tab', 'e', 'C-n', 'hash', 'Enter', '0xab', 'C-u');
	await app.waitFor(/Filters +none/v);
	await app.send('\u{1F}');
	expect(app.frame()).toMatch(/▌ Filters +hash = 0xab/v);
	await app.send('\u{1B}[47;5u');
	expect(app.frame()).toMatch(/▌ Filters +none/v);
	await app.send('\u{1F}\u{1F}');
	expect(app.frame()).toContain('▌ User');
	expect(app.frame()).toMatch(/User \* +external user ID/v);
	await app.send('\u{1F}');
	await app.waitFor('Nothing to undo.');
});

test('a filter without its value is told below its line, with the place, and the sample is no error', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('n', 'C-n', 'value > 10 and asset =', 'C-s');
	const frame = await app.waitFor('✗ Filter 2 has no value yet.');
	expect(frame).toMatch(/Filters {5}value > 10 and asset =\n {36}\^\n/v);
	await app.press('M-e', 'M-e', 'M-e', 'M-e', ' ETH');
	await app.waitFor('Sample event would not fire: its value is 0.5.');
});

test('a value that the service accepted is suggested from then on, also after a restart', async () => {
	const listed: unknown[] = [];
	await using server = await createAcceptingServer(1, listed);
	const service = {baseUrl: server.baseUrl, apiKey: 'key-for-tests'};
	await using home = await temporaryFolder();
	{
		await using app = await startApp({service, home: home.path});
		await app.waitFor('No notifications yet.');
		await app.press('n', ...typicalKeys, 'Tab', 'C-u', 'ZORA_MAINNET', 'Tab', 'C-s', 'C-s');
		await app.waitFor('✓ Created');
		await app.waitFor('1 notification ');
	}

	// What is listed is suggested as well.
	listed.length = 0;
	await using app = await startApp({service, home: home.path});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'zo');
	await app.waitFor('▌ ZORA_MAINNET');
});

test('an address with a wrong checksum is an error that can be overridden; it is sent as typed', async () => {
	await using server = await createAcceptingServer(1);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('No notifications yet.');
	const wrong = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'a@example.com', 'Enter', wrong, 'C-s');
	await app.waitFor('fails its EIP-55 checksum');
	await app.press('C-r', 'C-s');
	await app.waitFor('Create on');
	await app.press('C-s');
	await app.waitFor('✓ Created');
	expect(server.requests.find(({method}) => method === 'POST')?.body).toContain(wrong);
});

test('a template of several lines is shown, edited in $EDITOR, and unchanged when the editor fails', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "from the editor\\nsecond line\\n" >> "$1"\n', {mode: 0o755});
	await using app = await startApp({editor: script});
	await app.waitFor('12 notifications');
	await app.press('n', 'BackTab');
	await app.waitFor('▌ Template');
	await app.send('\u{1B}[200~first\r\nnext\u{1B}[201~');
	expect(app.frame()).toMatch(/▌ Template +first\n +next/v);
	await app.press('C-o');
	const frame = await app.waitFor('from the editor');
	expect(frame).toMatch(/first\n +next\n +from the editor\n +second line/v);

	await using other = await startApp({editor: 'no-such-editor-anywhere'});
	await other.waitFor('12 notifications');
	await other.press('n', 'BackTab', 'kept', 'C-o');
	await other.waitFor(
		/✗ Editor "no-such-editor-anywhere" not found \(set VISUAL or EDITOR\);\s+template\s+unchanged\./v,
	);
	expect(other.frame()).toContain('kept');
});

test('the template is unchanged when the editor removes the file, and updated when it saves but exits with an error', async () => {
	await using folder = await temporaryFolder();
	const script = path.join(folder.path, 'editor.sh');
	await writeFile(script, '#!/bin/sh\nprintf "written all the same" > "$1"\nexit 3\n', {mode: 0o755});
	await using removing = await startApp({editor: 'rm'});
	await removing.waitFor('12 notifications');
	await removing.press('n', 'BackTab', 'kept', 'C-o');
	await removing.waitFor(/✗ The edited text cannot be used: there is no such file[^\n]*/v);
	expect(removing.frame()).toContain('kept');

	await using writing = await startApp({editor: script});
	await writing.waitFor('12 notifications');
	await writing.press('n', 'C-o');
	await writing.waitFor(/▌ Template +written all the same/v);
});

test('listed values are suggested, also when the listing arrives late', async () => {
	const released = Promise.withResolvers<void>();
	await using server = await createHttpServer(async (_request, response) => {
		await released.promise;
		answer(response, 200, [
			{...duplicateOfTypical(1), event_details: {network: 'ZORA_MAINNET', event_type: 'E', addresses: ['0x1']}},
		]);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('Loading notifications');
	await app.press('n', 'Tab', 'Tab', 'Tab', 'Tab', 'C-u', 'zo');
	released.resolve();
	await app.waitFor('▌ ZORA_MAINNET');
});
