import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

test('creates, opens and deletes a notification with keys alone', async () => {
	await using app = await startApp();
	await app.waitFor('12 notifications');

	await app.press('n', 'user-42', 'Enter', 'e', 'Enter', 'ops@example.com', 'Enter', address);
	await app.press('C-n', 'Enter', '1000', 'Tab', 'Big transfers');
	expect(app.frame()).toContain('Big transfers');
	await app.press('C-s');
	await app.waitFor('Create on SANDBOX');
	await app.press('Enter', 'C-s');
	await app.waitFor('✓ Created 13 on SANDBOX.');
	await app.waitFor('13 notifications');

	await app.press('G', 'Enter');
	await app.waitFor('value > 1,000 (int)');
	expect(app.frame()).toContain('user-42');
	expect(app.frame()).toContain(address);

	await app.press('d');
	await app.waitFor('y delete');
	await app.press('y');
	await app.waitFor('✓ Deleted 13 from SANDBOX.');
	await app.waitFor('12 notifications');
	// The lines below the list follow a moment later.
	await app.waitUntilGone('Big transfers');
});

test('only y deletes', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(
			response,
			200,
			Array.from({length: 12}, (_value, id) => ({id, channel: 'EMAIL'})),
		);
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}});
	await app.waitFor('12 notifications');
	await app.press('d');
	await app.waitFor('y delete');
	await app.press('Enter', 'Enter', 'j', 'Y', 'd', 'C-s');
	expect(app.frame()).toContain('y delete');
	await app.press('Escape');
	await app.waitFor('12 notifications');
	expect(server.requests.every(({method}) => method === 'GET')).toBe(true);
});

test('a read-only profile refuses to create and delete, and says why', async () => {
	await using sandbox = await temporarySandbox({samples: 2});
	await using app = await startApp({service: sandbox, isReadOnly: true});
	await app.waitFor('2 notifications');
	expect(app.frame()).toContain('read-only');
	await app.press('d');
	await app.waitFor('Read-only: started with --read-only.');
	await app.press('n');
	await app.waitFor('Read-only: started with --read-only.');
});
