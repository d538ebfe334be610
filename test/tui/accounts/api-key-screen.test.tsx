import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

/** A service that takes every key for listings until `revoke` is called, and from then on only the new one. */
async function startService() {
	let isRevoked = false;
	const server = await createHttpServer(({method, headers}, response) => {
		if (headers.authorization === 'Bearer the-new-key' || (!isRevoked && method === 'GET')) {
			answer(response, method === 'DELETE' ? 204 : 200, method === 'DELETE' ? undefined : [record]);
		} else {
			answer(response, 401, {message: 'Key revoked'});
		}
	});
	return {
		...server,
		revoke() {
			isRevoked = true;
		},
	};
}

test('says which request was refused, what the service says, and that the operator will return', async () => {
	await using server = await startService();
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}, size: '120x40'});
	await app.waitFor('1 notification ');
	server.revoke();
	await app.press('r');
	const frame = await app.waitFor(
		`Enter another API key for ${new URL(server.baseUrl).host}. You will return to where you were.`,
	);
	expect(frame).toContain('Could not list the notifications. The service rejected the API key (401).');
	expect(frame).toContain('The service says: Key revoked');
});

test('the delete screen forgets the refusal of the earlier key', async () => {
	await using server = await startService();
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor('1 notification ');
	server.revoke();
	await app.press('d', 'y');
	await app.waitFor(/Enter\s+another/v);
	await app.press('the-new-key', 'Enter');
	await app.waitFor('API key accepted');
	await app.waitFor('y delete');
	expect(app.frame()).not.toContain('(401)');
	expect(app.frame()).not.toContain('Key revoked');
});

test('says that the key is being checked, and esc ends the check', async () => {
	const checked = Promise.withResolvers<void>();
	await using server = await createHttpServer(async ({headers}, response) => {
		if (headers.authorization === 'Bearer the-new-key') {
			await checked.promise;
		}

		answer(response, 401, {message: 'No'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor(/Enter\s+another/v);
	await app.press('the-new-key', 'Enter');
	await app.waitFor('Checking with the service … esc: cancel');
	await app.press('Escape');
	await app.waitUntilGone('Checking');
	expect(app.frame()).toContain('API key  ');
	checked.resolve();
});
