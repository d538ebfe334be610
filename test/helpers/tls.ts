import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer as createPlainServer, type RequestListener} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {connect, createServer, type AddressInfo} from 'node:net';
import path from 'node:path';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../fixtures/tls', name);

/** The certificate of the authority that signed the one of `startHttps`. */
export const authorityFile = fixture('ca.pem');

type Started = AsyncDisposable & {readonly port: number};

/** A server of HTTPS on a free port of 127.0.0.1, for `localhost` and `service.test`, with a certificate that only the test's authority signed. `secured` resolves with the next handshake that ends. */
export async function startHttps(
	listener: RequestListener,
): Promise<Started & {readonly secured: () => Promise<unknown>}> {
	const server = createHttpsServer(
		{key: readFileSync(fixture('service.key')), cert: readFileSync(fixture('service.pem'))},
		listener,
	);
	server.on('tlsClientError', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		secured: async () => once(server, 'secureConnection'),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** A proxy that answers CONNECT: with a tunnel to a port of 127.0.0.1, whatever host is asked for, or with a status. */
export async function startProxy(
	answer: {readonly port: number} | {readonly status: number},
): Promise<Started & {readonly asked: readonly string[]; readonly headers: readonly string[]}> {
	const asked: string[] = [];
	const headers: string[] = [];
	const proxy = createPlainServer();
	proxy.on('connect', (request, socket, head) => {
		asked.push(request.url ?? '');
		headers.push(JSON.stringify(request.headers));
		socket.on('error', () => undefined);
		if ('status' in answer) {
			socket.end(`HTTP/1.1 ${answer.status} No\r\n\r\n`);
			return;
		}

		const upstream = connect(answer.port, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			upstream.write(head);
			upstream.pipe(socket).pipe(upstream);
		});
		upstream.on('error', () => undefined);
	});
	proxy.listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	return {
		port: (proxy.address() as AddressInfo).port,
		asked,
		headers,
		async [Symbol.asyncDispose]() {
			proxy.closeAllConnections();
			proxy.close();
		},
	};
}

/** A server on a free port of 127.0.0.1 that answers the first bytes with a text, or closes the connection. */
export async function startRaw(text: string | undefined): Promise<Started> {
	const server = createServer(socket => {
		socket.on('error', () => undefined);
		socket.once('data', () => {
			if (text === undefined) {
				socket.destroy();
			} else {
				socket.end(text);
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		async [Symbol.asyncDispose]() {
			server.close();
		},
	};
}
