import {Buffer} from 'node:buffer';
import {hideEchoes, hideEchoesIn} from '../terminal/hide-echoes.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import type {Method, ResponseHeaders} from './response.ts';

/** One request of this run. Its texts come from outside and may hold the API key: sanitise them and hide secrets before they are shown. */
export type LoggedRequest = {
	readonly number: number;
	readonly method: Method;
	readonly url: string;
	/** The JSON that was sent; only its start, if it is very long. */
	readonly body: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Milliseconds until it ended; undefined while it is under way. */
	readonly duration: number | undefined;
	/** Undefined before there is a response, or if there was none. */
	readonly status: number | undefined;
	readonly headers: ResponseHeaders;
	/** Bytes of the response's body so far, after decompression. */
	readonly bytes: number;
	/** The start of the response's body. */
	readonly start: string;
	/** Why there is no whole response, in one line. */
	readonly problem: string | undefined;
	/** How many requests failed before that were the same: this one repeats them. */
	readonly retries: number;
};

/** Notes what becomes of one request. */
export type RequestWatch = {
	readonly responded: (status: number, headers: ResponseHeaders) => void;
	/** Passes on a body, and counts it. */
	readonly read: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
	/** `problem`: why there is no whole response. */
	readonly ended: (problem?: string) => void;
};

/** The last requests of this run, in memory only. */
export type RequestLog = {
	readonly begin: (request: {readonly method: Method; readonly url: string; readonly body: string | undefined}) => RequestWatch;
	/** Oldest first. */
	readonly get: () => readonly LoggedRequest[];
};

/** So many requests are kept. */
const limit = 200;

/** Characters of a response that are kept. */
const keptLength = 4096;

/** Characters of a request that are kept: few are longer. */
const requestLength = 65_536;

/** Bytes that are read of a response: an API key that is cut could not be found to be hidden. */
const readLength = 2 * keptLength;

const cut = (text: string): string => hideEchoes(text).slice(0, keptLength);

/** Creates an empty log. `now`: milliseconds since the epoch. */
export function createRequestLog(now: () => number): RequestLog {
	const entries: LoggedRequest[] = [];
	let count = 0;

	const change = (number: number, changed: Partial<LoggedRequest>) => {
		const index = entries.findIndex(entry => entry.number === number);
		if (index !== -1) {
			entries[index] = {...entries[index]!, ...changed};
		}
	};

	return {
		get: () => [...entries],
		begin({method, url, body}) {
			const number = ++count;
			const at = now();
			const last = entries.findLast(entry => entry.method === method && entry.url === url);
			const isRepeated = method === 'GET' && last?.duration !== undefined && (last.status ?? 599) >= 400;
			entries.push({
				number, method, url, body: body === undefined ? undefined : hideSecrets(body).slice(0, requestLength), at, duration: undefined, status: undefined, headers: {}, bytes: 0, start: '', problem: undefined,
				retries: isRepeated ? last.retries + 1 : 0,
			});
			if (entries.length > limit) {
				entries.shift();
			}

			let bytes = 0;
			let kept = 0;
			const parts: Uint8Array[] = [];
			return {
				responded(status, headers) {
					change(number, {status, headers: hideEchoesIn(headers)});
				},
				async * read(chunks) {
					for await (const chunk of chunks) {
						bytes += chunk.length;
						if (kept < readLength) {
							// A copy: the chunk itself is large.
							parts.push(chunk.slice(0, readLength - kept));
							kept += parts.at(-1)!.length;
						}

						yield chunk;
					}
				},
				ended(problem) {
					change(number, {duration: now() - at, bytes, start: cut(new TextDecoder().decode(Buffer.concat(parts))), problem});
				},
			};
		},
	};
}
