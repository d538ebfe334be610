import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {type ServerResponse} from 'node:http';
import {createServer, type AddressInfo} from 'node:net';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {succeed, type Failure, type Method, type Result} from '../../source/service/failure.ts';
import type {Connection} from '../../source/service/connection.ts';
import {send, exchange} from '../../source/service/http.ts';
import {defaultTimeout} from '../../source/service/retry.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {answering, answer, createHttpServer} from '../helpers/http-server.ts';
import {containing} from '../helpers/texts.ts';

const apiKey = 'canary-key-7f3a91c2';
keepSecret(apiKey);

const connect = ({baseUrl}: {baseUrl: string}, timeout = defaultTimeout): Connection => ({baseUrl, apiKey, timeout});

const failureOf = <T>(result: Result<T>): Failure => {
	expect(result.ok).toBe(false);
	return (result as {failure: Failure}).failure;
};

describe('requests', () => {
	test('a write has the path, the API key and a JSON body', async () => {
		await using server = await createHttpServer(answering(201, {id: 1}, {'x-test': 'yes'}));
		const result = await send(connect(server), {
			method: 'POST',
			url: 'api/v1/a/',
			body: {name: 'é', missing: undefined},
		});
		expect(result).toMatchObject({
			ok: true,
			value: {
				status: 201,
				body: {id: 1},
				text: '{"id":1}',
				url: `${server.baseUrl}api/v1/a/`,
			},
		});
		expect(result.ok && result.value.headers['x-test']).toBe('yes');
		expect(server.requests).toMatchObject([
			{
				method: 'POST',
				url: '/api/v1/a/',
				body: '{"name":"é"}',
				headers: {authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json'},
			},
		]);
	});

	test('a GET and a DELETE have no body, and keep the path prefix', async () => {
		await using server = await createHttpServer(answering(204));
		const connection = connect({baseUrl: `${server.baseUrl}prefix/`});
		await send(connection, {method: 'GET', url: 'a/?b=1'});
		expect(await send(connection, {method: 'DELETE', url: 'a/1/'})).toMatchObject({
			ok: true,
			value: {body: undefined, text: ''},
		});
		expect(server.requests.map(({method, url, body}) => [method, url, body])).toEqual([
			['GET', '/prefix/a/?b=1', ''],
			['DELETE', '/prefix/a/1/', ''],
		]);
		expect(server.requests.every(({headers}) => headers['content-type'] === undefined)).toBe(true);
	});

	test('nothing is sent to another origin, or with an API key that does not fit a header', async () => {
		await using server = await createHttpServer(() => undefined);
		await using other = await createHttpServer(() => undefined);
		const foreign = [
			other.baseUrl,
			other.baseUrl.replace('http:', ''),
			server.baseUrl.replace('127.0.0.1', 'localhost'),
			'data:,x',
		];
		await Promise.all(
			foreign.map(async url => expect(send(connect(server), {method: 'GET', url})).rejects.toThrow(TypeError)),
		);

		await expect(send({...connect(server), apiKey: 'a\nb'}, {method: 'GET', url: ''})).rejects.toThrow(TypeError);
		expect([...server.requests, ...other.requests]).toEqual([]);
	});
});

describe('responses', () => {
	test.each([
		['', undefined],
		['<html>', undefined],
		['[1', undefined],
		['null', null],
		['"text"', 'text'],
		['[]', []],
	])('a 2xx of %j', async (body, parsed) => {
		await using server = await createHttpServer(answering(200, body, {'content-type': 'text/html'}));
		expect(await send(connect(server), {method: 'GET', url: ''})).toMatchObject({
			ok: true,
			value: {body: parsed, text: body},
		});
	});

	test.each(['never ends', 'breaks off'])('the status counts when the error body %s', async how => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(401, {'content-length': '1000000'});
			response.write('x'.repeat(how === 'never ends' ? 100_000 : 100), () => {
				if (how === 'breaks off') {
					response.socket?.end();
				}
			});
		});
		expect(failureOf(await send(connect(server), {method: 'GET', url: ''}))).toMatchObject({
			kind: 'unauthorized',
			serverMessage: containing('xxx'),
		});
	});
});

