import {test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answer, createHttpServer} from '../../helpers/http-server.ts';

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
