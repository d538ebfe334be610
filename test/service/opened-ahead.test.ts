import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {afterEach, expect, test, vi} from 'vitest';
import {openAhead, send} from '../../source/service/http.ts';
import {setProxies} from '../../source/platform/proxy.ts';
import {startHttps} from '../helpers/tls.ts';
import {patience} from '../helpers/wait.ts';

afterEach(() => {
	setProxies(undefined);
	vi.unstubAllEnvs();
});

/** A service that keeps its connections in the order in which they came. */
async function startService() {
	const sockets: Socket[] = [];
	const used: number[] = [];
	const server = createServer((request, response) => {
		used.push(sockets.indexOf(request.socket));
		request.resume();
		response.end('{}');
	});
	server.on('connection', socket => {
		sockets.push(socket);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return {
		baseUrl,
		sockets,
		used,
		connections: async (count: number) =>
			vi.waitFor(() => {
				expect(sockets).toHaveLength(count);
			}, patience),
		post: async () => send({baseUrl, apiKey: 'key', timeout: 5000}, {method: 'POST', url: '', body: {}}),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}

test('requests use the connections that were opened ahead, and others when there are no more', async () => {
	await using service = await startService();
	openAhead(service.baseUrl, 1);
	openAhead(service.baseUrl, 2);
	await service.connections(2);
	const answers = await Promise.all([service.post(), service.post(), service.post()]);
	expect(answers.every(({ok}) => ok)).toBe(true);
	expect(new Set(service.used)).toEqual(new Set([0, 1, 2]));
});

test('a connection that the service has closed is not used', async () => {
	await using service = await startService();
	openAhead(service.baseUrl, 1);
	await service.connections(1);
	service.sockets[0]!.end();
	await once(service.sockets[0]!, 'close');
	expect(await service.post()).toMatchObject({ok: true});
	expect(service.used).toEqual([1]);
});

test('nor is one on which a service has said something before it was asked', async () => {
	await using service = await startService();
	openAhead(service.baseUrl, 1);
	await service.connections(1);
	service.sockets[0]!.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
	await once(service.sockets[0]!, 'close');
	expect(await service.post()).toMatchObject({ok: true});
	expect(service.used).toEqual([1]);
});

test('a service that cannot be reached, and a proxy, leave nothing behind', async () => {
	await using service = await startService();
	openAhead('http://127.0.0.1:1/', 1);
	setProxies({HTTPS_PROXY: service.baseUrl});
	openAhead('https://service.test/', 1);
	setProxies(undefined);
	expect(await service.post()).toMatchObject({ok: true});
	expect(service.sockets).toHaveLength(1);
});

test('what is lost on a connection whose handshake was over before may have taken effect', async () => {
	vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
	await using service = await startHttps(request => {
		request.socket.destroy();
	});
	const baseUrl = `https://localhost:${service.port}/`;
	const secured = service.secured();
	openAhead(baseUrl, 1);
	await secured;
	expect(await send({baseUrl, apiKey: 'key', timeout: 5000}, {method: 'POST', url: '', body: {}})).toMatchObject({
		ok: false,
		failure: {outcome: 'unknown'},
	});
});