describe('redirects are not followed', () => {
	const statuses = [302, 307];
	const methods: readonly Method[] = ['GET', 'POST', 'DELETE'];

	test.each(statuses.flatMap(status => methods.map(method => ({status, method}))))(
		'$method, $status',
		async ({status, method}) => {
			await using target = await createHttpServer(answering(200, []));
			await using server = await createHttpServer(({url}, response) => {
				answer(response, status, '', {location: url === '/own' ? '/' : `${target.baseUrl}${apiKey}`});
			});
			const failure = failureOf(
				await send(connect(server), {method, url: '', body: method === 'POST' ? {a: 1} : undefined}),
			);
			expect(failure).toMatchObject({kind: 'redirected', outcome: 'unknown', status});
			expect(failure.summary).not.toContain('canary');
			expect(failureOf(await send(connect(server), {method, url: 'own'}))).toMatchObject({
				kind: 'redirected',
				outcome: 'unknown',
				status,
			});
			expect(target.requests).toEqual([]);
			expect(server.requests).toHaveLength(2);
		},
	);
});

describe('the timeout of a stream', () => {
	/** A server that sends one chunk for each call of `sendChunk`, and ends the response after three. */
	async function createChunkServer() {
		const {promise: response, resolve} = Promise.withResolvers<ServerResponse>();
		const server = await createHttpServer((_request, waiting) => {
			waiting.writeHead(200);
			waiting.write('1');
			resolve(waiting);
		});
		let chunks = 1;
		return {
			server,
			async sendChunk() {
				chunks++;
				const waiting = await response;
				if (chunks > 3) {
					waiting.end();
				} else {
					waiting.write(String(chunks));
				}
			},
		};
	}

	afterEach(() => {
		vi.useRealTimers();
	});

	test('starts again with each chunk', async () => {
		vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
		const {server, sendChunk} = await createChunkServer();
		await using _server = server;
		const chunks: string[] = [];
		const result = await exchange(connect(server, 1000), {method: 'GET', url: ''}, async (_head, body, restart) => {
			for await (const chunk of body) {
				restart();
				chunks.push(Buffer.from(chunk).toString());
				vi.advanceTimersByTime(900);
				await sendChunk();
			}

			return succeed('read to the end');
		});
		expect(result).toEqual({ok: true, value: 'read to the end'});
		expect(chunks).toEqual(['1', '2', '3']);
	});
});

