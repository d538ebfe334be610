import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

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

test('what cannot be a key is not sent, and a key that cannot be checked is said', async () => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 401, {message: 'No'});
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'the-old-key'}});
	await app.waitFor(/Enter\s+another/v);
	await app.press('not a key\u{E9}', 'Enter');
	await app.waitFor('✗ Enter the API key alone');
	expect(server.requests).toHaveLength(1);
	await server[Symbol.asyncDispose]();
	await app.press('C-u', 'the-new-key', 'Enter');
	await app.waitFor(/The new key could not be checked\. Could not reach http:\/\/127\.0\.0\.1:\d+/v);
});
