import {answer, createHttpServer, type ReceivedRequest} from './http-server.ts';

/** How a service refuses an API key: status, body and headers. */
export type Refusal = readonly [status: 401 | 403, body?: unknown, headers?: Readonly<Record<string, string>>];

/** The API key that is never refused. */
export const newKey = 'the-new-key-81d2';

/** Starts a service that lists, creates and deletes at once, with notifications 1 to `count`, and whose API key can be refused for some requests. */
export async function startRevocableService(count: number) {
	let refused: readonly [isRefused: (request: ReceivedRequest) => boolean, refusal: Refusal] | undefined;
	let before = 0;
	let stored: ReadonlyArray<{readonly id: number}> = Array.from({length: count}, (_value, index) => ({
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
		/** From now on requests that match are refused, unless they have the new API key. */
		refuse(...next: NonNullable<typeof refused>) {
			refused = next;
			before = server.requests.length;
		},
		/** The requests that arrived since `refuse`: method and API key. */
		sinceRefusal: () =>
			server.requests
				.slice(before)
				.map(({method, headers}) => `${method} ${headers.authorization === `Bearer ${newKey}` ? 'new' : 'old'}`),
		ids: () => stored.map(({id}) => id),
	};
}
