import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';
import type {Screen} from '../../helpers/screen.tsx';

const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};
const oldKey = 'the-old-key';

/** An account that is listed once; what follows is answered by the handler. */
async function startAccount(later: Handler) {
	const server = await createHttpServer((request, response) => {
		if (server.requests.length === 1) {
			answer(response, 200, [record]);
			return;
		}

		void later(request, response);
	});
	const app = await startApp({service: {baseUrl: server.baseUrl, apiKey: oldKey}});
	await app.waitFor('1 notification ');
	return {
		server,
		app,
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

/** A frame at a size, the address of the server and runs of empty lines made the same for every run. */
async function frameAt(app: Screen, columns: number, rows: number): Promise<string> {
	app.resize(columns, rows);
	const frame = await app.waitFor(new RegExp(String.raw`^(?:[^\n]*\n){${rows - 2}}[^\n]*$`, 'v'));
	return frame
		.replaceAll(/127\.0\.0\.1:\d{5}/gv, '127.0.0.1:00000')
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n')
		.replaceAll(/\n{4,}/gv, '\n⋮\n');
}

const refuse: Handler = (_request, response) => {
	answer(response, 401, {error: 'Unauthorized', message: 'Invalid or missing API key'});
};

/** Lists as before, and answers a DELETE with what is given. */
const refuseDelete =
	(respond: (response: Parameters<Handler>[1]) => void): Handler =>
	(request, response) => {
		if (request.method === 'DELETE') {
			respond(response);
		} else {
			answer(response, 200, [record]);
		}
	};

test('asked by the operator', async () => {
	await using account = await startAccount(refuse);
	const {app} = account;
	await app.press('K');
	const frame = await app.waitFor('paste the key');
	expect(frame).toContain('The one in use stays');
	expect(frame).not.toMatch(/reject|refuse|\(401\)/v);
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 Enter another API key for
		 127.0.0.1:00000. The one in use stays
		 until the service accepts the new one.

		 ▌ API key  paste the key


		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 Enter another API key for 127.0.0.1:00000. The one in use stays until the
		 service accepts the new one.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 Enter another API key for 127.0.0.1:00000. The one in use stays until the service accepts the new one.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('refused with 401 and words', async () => {
	await using account = await startAccount(refuse);
	const {app} = account;
	await app.press('r');
	const frame = await app.waitFor('paste the key');
	expect(frame).toMatch(/Could not list the notifications\.\s+The service rejected the API key \(401\)\./v);
	expect(frame).toContain('The service says: Invalid or missing API key');
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not list the notifications.
		 The service rejected the API key
		 (401).
		 The service says: Invalid or missing
		 API key
		 ▌ API key  paste the key

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('refused with 401 and no words', async () => {
	await using account = await startAccount(
		refuseDelete(response => {
			answer(response, 401);
		}),
	);
	const {app} = account;
	await app.press('d', 'y');
	const frame = await app.waitFor('paste the key');
	expect(frame).toMatch(
		/Could not delete the notification\. The service rejected the API key \(401\)\.\s+This request deleted nothing\./v,
	);
	expect(frame).not.toContain('The service says');
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not delete the notification.
		 The service rejected the API key
		 (401). This request deleted nothing.
		 Enter another API key for
		 127.0.0.1:00000.
		 ▌ API key  paste the key

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not delete the notification. The service rejected the API key (401).
		 This request deleted nothing.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ Could not delete the notification. The service rejected the API key (401). This request deleted nothing.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('not allowed: 403', async () => {
	await using account = await startAccount(
		refuseDelete(response => {
			answer(
				response,
				403,
				{
					title: 'Read-only key',
					detail:
						'This key can list notifications, but neither create nor delete them. Ask for a key of the role "operator".',
				},
				{'x-request-id': 'r-17'},
			);
		}),
	);
	const {app} = account;
	await app.press('d', 'y');
	await app.waitFor('K another API key');
	expect(app.frame()).toContain('not allowed to do that (403)');
	await app.press('K');
	const frame = await app.waitFor('paste the key');
	expect(frame).toMatch(
		/Could not delete the notification\. This API key is not allowed to do that\s+\(403\)\. This request deleted nothing\. \(request r-17\)/v,
	);
	expect(frame).toMatch(/Read-only key: This key can list notifications,/v);
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000    pgup pgdn
		 ✗ Could not delete the notification.
		 This API key is not allowed to do that
		 (403). This request deleted nothing.
		 (request r-17)
		 The service says: Read-only key: This
		 ▌ API key  paste the key

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not delete the notification. This API key is not allowed to do that
		 (403). This request deleted nothing. (request r-17)
		 The service says: Read-only key: This key can list notifications, but neither
		 create nor delete them. Ask for a key of the role "operator".
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ Could not delete the notification. This API key is not allowed to do that (403). This request deleted nothing.
		 (request r-17)
		 The service says: Read-only key: This key can list notifications, but neither create nor delete them. Ask for a key of
		 the role "operator".
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  paste the key
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('checking', async () => {
	const checked = Promise.withResolvers<void>();
	await using account = await startAccount(async (request, response) => {
		if (request.headers.authorization !== `Bearer ${oldKey}`) {
			await checked.promise;
		}

		void refuse(request, response);
	});
	const {app} = account;
	await app.press('r');
	await app.waitFor('paste the key');
	await app.press('the-new-key', 'Enter');
	const frame = await app.waitFor('Checking with the service');
	expect(frame).toContain('•••••••••••');
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000    pgup pgdn
		 ✗ Could not list the notifications.
		 The service rejected the API key
		 (401).
		 ▌ API key  •••••••••••
		 Checking with the service … esc:
		 cancel

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••

		 Checking with the service … esc: cancel
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••

		 Checking with the service … esc: cancel
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	checked.resolve();
});

test('refused again', async () => {
	await using account = await startAccount((request, response) => {
		const isOld = request.headers.authorization === `Bearer ${oldKey}`;
		answer(response, 401, {message: isOld ? 'Key revoked' : 'No such key'});
	});
	const {app} = account;
	await app.press('r');
	await app.waitFor('paste the key');
	expect(app.frame()).toContain('Key revoked');
	await app.press('the-new-key', 'Enter');
	const frame = await app.waitFor('The new key was not accepted.');
	expect(frame).toContain('The service says: No such key');
	expect(frame).not.toContain('Key revoked');
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ The new key was not accepted. The
		 service rejected the API key (401).
		 The service says: No such key
		 Check the key you typed.
		 ▌ API key  •••••••••••


		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ The new key was not accepted. The service rejected the API key (401).
		 The service says: No such key
		 Check the key you typed.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ The new key was not accepted. The service rejected the API key (401).
		 The service says: No such key
		 Check the key you typed.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('malformed key', async () => {
	await using account = await startAccount(refuse);
	const {app, server} = account;
	await app.press('r');
	await app.waitFor('paste the key');
	await app.press('not a key\u{E9}', 'Enter');
	await app.waitFor('✗ ');
	expect(server.requests).toHaveLength(2);
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000    pgup pgdn
		 ✗ Could not list the notifications.
		 The service rejected the API key
		 ▌ API key  ••••••••••
		 ✗ Enter the API key alone, without
		 "Bearer". It must not contain spaces,
		 line breaks or non-ASCII characters.

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  ••••••••••

		 ✗ Enter the API key alone, without "Bearer". It must not contain spaces, line
		 breaks or non-ASCII characters.
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ Could not list the notifications. The service rejected the API key (401).
		 The service says: Invalid or missing API key
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  ••••••••••

		 ✗ Enter the API key alone, without "Bearer". It must not contain spaces, line breaks or non-ASCII characters.
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});

test('unreachable', async () => {
	await using account = await startAccount(refuse);
	const {app, server} = account;
	await app.press('r');
	await app.waitFor('paste the key');
	await server[Symbol.asyncDispose]();
	await app.press('the-new-key', 'Enter');
	const frame = await app.waitFor('The new key could not be checked.');
	expect(frame).toMatch(/Could not reach http:\/\/127\.0\.0\.1:\d+\s+\(connection refused/v);
	expect(await frameAt(app, 40, 10)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000    pgup pgdn
		 ✗ The new key could not be checked.
		 Could not reach http://127.0.0.1:00000
		 (connection refused: ECONNREFUSED).
		 Check CHAINBELL_BASE_URL
		 (http://127.0.0.1:00000/). Check your
		 ▌ API key  •••••••••••

		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 80, 24)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000
		 ✗ The new key could not be checked. Could not reach http://127.0.0.1:00000
		 (connection refused: ECONNREFUSED).
		 Check CHAINBELL_BASE_URL (http://127.0.0.1:00000/). Check your network.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
	expect(await frameAt(app, 120, 40)).toMatchInlineSnapshot(`
		" API key · 127.0.0.1:00000

		 ✗ The new key could not be checked. Could not reach http://127.0.0.1:00000 (connection refused: ECONNREFUSED).
		 Check CHAINBELL_BASE_URL (http://127.0.0.1:00000/). Check your network.
		 Enter another API key for 127.0.0.1:00000. You will return to where you were.

		 ▌ API key  •••••••••••
		⋮
		 ctrl+g help  enter continue  esc back"
	`);
});
