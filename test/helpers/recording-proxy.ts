import {answer, createHttpServer, type HttpServer, type ServerFaults} from './http-server.ts';

/** A proxy in front of a service, whose requests a test looks at. */
export type RecordingProxy = HttpServer & {
	readonly apiKey: string;
	/** The requests since the last call: the method, and `GET?` for one that asks only for changes. */
	readonly taken: () => string[];
};

/** Starts a proxy that passes everything on. */
export async function startRecordingProxy(
	{baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string},
	faults?: ServerFaults,
): Promise<RecordingProxy> {
	const server = await createHttpServer(
		async ({method, url, headers, body}, response) => {
			const {authorization = '', 'if-none-match': condition} = headers;
			const passed = await fetch(new URL(url, baseUrl), {
				method,
				headers: {
					authorization,
					'content-type': 'application/json',
					...(condition !== undefined && {'if-none-match': condition}),
				},
				...(body !== '' && {body}),
			}).catch(() => undefined);
			const text = await passed?.text().catch(() => undefined);
			if (passed === undefined || text === undefined) {
				response.destroy();
				return;
			}

			const tag = passed.headers.get('etag');
			answer(response, passed.status, text, tag === null ? {} : {etag: tag});
		},
		undefined,
		faults,
	);
	let seen = 0;
	return {
		...server,
		apiKey,
		taken() {
			const requests = server.requests.slice(seen);
			seen = server.requests.length;
			return requests.map(({method, headers}) => `${method}${headers['if-none-match'] === undefined ? '' : '?'}`);
		},
	};
}
