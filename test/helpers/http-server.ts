import {once} from 'node:events';
import {createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';

/** A request as it arrived, its body read to the end. */
export type ReceivedRequest = {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
};

export type HttpServer = AsyncDisposable & {
	/** Ends with a slash. */
	readonly baseUrl: string;
	/** Every request that arrived whole so far, in order. */
	readonly requests: readonly ReceivedRequest[];
};

export type ServerFaults = {
	/** Closes each connection after its response, which does not say so: no `Connection: close`, only a FIN. */
	readonly closesUnannounced?: boolean;
};

export type Handler = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

/**
A real HTTP server on a free port of a loopback address. It answers nothing of its own accord: a handler that returns without answering leaves the client waiting, and `response.destroy()` resets the connection.

@example
```
await using server = await createHttpServer((request, response) => {
	answer(response, 200, []);
});
```
*/
export async function createHttpServer(
	handler: Handler,
	address = '127.0.0.1',
	{closesUnannounced = false}: ServerFaults = {},
): Promise<HttpServer> {
	const requests: ReceivedRequest[] = [];

	const receive = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (closesUnannounced) {
			const {socket} = message;
			response.removeHeader('connection');
			// The response and the FIN leave together.
			socket.cork();
			response.once('prefinish', () => {
				socket.end();
			});
		}

		let body: string;
		try {
			body = await text(message);
		} catch {
			// The client went away while sending.
			return;
		}

		const request = {
			method: message.method ?? '',
			url: message.url ?? '',
			headers: message.headers,
			body,
		};
		requests.push(request);
		await handler(request, response);
	};

	// A handler that throws is a broken test: its rejection stays unhandled, and vitest reports it.
	const server = createServer((message, response) => {
		void receive(message, response);
	});
	server.listen(0, address);
	await once(server, 'listening');

	return {
		baseUrl: `http://${address.includes(':') ? `[${address}]` : address}:${(server.address() as AddressInfo).port}/`,
		requests,
		async [Symbol.asyncDispose]() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

/**
Answers, and ends the answer.

@param response - As given to the handler.
@param status - HTTP status code.
@param body - Text is sent as it is, anything else as JSON; nothing when undefined.
@param headers - A content type given here replaces `application/json`.
*/
export function answer(
	response: ServerResponse,
	status: number,
	body?: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, {'content-type': 'application/json', ...headers});
	response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
}

/** A handler that gives every request the same answer. */
export const answering =
	(...[status, body, headers]: readonly [status: number, body?: unknown, headers?: Record<string, string>]): Handler =>
	(_request, response) => {
		answer(response, status, body, headers);
	};
