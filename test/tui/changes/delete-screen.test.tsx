import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';
import {answering, answer, createHttpServer, type Handler} from '../../helpers/http-server.ts';

const record = {
	id: 5,
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'a@example.com',
	event_details: {network: 'N', event_type: 'E', addresses: ['0x1'], filters: []},
};

/** A service with one record, whose answer to a DELETE is given; `isGone` says what it lists afterwards. */
const serviceWhere = async (onDelete: Handler, isGone: boolean) => {
	let wasAsked = false;
	return createHttpServer(async (request, response) => {
		if (request.method === 'DELETE') {
			wasAsked = true;
			await onDelete(request, response);
		} else {
			answer(response, 200, isGone && wasAsked ? [] : [record]);
		}
	});
};

test.each<[string, Handler, boolean, string]>([
	['a 500 that left it there', answering(500, {message: 'sorry'}), false, 'sorry'],
	[
		'a reset although it went',
		(_request, response) => {
			response.destroy();
		},
		true,
		'no longer listed',
	],
	['a 403', answering(403, {message: 'not yours'}), false, 'not yours'],
])('after %s it reports the outcome', async (_name, onDelete, isGone, said) => {
	await using server = await serviceWhere(onDelete, isGone);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor(said);
	expect(server.requests.filter(({method}) => method === 'DELETE')).toHaveLength(1);
	if (isGone) {
		await app.waitFor('No notifications. u brings back 1.');
	} else {
		await app.press('Escape');
		await app.waitFor('1 notification ');
	}
});

test('the notice for a key pressed while it is sent goes with the request', async () => {
	const {promise, resolve} = Promise.withResolvers<void>();
	const onDelete: Handler = async (request, response) => {
		await promise;
		await answering(403, {message: 'not yours'})(request, response);
	};
	await using server = await serviceWhere(onDelete, false);
	await using app = await startApp({service: {baseUrl: server.baseUrl, apiKey: 'key-for-tests'}, size: '120x40'});
	await app.waitFor('1 notification ');
	await app.press('d', 'y');
	await app.waitFor('stop waiting');
	await app.press('o');
	await app.waitFor('Wait: this is still running.');
	resolve();
	expect(await app.waitFor('not yours')).not.toContain('still running');
});
