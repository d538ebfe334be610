import {describe, expect, test} from 'vitest';
import {defaultTimeout} from '../../source/service/retry.ts';
import {deleteNotification} from '../../source/service/writes.ts';
import {answering, createHttpServer, type HttpServer} from '../helpers/http-server.ts';

const path = '/api/v1/service/notifications/';

const connect = ({baseUrl}: HttpServer) => ({baseUrl, apiKey: 'test-key', timeout: defaultTimeout});

describe('deleteNotification', () => {
	test.each([200, 202, 204])('%i is a success', async status => {
		await using server = await createHttpServer(answering(status, ''));
		expect(await deleteNotification(connect(server), '12345678901234567890')).toEqual({ok: true, value: undefined});
		expect(server.requests).toMatchObject([
			{
				method: 'DELETE',
				url: `${path}12345678901234567890/`,
				body: '',
				headers: {authorization: 'Bearer test-key'},
			},
		]);
	});

	test.each([
		['a/../../b?c#d', 'a%2F..%2F..%2Fb%3Fc%23d'],
		['%2e%2e', '%252e%252e'],
		['...', '...'],
		['é \n', '%C3%A9%20%0A'],
	])('the ID %j is one segment of the path', async (id, step) => {
		await using server = await createHttpServer(answering(204));
		await deleteNotification(connect(server), id);
		expect(server.requests).toMatchObject([{url: `${path}${step}/`}]);
	});

	test.each(['', '.', '..', '\u{D800}'])('the ID %j cannot be part of a URL, so nothing is sent', async id => {
		await using server = await createHttpServer(() => undefined);
		expect(await deleteNotification(connect(server), id)).toMatchObject({
			ok: false,
			failure: {kind: 'invalid', outcome: 'not-sent'},
		});
		expect(server.requests).toEqual([]);
	});
});
