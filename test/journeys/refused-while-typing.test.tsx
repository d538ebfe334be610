import {expect, test} from 'vitest';
import {startApp, stillClock, type AppOptions} from '../helpers/app.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const record = {
	id: 5,
	external_user_id: 'user-1',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

/** An account whose API key is revoked: the second listing is held until `refuse`, and then answered with a 401. */
async function startRevoked(options: AppOptions = {}) {
	const refused = Promise.withResolvers<void>();
	const arrived = Promise.withResolvers<void>();
	const server = await createHttpServer(async ({headers, method}, response) => {
		if (headers.authorization === 'Bearer the-new-key' || server.requests.length === 1) {
			answer(response, method === 'GET' ? 200 : 201, method === 'GET' ? [record] : {id: 6});
			return;
		}

		arrived.resolve();
		await refused.promise;
		answer(response, 401, {message: 'Key revoked'});
	});
	const app = await startApp({...options, service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor('1 notification ');
	return {
		server,
		app,
		arrived: arrived.promise,
		refuse: refused.resolve,
		/** The keys of all requests, each once. */
		keys: () => [...new Set(server.requests.map(({headers}) => headers.authorization))],
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

test('a search that is being typed while watching keeps the keys', async () => {
	const clock = createHandClock();
	await using account = await startRevoked({clock});
	const {app, arrived, refuse, keys} = account;
	await app.press('w');
	await clock.asleep();
	clock.pass(5000);
	await arrived;
	await app.press('/', 'us');
	refuse();
	const frame = await app.waitFor('Key revoked');
	expect(frame).toContain('rejected the API key (401)');
	await app.waitFor('alt+k another API key');
	await app.press('er');
	await app.waitFor('/ user');
	expect(app.frame()).not.toContain('paste the key');

	await app.press('Enter');
	await app.waitFor('paste the key');
	await app.press('the-new-key', 'Enter');
	await app.waitFor('API key accepted');
	expect(keys()).toEqual(['Bearer the-old-key', 'Bearer the-new-key']);
});

test('a form in use keeps the keys, and a line says that the API key was refused', async () => {
	await using account = await startRevoked();
	const {app, arrived, refuse, keys} = account;
	await app.press('r');
	await arrived;
	await app.press('n', 'us');
	refuse();
	const frame = await app.waitFor('alt+k: enter another key.');
	expect(frame.replaceAll(/\s+/gv, ' ')).toContain(
		'API key refused (401). alt+k: enter another key. The service said: "Key revoked".',
	);
	await app.press('er-7', 'Enter');
	await app.waitFor('user-7');
	expect(app.frame()).not.toContain('paste the key');

	await app.press('M-k');
	await app.waitFor('paste the key');
	await app.press('the-new-key', 'Enter');
	await app.waitFor('API key accepted');
	expect(app.frame()).toContain('user-7');
	expect(app.frame()).not.toContain('alt+k: enter');
	expect(keys()).toEqual(['Bearer the-old-key', 'Bearer the-new-key']);
});

test('keys typed before the API key screen opened by itself are not typed into it', async () => {
	const pause = Promise.withResolvers<void>();
	// The screen waits for half a second without keys.
	const clock = {
		...stillClock,
		sleep: async (milliseconds: number, signal?: AbortSignal) =>
			milliseconds === 500 ? pause.promise : stillClock.sleep(milliseconds, signal),
	};
	await using account = await startRevoked({clock});
	const {app, arrived, refuse, keys} = account;
	await app.press('r');
	await arrived;
	refuse();
	await app.waitFor('paste the key');
	await app.press('j', '/foo', 'Enter', '\u{1B}[200~pasted\u{1B}[201~');
	const frame = await app.waitFor('Keys typed before this screen opened were ignored.');
	expect(frame).toContain('paste the key');
	expect(keys()).toEqual(['Bearer the-old-key']);

	pause.resolve();
	await app.waitFor('paste the key');
	await app.press('the-new-key', 'Enter');
	await app.waitFor('API key accepted');
	expect(keys()).toEqual(['Bearer the-old-key', 'Bearer the-new-key']);
});
