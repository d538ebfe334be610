import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

test('finishing a create of unknown outcome looks for it and does not send it again', async () => {
	let isDown = false;
	let answered = Promise.resolve();
	await using server = await createHttpServer(async ({method}, response) => {
		if (method === 'POST') {
			isDown = true;
			response.destroy();
		} else {
			await answered;
			answer(response, isDown ? 403 : 200, []);
		}
	});
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('No notifications yet.');
	await app.press('n', 'user-1', 'Enter', 'e', 'Enter', 'b@example.com', 'Enter', '0x02', 'C-s', 'C-s');
	await app.waitFor('chainbell ·');
	// The listing after the change has failed as well.
	await app.waitFor('Ask the provider what this API key');
	await app.press('H');
	await app.waitFor(' activity · ');
	isDown = false;
	const {promise, resolve} = Promise.withResolvers<void>();
	answered = promise;
	await app.press('f');
	await app.waitFor(/Looking in the listing for what became of it … \d+ s · it may succeed even if you stop waiting/v);
	resolve();
	await app.waitFor('✗ Failed: nothing was changed');
	expect(server.requests.filter(({method}) => method === 'POST')).toHaveLength(1);
});
