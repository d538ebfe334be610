import {createHttpServer, answer, type ReceivedRequest} from './http-server.ts';

export type StoredRecord = Readonly<Record<string, unknown>> & {readonly id: number};

type Body = Readonly<Record<string, unknown>>;

export type SmallService = AsyncDisposable & {
	readonly baseUrl: string;
	readonly apiKey: string;
	/** What it lists. Tests may change it. */
	readonly records: StoredRecord[];
	readonly requests: readonly ReceivedRequest[];
	/** The bodies of all POSTs so far. */
	readonly posted: () => Body[];
	/** The number of POSTs and DELETEs so far. */
	readonly writes: () => number;
};

/** A service that stores anything. `rewrite` makes of a body what it stores; nothing of the template is listed. */
export async function startSmallService(
	records: readonly object[] = [],
	rewrite: (body: Body) => Body = body => body,
): Promise<SmallService> {
	let lastId = 0;
	const stored: StoredRecord[] = [];
	const add = ({template, ...body}: Body): StoredRecord => {
		lastId = Math.max(lastId, ...stored.map(({id}) => id)) + 1;
		const record = {...body, id: lastId};
		stored.push(record);
		return record;
	};

	for (const record of records) {
		add(record as Body);
	}

	const server = await createHttpServer(({method, url, body}, response) => {
		if (method === 'POST') {
			answer(response, 201, add(rewrite(JSON.parse(body) as Body)));
		} else if (method === 'DELETE') {
			const index = stored.findIndex(({id}) => url.endsWith(`/${id}/`));
			answer(response, index === -1 ? 404 : 204);
			stored.splice(index, index === -1 ? 0 : 1);
		} else {
			answer(response, 200, stored);
		}
	});
	return {
		baseUrl: server.baseUrl,
		apiKey: 'the-key',
		records: stored,
		requests: server.requests,
		posted: () => server.requests.filter(({method}) => method === 'POST').map(({body}) => JSON.parse(body) as Body),
		writes: () => server.requests.filter(({method}) => method !== 'GET').length,
		[Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
	};
}

/** Applies a function to every text of a body, at any depth. */
export const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
	if (typeof value === 'string') {
		return change(value);
	}

	if (Array.isArray(value)) {
		return value.map((item: unknown) => mapTexts(item, change));
	}

	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
		: value;
};