describe('requests without a complete response', () => {
	const forever = (): AbortSignal => new AbortController().signal;

	test('the timeout applies although a signal is passed', async () => {
		await using server = await createHttpServer(() => undefined);
		const failure = failureOf(
			await send(connect(server, 50), {
				method: 'POST',
				url: '',
				body: {},
				signal: forever(),
			}),
		);
		expect(failure).toMatchObject({kind: 'timeout', outcome: 'unknown'});
		expect(failure.summary).toBe(`No complete response from ${server.baseUrl.slice(0, -1)} within 0.05 s.`);
		expect(failure.nextStep).toBe('It may have taken effect: check the listing before sending again.');
		expect(failureOf(await send(connect(server, 50), {method: 'GET', url: ''})).nextStep).toBe('Try again later.');
	});

	test.each([
		['no signal', undefined],
		['a signal', forever()],
	])('the timeout covers the body, with %s', async (_name, signal) => {
		await using server = await createHttpServer((_request, response) => {
			response.writeHead(200);
			response.write('[');
		});
		expect(failureOf(await send(connect(server, 50), {method: 'GET', url: '', signal}))).toMatchObject({
			kind: 'timeout',
			outcome: 'unknown',
		});
	});

	test('cancelled before it was sent', async () => {
		await using server = await createHttpServer(() => undefined);
		expect(
			failureOf(await send(connect(server), {method: 'POST', url: '', signal: AbortSignal.abort()})),
		).toMatchObject({kind: 'cancelled', outcome: 'not-sent'});
		expect(server.requests).toEqual([]);
	});

	test.each(['waiting', 'reading'])('cancelled while %s', async phase => {
		const cancelling = new AbortController();
		await using server = await createHttpServer((_request, response) => {
			if (phase === 'reading') {
				response.writeHead(200);
				response.write('[');
			}

			cancelling.abort('any reason');
		});
		expect(failureOf(await send(connect(server), {method: 'POST', url: '', signal: cancelling.signal}))).toMatchObject({
			kind: 'cancelled',
			outcome: 'unknown',
		});
		expect(server.requests).toHaveLength(1);
	});

	test('HTTPS to a server that speaks plain HTTP', async () => {
		await using server = await createHttpServer(() => undefined);
		const connection = connect({baseUrl: server.baseUrl.replace('http:', 'https:')});
		expect(failureOf(await send(connection, {method: 'POST', url: '', body: {}}))).toMatchObject({
			kind: 'unreachable',
			outcome: 'not-sent',
		});
		expect(server.requests).toEqual([]);
	});

	test.each(['GET', 'POST', 'DELETE'] as const)(
		'%s is sent once when the connection is reset after the server read it',
		async method => {
			await using server = await createHttpServer((_request, response) => {
				response.socket?.destroy();
			});
			expect(failureOf(await send(connect(server), {method, url: ''}))).toMatchObject({
				kind: 'unreachable',
				outcome: 'unknown',
			});
			expect(server.requests).toHaveLength(1);
		},
	);

	test.each([{'content-length': '1000'}, {'transfer-encoding': 'chunked'}])(
		'a 2xx whose body breaks off, %j',
		async headers => {
			await using server = await createHttpServer((_request, response) => {
				response.writeHead(200, headers);
				response.write('[]', () => {
					response.socket?.end();
				});
			});
			expect(failureOf(await send(connect(server), {method: 'POST', url: '', body: {}}))).toMatchObject({
				kind: 'unreachable',
				outcome: 'unknown',
			});
		},
	);
});

test.each([409, 429, 503])('%i is not retried', async status => {
	await using server = await createHttpServer(
		answering(status, {message: 'No'}, {'x-request-id': 'r-1', 'retry-after': '0'}),
	);
	const methods: readonly Method[] = ['GET', 'POST', 'DELETE'];
	const results = await Promise.all(methods.map(async method => send(connect(server), {method, url: ''})));
	for (const result of results) {
		expect(failureOf(result)).toMatchObject({
			status,
			serverMessage: 'No',
			requestId: 'r-1',
			outcome: status < 500 ? 'rejected' : 'unknown',
		});
	}

	expect(server.requests).toHaveLength(3);
});

test.each([
	['a 204 that says it is compressed', 204, {'content-encoding': 'gzip'}],
	['an empty 200 that says it is compressed', 200, {'content-encoding': 'br', 'content-length': '0'}],
])('%s is an empty response', async (_what, status, headers) => {
	await using server = await createHttpServer((_request, response) => {
		response.writeHead(status, headers);
		response.end();
	});
	expect(
		await send({baseUrl: server.baseUrl, apiKey: 'test-key', timeout: 5000}, {method: 'DELETE', url: 'x/'}),
	).toMatchObject({ok: true, value: {status, text: ''}});
});

test('a 101 ends the request with an unknown outcome', async () => {
	const server = createServer(socket => {
		socket.on('error', () => undefined);
		socket.once('data', () => {
			socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	const result = await send(
		{baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'test-key', timeout: 5000},
		{method: 'DELETE', url: 'x/'},
	);
	server.close();
	expect(result).toMatchObject({ok: false, failure: {outcome: 'unknown', kind: 'unreachable'}});
});
