import {describe, expect, test} from 'vitest';
import {notificationsPath} from '../../source/service/connection.ts';
import {create, full, list, minimal, post, send, sendDelete, start} from './client.ts';

const webhooksPath = 'api/v1/webhooks/';

/** Status and body of an error, after checking the form that all errors have. */
async function errorOf(response: Response): Promise<[number, Record<string, unknown>]> {
	const body = (await response.json()) as Record<string, unknown>;
	expect(response.headers.get('content-type')).toBe('application/json');
	expect(body).toMatchObject({error: expect.any(String) as string, message: expect.any(String) as string});
	return [response.status, body];
}

describe('401', () => {
	const unauthorized = [401, {error: 'Unauthorized', message: 'Invalid or missing API key'}];

	test.each([
		['GET', notificationsPath],
		['POST', notificationsPath],
		['PUT', notificationsPath],
		['DELETE', `${notificationsPath}nonsense/`],
		['GET', webhooksPath],
		['GET', 'api/v1/no/such/path'],
	])('%s /%s without a key', async (method, at) => {
		const sandbox = await start();
		const response = await fetch(new URL(at, sandbox.baseUrl), {method});

		expect(response.headers.get('www-authenticate')).toBe('Bearer');
		expect(await errorOf(response)).toStrictEqual(unauthorized);
	});

	test('for a wrong key, a wrong scheme and a key with extra characters', async () => {
		const sandbox = await start();
		const {apiKey} = sandbox;
		const values = [
			'',
			'Bearer',
			'Bearer ',
			'Bearer wrong',
			apiKey,
			`Basic ${apiKey}`,
			`Bearer ${apiKey}x`,
			`Bearer ${apiKey} ${apiKey}`,
		];
		const answers = await Promise.all(
			values.map(async value =>
				errorOf(await send(sandbox, 'GET', notificationsPath, {headers: {Authorization: value}})),
			),
		);

		expect(answers).toStrictEqual(values.map(() => unauthorized));
	});
});

