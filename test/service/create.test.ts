import {describe, expect, test} from 'vitest';
import {defaultTimeout} from '../../source/service/retry.ts';
import {createNotification} from '../../source/service/writes.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {answering, createHttpServer, type HttpServer} from '../helpers/http-server.ts';

const path = '/api/v1/service/notifications/';

const input: NotificationInput = {
	userId: 'user-1',
	channel: 'WEBHOOK',
	name: '',
	recipient: 'https://hooks.example.com/1',
	network: 'ETH_MAINNET',
	eventType: 'ADDRESS_ACTIVITY',
	addresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
	filters: [
		{
			fieldName: 'value',
			operator: 'gt',
			value: '1',
			valueType: 'int',
		},
	],
	template: 'Hello',
	topics: ['0xa', '', '', ''],
};

const connect = ({baseUrl}: HttpServer, timeout = defaultTimeout) => ({baseUrl, apiKey: 'test-key', timeout});

describe('createNotification', () => {
	test('sends one POST with the documented body', async () => {
		await using server = await createHttpServer(answering(201, {id: 1}));
		expect(await createNotification(connect(server), input)).toEqual({ok: true, value: {id: '1'}});
		expect(server.requests).toMatchObject([
			{
				method: 'POST',
				url: path,
				headers: {authorization: 'Bearer test-key', 'content-type': 'application/json'},
			},
		]);
		expect(JSON.parse(server.requests[0]!.body)).toEqual({
			external_user_id: 'user-1',
			channel: 'WEBHOOK',
			template: 'Hello',
			delivery_location: 'https://hooks.example.com/1',
			event_details: {
				network: 'ETH_MAINNET',
				event_type: 'ADDRESS_ACTIVITY',
				addresses: ['0x52908400098527886E0F7030069857D2E4169EE7'],
				filters: [
					{
						field_name: 'value',
						operator: 'gt',
						value: '1',
						value_type: 'int',
					},
				],
				graphql: {topic_0: '0xa'},
			},
		});
	});

	test.each([
		['{"id":123}', '123'],
		['{"id":"n-1"}', 'n-1'],
		['{"id":12345678901234567890}', '12345678901234567890'],
		['{"id":0}', '0'],
		['{"notification_id":123}', '123'],
		['{"id":null,"notification_id":5}', '5'],
		['{"data":{"id":"7"}}', '7'],
		['{"data":{"notification_id":8}}', '8'],
		['{"notification":{"id":9}}', '9'],
		['12345678901234567890', '12345678901234567890'],
		['42', '42'],
		['"0b7e-1"', '0b7e-1'],
		['"Notification 5 was created"', undefined],
		['"created"', undefined],
		['{"id":""}', undefined],
		['{"id":true}', undefined],
		['{"id":1e999}', '1e999'],
		['{"id":1e3}', '1e3'],
		['{"id":1.50}', '1.50'],
		['{"id":1.0}', '1.0'],
		['{"id":-0}', '-0'],
		['{"id":9007199254740993}', '9007199254740993'],
		['{"data":{"id":1E3}}', '1E3'],
		['1.50', '1.50'],
		['{"id":{}}', undefined],
		['[1]', undefined],
		['{}', undefined],
		['null', undefined],
		['true', undefined],
		['', undefined],
		['<html>OK</html>', undefined],
	])('%s names the ID %s', async (body, id) => {
		await using server = await createHttpServer(answering(200, body));
		expect(await createNotification(connect(server), input)).toEqual({ok: true, value: {id}});
	});

	test('an incomplete 2xx has an unknown outcome', async () => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(201, {'content-length': '20'});
			response.write('{"id":1', () => {
				response.socket?.end();
			});
		});
		expect(await createNotification(connect(server), input)).toMatchObject({ok: false, failure: {outcome: 'unknown'}});
		expect(server.requests).toHaveLength(1);
	});
});
