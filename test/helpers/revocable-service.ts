import {answer, createHttpServer, type HttpServer, type ReceivedRequest} from './http-server.ts';

/** How a service refuses an API key: status, body and headers. */
export type Refusal = readonly [status: 401 | 403, body?: unknown, headers?: Readonly<Record<string, string>>];

/** A service whose API key can be refused for some requests. */
export type RevocableService = HttpServer & {
	/** From now on requests that match are refused, unless they have the new API key. */
	readonly refuse: (isRefused: (request: ReceivedRequest) => boolean, refusal: Refusal) => void;
	/** The requests that arrived since `refuse`: method and API key. */
	readonly sinceRefusal: () => string[];
	readonly ids: () => readonly number[];
};

/** The API key that is never refused. */
export const newKey = 'the-new-key-81d2';

type StoredNotification = {readonly id: number};

/** Starts a service that lists, creates and deletes at once, with notifications 1 to `count`. */
export async function startRevocableService(count: number): Promise<RevocableService> {
	let refused: Parameters<RevocableService['refuse']> | undefined;
	let before = 0;
	let stored: readonly StoredNotification[] = Array.from({length: count}, (_value, index) => ({
		id: index + 1,
		external_user_id: `user-${index + 1}`,
		channel: 'EMAIL',
		notification_name: `Name ${index + 1}`,
		delivery_location: 'a@example.com',
		event_details: {
			network: 'ETH_MAINNET',
			event_type: 'ADDRESS_ACTIVITY',
			addresses: [`0x${String(index + 1).repeat(40)}`],
			filters: [],
		},
	}));
	let lastId = count;

	const server = await createHttpServer((request, response) => {
		const {method, url, headers, body} = request;
		if (refused !== undefined && headers.authorization !== `Bearer ${newKey}` && refused[0](request)) {
			answer(response, ...refused[1]);
			return;
		}

		switch (method) {
			case 'POST': {
				lastId++;
				stored = [...stored, {...(JSON.parse(body) as object), id: lastId}];
				answer(response, 201, {id: lastId});
				break;
			}

			case 'DELETE': {
				const id = Number(url.split('/').at(-2));
				stored = stored.filter(notification => notification.id !== id);
				answer(response, 204);
				break;
			}

			default: {
				answer(response, 200, stored);
			}
		}
	});

	return {
		...server,
		refuse(...next) {
			refused = next;
			before = server.requests.length;
		},
		sinceRefusal: () =>
			server.requests
				.slice(before)
				.map(({method, headers}) => `${method} ${headers.authorization === `Bearer ${newKey}` ? 'new' : 'old'}`),
		ids: () => stored.map(({id}) => id),
	};
}