describe('400', () => {
	const details = full.event_details;
	const filter = details.filters![0]!;

	test.each([
		['a body that is not an object', [], {'': ['must be an object']}],
		[
			'nothing',
			{},
			{
				external_user_id: ['is required'],
				channel: ['is required'],
				delivery_location: ['is required'],
				event_details: ['is required'],
			},
		],
		[
			'empty and unknown values',
			{
				...full,
				channel: 'FAX',
				delivery_location: '',
				event_details: {...details, network: '', addresses: ['d8dA6B']},
			},
			{
				channel: ['must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK'],
				delivery_location: ['must not be empty'],
				'event_details.network': ['must not be empty'],
				'event_details.addresses.0': ['must be 0x-prefixed hexadecimal'],
			},
		],
		[
			'no address',
			{...full, event_details: {...details, addresses: []}},
			{
				'event_details.addresses': ['must hold exactly one address'],
			},
		],
		[
			'filters',
			{
				...full,
				event_details: {
					...details,
					filters: [filter, {...filter, value: 10}, {field_name: '', operator: 'gt', value: ''}],
				},
			},
			{
				'event_details.filters.1.value': ['must be a string'],
				'event_details.filters.2.field_name': ['must not be empty'],
				'event_details.filters.2.value_type': ['is required'],
			},
		],
		[
			'fields that are not documented',
			{
				...full,
				id: 7,
				active: true,
				event_details: {
					...details,
					chain: 1,
					filters: [{...filter, not: ''}],
					graphql: {topic_4: ''},
				},
			},
			{
				id: ['is not a known field'],
				active: ['is not a known field'],
				'event_details.chain': ['is not a known field'],
				'event_details.filters.0.not': ['is not a known field'],
				'event_details.graphql.topic_4': ['is not a known field'],
			},
		],
	])('%s', async (_, body, errors) => {
		const sandbox = await start();

		expect(await errorOf(await post(sandbox, body))).toStrictEqual([
			400,
			{
				error: 'Bad Request',
				message: 'The notification is not valid: see errors',
				errors,
			},
		]);
		expect(await list(sandbox)).toStrictEqual([]);
	});

	test.each<[string, string | Uint8Array<ArrayBuffer>]>([
		['no body', ''],
		['broken JSON', '{"channel": '],
		['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
	])('%s', async (_, body) => {
		const sandbox = await start();
		const [status, {errors}] = await errorOf(await send(sandbox, 'POST', notificationsPath, {body}));

		expect([status, errors]).toStrictEqual([400, {'': ['is not valid JSON in UTF-8']}]);
	});
});

describe('404', () => {
	test.each(['2', '01', '1e0', '%201', '99999999999999999999', '0x1', '%00'])('deleting id %s', async id => {
		const sandbox = await start();
		await create(sandbox, minimal);

		expect(await errorOf(await sendDelete(sandbox, id))).toStrictEqual([
			404,
			{
				error: 'Not Found',
				message: 'There is no such notification',
			},
		]);
		expect(await list(sandbox)).toHaveLength(1);
	});

	test.each([
		['GET', notificationsPath.slice(0, -1)],
		['DELETE', `${notificationsPath}1`],
		['GET', 'api/v1/no/such/path/'],
		['GET', ''],
	])('%s /%s', async (method, at) => {
		const sandbox = await start();
		await create(sandbox, minimal);

		expect(await errorOf(await send(sandbox, method, at))).toStrictEqual([
			404,
			{
				error: 'Not Found',
				message: 'There is nothing at this path',
			},
		]);
		expect(await list(sandbox)).toHaveLength(1);
	});
});

test.each([
	['PUT', notificationsPath, 'GET, HEAD, POST'],
	['DELETE', notificationsPath, 'GET, HEAD, POST'],
	['GET', `${notificationsPath}1/`, 'DELETE'],
	['POST', webhooksPath, 'GET, HEAD'],
])('405: %s /%s', async (method, at, allow) => {
	const sandbox = await start();
	const response = await send(sandbox, method, at);

	expect(response.headers.get('allow')).toBe(allow);
	expect(await errorOf(response)).toStrictEqual([
		405,
		{error: 'Method Not Allowed', message: `${method} is not supported here`},
	]);
});

describe('413', () => {
	const limit = 1_048_576;
	const padded = (length: number) => JSON.stringify(minimal).padEnd(length);
	const chunked = (length: number): RequestInit => ({body: new Blob([padded(length)]).stream(), duplex: 'half'});

	test('a body of more than 1 MiB, with Content-Length and in chunks', async () => {
		const sandbox = await start();
		const tooLarge = [413, {error: 'Payload Too Large', message: `The body must not be larger than ${limit} bytes`}];

		expect(await errorOf(await send(sandbox, 'POST', notificationsPath, {body: padded(limit + 1)}))).toStrictEqual(
			tooLarge,
		);
		expect(await errorOf(await send(sandbox, 'POST', notificationsPath, chunked(limit + 1)))).toStrictEqual(tooLarge);
		expect(await list(sandbox)).toStrictEqual([]);
	});

	test('but not a body of exactly 1 MiB', async () => {
		const sandbox = await start();

		expect(await send(sandbox, 'POST', notificationsPath, {body: padded(limit)})).toMatchObject({status: 201});
		expect(await send(sandbox, 'POST', notificationsPath, chunked(limit))).toMatchObject({status: 201});
	});
});

test('415: a body whose media type is not JSON', async () => {
	const sandbox = await start();
	const sendAs = async (type: string) =>
		send(sandbox, 'POST', notificationsPath, {
			body: JSON.stringify(minimal),
			headers: {'Content-Type': type},
		});

	expect(await errorOf(await sendAs('text/plain'))).toStrictEqual([
		415,
		{
			error: 'Unsupported Media Type',
			message: 'The body must be application/json',
		},
	]);
	expect(await sendAs('application/json-patch+json')).toMatchObject({status: 415});
	expect(await sendAs('Application/JSON; charset=utf-8')).toMatchObject({status: 201});
});
