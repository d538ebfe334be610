import {once} from 'node:events';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import {expect, test} from 'vitest';
import type {Connection} from '../../source/api/connection.ts';
import {send, stream, type HttpRequest} from '../../source/api/http.ts';
import {listNotifications} from '../../source/api/listing/list-notifications.ts';
import {answer, createHttpServer} from '../helpers/http-server.ts';

const connectionTo = ({baseUrl}: {readonly baseUrl: string}): Connection => ({
	baseUrl,
	apiKey: 'test-key',
	timeout: 10_000,
});

const watched: HttpRequest = {method: 'GET', url: '', keepsConnection: true};

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

test('the requests of a watch share a connection, and no write uses it, nor one that carried another read', async () => {
	const {server, connection, connections} = await start(() => false);
	await using _ = server;
	for (const request of [watched, watched, {method: 'DELETE', url: ''}, {method: 'GET', url: ''}, watched] as const) {
		expect(await send(connection, request)).toMatchObject({ok: true});
	}

	expect(connections()).toStrictEqual([0, 0, 2, 3, 0]);
});

test('a kept connection that is closed at the next request is replaced at once; a new one that is closed is a failure', async () => {
	const {server, connection, connections} = await start(request => request === 2 || request > 4);
	await using _ = server;
	for (const isOk of [true, true, true, false]) {
		expect(await send(connection, watched)).toMatchObject({ok: isOk});
	}

	expect(connections()).toStrictEqual([0, 0, 2, 2, 2, 5]);
});

test('a request that changes something, or is no part of a watch, is sent once', async () => {
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

test('a listing that meets a connection that is being closed is read again, on a new one', async () => {
	const {server, connection, connections} = await start(request => request === 2);
	await using _ = server;
	const pauses: number[] = [];
	const retry = {
		async sleep(milliseconds: number) {
			pauses.push(milliseconds);
		},
	};
	for (let listing = 0; listing < 2; listing++) {
		expect(await listNotifications(connection, {retry})).toMatchObject({ok: true, value: {complete: true}});
	}

	expect(connections()).toStrictEqual([0, 0, 2]);
	expect(pauses).toHaveLength(1);
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
		stream(connection, {...watched, ifNoneMatch}, async ({status}, chunks) => {
			let text = '';
			for await (const chunk of chunks) {
				text += new TextDecoder().decode(chunk);
			}

			return `${status} ${text}`;
		});
	expect(await ask('"1"')).toMatchObject({ok: true, value: '304 '});
	expect(await ask()).toMatchObject({ok: true, value: '200 true'});
	server.close();
});
