import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

/** Opens a notification and checks that all of it is there. */
async function openDetail(size: string): Promise<string> {
	await using app = await startApp({size});
	await app.waitFor('12 notifications');
	await app.press('G', 'k', 'Enter');
	const frame = await app.waitFor('ADDRESS_ACTIVITY');
	expect(frame).toContain('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2');
	expect(frame).toMatch(/Filters +\S+ [!=<>a-z]/v);
	return frame;
}

test('shows every field, filters as sentences, at 80x24', async () => {
	expect(await openDetail('80x24')).toMatchInlineSnapshot(`
		" Not on the allowed list · SANDBOX
		 POST to https://example.com/hooks/compliance?team=7 when fromAddress not in
		 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,0xdAC17F958D2ee523a2206206994597C13
		 D831ec7 and value > 0.5 at 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 on
		 ETH_MAINNET
		 ID           11
		 Name         Not on the allowed list
		 Channel      WEBHOOK
		 User         compliance
		 Recipient    https://example.com/hooks/compliance?team=7
		 Filters      fromAddress not in 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,0xd
		              AC17F958D2ee523a2206206994597C13D831ec7 (list)
		              and value > 0.5 (float)
		 Network      ETH_MAINNET
		 Address      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
		 Event        ADDRESS_ACTIVITY






		 ? help  J raw JSON  e edit  c clone  d delete  esc back"
	`);
});

test('shows every field, filters as sentences, at 120x40', async () => {
	expect(await openDetail('120x40')).toMatchInlineSnapshot(`
		" Not on the allowed list · SANDBOX

		 POST to https://example.com/hooks/compliance?team=7 when fromAddress not in
		 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,0xdAC17F958D2ee523a2206206994597C13D831ec7 and value > 0.5 at
		 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 on ETH_MAINNET
		 ID           11
		 Name         Not on the allowed list
		 Channel      WEBHOOK
		 User         compliance
		 Recipient    https://example.com/hooks/compliance?team=7
		 Filters      fromAddress not in 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,0xdAC17F958D2ee523a2206206994597C13D831ec7
		              (list)
		              and value > 0.5 (float)
		 Network      ETH_MAINNET
		 Address      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2
		 Event        ADDRESS_ACTIVITY






















		 ? help  J raw JSON  e edit  c clone  d delete  esc back"
	`);
});

test('J toggles the raw JSON', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('Enter', 'J');
	const frame = await app.waitFor('"external_user_id": "ops-1"');
	expect(frame).toContain('raw');
	await app.press('J');
	await app.waitFor('User         ops-1');
});

test('an ID beyond 2^53 and unknown members are shown as they were sent', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(
			response,
			200,
			'[{"id": "ff465e93-e7e1-429b-a262-e33301becf8e"}, {"id": 90071992547409931234, "channel": "PIGEON", "colour": "blue", "event_details": {"addresses": ["0x1"], "speed": 12345678901234567890}}]',
		);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('2 notifications');
	await app.press('Enter');
	// Without a name; the header cuts no ID that it has room for.
	await app.waitFor(/^ ff465e93-e7e1-429b-a262-e33301becf8e · /v);
	await app.press('Escape', 'j', 'Enter');
	const frame = await app.waitFor('PIGEON');
	expect(frame).toContain('90071992547409931234');
	expect(frame).toContain('"blue"');
	expect(frame).toContain('12345678901234567890');
});

test('a long record scrolls', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('12 notif');
	await app.press('Enter');
	await app.waitFor('lines 1–6');
	await app.press('G');
	expect(await app.waitFor('ADDRESS_ACTIVITY')).not.toContain('lines 1–6');
	await app.press('g');
	await app.waitFor('lines 1–6');
});

test('e resumes an unsent draft of the edit, as it does in the list', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('C-e', ' changed', 'Escape');
	await app.waitFor('12 notifications');
	await app.press('Enter');
	await app.waitFor('ADDRESS_ACTIVITY');
	await app.press('e');
	await app.waitFor('edit notification 1');
	expect(app.frame()).toContain('changed');
});

const listed = [
	{id: 1, notification_name: 'one', channel: 'EMAIL'},
	{id: 2, notification_name: 'two', channel: 'EMAIL'},
];

test('a notification that no longer exists is neither edited nor deleted, but cloned', async () => {
	let list = listed;
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, list);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	await app.waitFor('2 notifications');
	list = [listed[1]!];
	await app.press('r');
	await app.waitFor('-1');
	await app.press('Enter');
	await app.waitFor(/^ [^·]+, no longer listed/v);
	await app.press('e');
	await app.waitFor('This notification no longer exists.');
	await app.press('j');
	await app.waitUntilGone('This notification no longer exists.');
	await app.press('d');
	await app.waitFor('This notification no longer exists.');
	await app.press('c');
	await app.waitFor('clone notification 1');
});

test('a notification that vanishes while it is shown can no longer be deleted', async () => {
	const gate = Promise.withResolvers<void>();
	let turn = 0;
	await using server = await createHttpServer(async (_request, response) => {
		turn++;
		if (turn > 1) {
			await gate.promise;
		}

		answer(response, 200, turn > 1 ? [listed[1]!] : listed);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'test-key'}});
	await app.waitFor('2 notifications');
	await app.press('r', 'Enter');
	await app.waitFor('d delete');
	gate.resolve();
	await app.waitFor(/^ [^·]+, no longer listed/v);
	expect(app.frame()).not.toContain('d delete');
});
