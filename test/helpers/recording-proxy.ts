import {answer, createHttpServer, type ServerFaults} from './http-server.ts';

/** Starts a proxy in front of a service, whose requests a test looks at. It passes everything on. */
export async function startRecordingProxy(
	{baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string},
	faults?: ServerFaults,
) {
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
		/** The requests since the last call: the method, and `GET?` for one that asks only for changes. */
		taken() {
			const requests = server.requests.slice(seen);
			seen = server.requests.length;
			return requests.map(({method, headers}) => `${method}${headers['if-none-match'] === undefined ? '' : '?'}`);
		},
	};
}
