import type {ServerResponse} from 'node:http';
import {notificationsPath} from '../../../source/service/connection.ts';
import {answer, createHttpServer, type ReceivedRequest} from '../http-server.ts';
import type {ListingFate, WriteFate} from './fates.ts';
import type {ModelService, OpenListing} from './model.ts';
import type {Reply} from './replies.ts';
import type {StoredBody} from './stored-body.ts';

/** What decides about the requests of one client. */
export type Fates = {
	readonly nextWrite: () => WriteFate;
	readonly nextListing: () => ListingFate;
	/** Called when the model has taken a request; the answer waits for it. */
	readonly beforeAnswer?: (request: ReceivedRequest) => Promise<void>;
};

type Client = {
	readonly model: ModelService;
	readonly fates: Fates;
	readonly pending: Set<ServerResponse>;
	listing: OpenListing | undefined;
};

/** A server of models. */
export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

/** Starts a server of models over HTTP on loopback, any number of them one after the other. A client sends one request at a time: else the order in which they arrive is not the same in every run. */
export async function startModelServer() {
	const clients = new Map<string, Client>();
	let count = 0;

	const server = await createHttpServer(async (request, response) => {
		const {pathname, searchParams} = new URL(request.url, 'http://127.0.0.1/');
		const name = pathname.split('/', 2)[1]!;
		const client = clients.get(name);
		if (client === undefined) {
			response.destroy();
			return;
		}

		client.pending.add(response);
		const target = pathname.slice(name.length + 2);
		const reply = replyTo(client, request, target, searchParams);
		await client.fates.beforeAnswer?.(request);
		client.pending.delete(response);
		send(response, reply);
	});

	return {
		/** Connects one client, such as one run of the program. */
		connect(model: ModelService, fates: Fates) {
			count++;
			const name = `client-${count}`;
			const pending = new Set<ServerResponse>();
			clients.set(name, {model, fates, pending, listing: undefined});
			return {
				/** Ends with a slash; different for every client. */
				baseUrl: `${server.baseUrl}${name}/`,
				/** From now on every connection of this client is reset, also those in use, and what it sends reaches the model no more. */
				disconnect() {
					clients.delete(name);
					for (const response of pending) {
						response.destroy();
					}
				},
			};
		},
		[Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
	};
}

function replyTo(
	client: Client,
	{method, headers, body}: ReceivedRequest,
	target: string,
	query: URLSearchParams,
): Reply {
	const {model, fates} = client;
	if (!target.startsWith(notificationsPath)) {
		return {status: 404};
	}

	const apiKey = headers.authorization?.replace(/^Bearer /v, '') ?? '';
	switch (method) {
		case 'POST': {
			return model.post(apiKey, JSON.parse(body) as StoredBody, fates.nextWrite());
		}

		case 'DELETE': {
			return model.remove(apiKey, decodeURIComponent(target.slice(notificationsPath.length, -1)), fates.nextWrite());
		}

		case 'GET': {
			if (query.size === 0 || client.listing === undefined) {
				client.listing = model.list(apiKey, fates.nextListing());
			}

			return client.listing.page(query);
		}

		default: {
			return {status: 405};
		}
	}
}

function send(response: ServerResponse, reply: Reply): void {
	if (reply === 'reset') {
		response.destroy();
	} else {
		answer(response, reply.status, reply.body, reply.headers);
	}
}
