import {Buffer} from 'node:buffer';
import {hideEchoes, hideEchoesIn, hideSecrets} from '../terminal/secrets.ts';
import type {Method, ResponseHeaders} from './failure.ts';

/** One request of this run. Its texts come from outside and may contain the API key: sanitise them and hide secrets before they are shown. */
export type LoggedRequest = {
	readonly number: number;
	readonly method: Method;
	readonly url: string;
	/** The JSON that was sent; only the beginning of a very long one. */
	readonly body: string | undefined;
	/** The start time in milliseconds since the epoch. */
	readonly at: number;
	/** The duration in milliseconds; undefined while the request is in progress. */
	readonly duration: number | undefined;
	/** The status of the response; undefined if there is none (yet). */
	readonly status: number | undefined;
	readonly headers: ResponseHeaders;
	/** The size of the response's body so far in bytes, after decompression. */
	readonly bytes: number;
	/** The beginning of the response's body. */
	readonly start: string;
	/** The reason why there is no complete response, in one line. */
	readonly problem: string | undefined;
	/** The number of identical requests that failed before this one. */
	readonly retries: number;
};

/** Records the progress of one request. */
export type RequestWatch = {
	readonly responded: (status: number, headers: ResponseHeaders) => void;
	/** Passes on a body, and counts its bytes. */
	readonly read: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
	/** Records the end. `problem`: the reason why there is no complete response. */
	readonly ended: (problem?: string) => void;
};

/** The last requests of this run, in memory only. */
export type RequestLog = {
	readonly begin: (request: {
		readonly method: Method;
		readonly url: string;
		readonly body: string | undefined;
	}) => RequestWatch;
	/** The requests, oldest first. */
	readonly get: () => readonly LoggedRequest[];
};

/** The maximum number of requests in the log. */
const limit = 200;

/** The number of characters kept of a response. */
const keptLength = 4096;

/** The number of characters kept of a request: few are longer. */
const requestLength = 65_536;

/** The number of bytes read of a response. More is read than kept, because an API key that is cut could not be found and hidden. */
const readLength = 2 * keptLength;

type Entry = {-readonly [Name in Exclude<keyof LoggedRequest, 'start'>]: LoggedRequest[Name]} & {
	/** What was read of the response's body. */
	readonly received: Uint8Array[];
};

/** Hides secrets only when the text is read, which takes milliseconds, and is done for few requests. */
function toLogged({received, ...entry}: Entry): LoggedRequest {
	return {
		...entry,
		get start() {
			return hideEchoes(Buffer.concat(received).toString()).slice(0, keptLength);
		},
	};
}

/** Creates an empty log. `now`: milliseconds since the epoch. */
export function createRequestLog(now: () => number): RequestLog {
	const entries: Entry[] = [];
	let number = 0;

	return {
		get: () => entries.map(entry => toLogged(entry)),
		begin({method, url, body}) {
			const last = entries.findLast(entry => entry.method === method && entry.url === url);
			const isRepeated = method === 'GET' && last?.duration !== undefined && (last.status ?? 599) >= 400;
			const entry: Entry = {
				number: ++number,
				method,
				url,
				body: body === undefined ? undefined : hideSecrets(body).slice(0, requestLength),
				at: now(),
				duration: undefined,
				status: undefined,
				headers: {},
				bytes: 0,
				received: [],
				problem: undefined,
				retries: isRepeated ? last.retries + 1 : 0,
			};
			entries.push(entry);
			if (entries.length > limit) {
				entries.shift();
			}

			let kept = 0;
			return {
				responded(status, headers) {
					entry.status = status;
					entry.headers = hideEchoesIn(headers);
				},
				async *read(chunks) {
					for await (const chunk of chunks) {
						entry.bytes += chunk.length;
						if (kept < readLength) {
							// It is copied, because the chunk itself is large.
							const part = Buffer.from(chunk.subarray(0, readLength - kept));
							entry.received.push(part);
							kept += part.length;
						}

						yield chunk;
					}
				},
				ended(problem) {
					entry.duration = now() - entry.at;
					entry.problem = problem;
				},
			};
		},
	};
}
