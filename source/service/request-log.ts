import {Buffer} from 'node:buffer';
import {hideEchoes, hideEchoesIn, hideSecrets} from '../terminal/secrets.ts';
import type {Method, ResponseHeaders} from './failure.ts';

type Entry = {
	readonly number: number;
	readonly method: Method;
	readonly url: string;
	/** The JSON that was sent; only the beginning of a very long one. */
	readonly body: string | undefined;
	/** The start time in milliseconds since the epoch. */
	readonly at: number;
	/** The number of identical requests that failed before this one. */
	readonly retries: number;
	/** The duration in milliseconds; undefined while the request is in progress. */
	duration: number | undefined;
	/** The status of the response; undefined if there is none (yet). */
	status: number | undefined;
	headers: ResponseHeaders;
	/** The size of the response's body so far in bytes, after decompression. */
	bytes: number;
	/** The reason why there is no complete response, in one line. */
	problem: string | undefined;
	/** The beginning of the response's body. */
	readonly start: string;
};

/** One request of this run. Its texts come from outside and may contain the API key: sanitise them and hide secrets before they are shown. */
export type LoggedRequest = Readonly<Entry>;

/** The last requests of this run, in memory only. */
export type RequestLog = ReturnType<typeof createRequestLog>;

/** The maximum number of requests in the log. */
const limit = 200;

/** The number of characters kept of a response. */
const keptLength = 4096;

/** The number of characters kept of a request: few are longer. */
const requestLength = 65_536;

/** The number of bytes read of a response. More is read than kept, because an API key that is cut could not be found and hidden. */
const readLength = 2 * keptLength;

/** Creates an empty log. `now`: milliseconds since the epoch. */
export function createRequestLog(now: () => number) {
	const entries: LoggedRequest[] = [];
	let number = 0;

	return {
		/** The requests, oldest first. */
		get: (): readonly LoggedRequest[] => [...entries],
		/** Returns what records the progress of a request. */
		begin({method, url, body}: Pick<Entry, 'method' | 'url' | 'body'>) {
			const last = entries.findLast(each => each.method === method && each.url === url);
			const isRepeated = method === 'GET' && last?.duration !== undefined && (last.status ?? 599) >= 400;
			const received: Uint8Array[] = [];
			const entry: Entry = {
				number: ++number,
				method,
				url,
				body: body === undefined ? undefined : hideSecrets(body).slice(0, requestLength),
				at: now(),
				retries: isRepeated ? last.retries + 1 : 0,
				duration: undefined,
				status: undefined,
				headers: {},
				bytes: 0,
				problem: undefined,
				// Secrets are hidden only when the text is read, which takes milliseconds, and is done for few requests.
				get start() {
					return hideEchoes(Buffer.concat(received).toString()).slice(0, keptLength);
				},
			};
			entries.push(entry);
			if (entries.length > limit) {
				entries.shift();
			}

			return {
				responded(status: number, headers: ResponseHeaders) {
					entry.status = status;
					entry.headers = hideEchoesIn(headers);
				},
				/** Passes on a body, and counts its bytes. */
				async *read(chunks: AsyncIterable<Uint8Array>) {
					for await (const chunk of chunks) {
						if (entry.bytes < readLength) {
							// It is copied, because the chunk itself is large.
							received.push(Buffer.from(chunk.subarray(0, readLength - entry.bytes)));
						}

						entry.bytes += chunk.length;
						yield chunk;
					}
				},
				/** Records the end. `problem`: the reason why there is no complete response. */
				ended(problem?: string) {
					entry.duration = now() - entry.at;
					entry.problem = problem;
				},
			};
		},
	};
}
