import {once} from 'node:events';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import type {Connection} from '../../source/service/connection.ts';
import {succeed} from '../../source/service/failure.ts';
import {exchange, send} from '../../source/service/http.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const connectionTo = ({baseUrl}: {readonly baseUrl: string}): Connection => ({
	baseUrl,
	apiKey: 'test-key',
	timeout: 10_000,
});

/** A service that resets the connections of some requests, by their number. Notes the connection of each. */
async function start(isReset: (request: number) => boolean) {
	const sockets: Array<Socket | null> = [];
	const server = await createHttpServer((_request, response) => {
		sockets.push(response.socket);
		if (isReset(sockets.length)) {
			response.socket!.resetAndDestroy();
		} else {
			answer(response, 200, []);
		}
	});
	return {server, connection: connectionTo(server), connections: () => sockets.map(socket => sockets.indexOf(socket))};
}

test('reads share a connection, and no write uses one that carried a read', async () => {
	const {server, connection, connections} = await start(() => false);
	await using _ = server;
	for (const method of ['GET', 'GET', 'DELETE', 'GET', 'POST'] as const) {
		expect(await send(connection, {method, url: ''})).toMatchObject({ok: true});
	}

	expect(connections()).toStrictEqual([0, 0, 2, 0, 2]);
});

test('a request that meets a connection that is being closed is sent once', async () => {
	const {server, connection} = await start(request => request % 2 === 0);
	await using _ = server;
	for (const method of ['POST', 'DELETE', 'GET'] as const) {
		expect(await send(connection, {method, url: ''})).toMatchObject({ok: true});
		expect(await send(connection, {method, url: ''})).toMatchObject({
			ok: false,
			failure: {kind: 'unreachable', outcome: 'unknown'},
		});
	}

	expect(server.requests).toHaveLength(6);
});

test('a body after a 304 is not taken for the answer to the next request', async () => {
	let count = 0;
	const server = createServer(socket => {
		socket
			.on('error', () => undefined)
			.on('data', () => {
				socket.write(
					count++ === 0
						? 'HTTP/1.1 304 Not Modified\r\nContent-Length: 43\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfalse'
						: 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntrue',
				);
			});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const connection = connectionTo({baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`});
	const ask = async (ifNoneMatch?: string) =>
		exchange(connection, {method: 'GET', url: '', ifNoneMatch}, async ({status}, chunks) => {
			let text = '';
			for await (const chunk of chunks) {
				text += new TextDecoder().decode(chunk);
			}

			return succeed(`${status} ${text}`);
		});
	expect(await ask('"1"')).toMatchObject({ok: true, value: '304 '});
	expect(await ask()).toMatchObject({ok: true, value: '200 true'});
	server.close();
});
