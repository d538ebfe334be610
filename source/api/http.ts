import {systemClock} from '../system/clock.ts';
import {startDeadline} from '../system/deadline.ts';
import {parseJson} from '../system/json.ts';
import type {HttpResponse, Method} from './response.ts';
import {classifyResponse} from './classify-response.ts';
import {cancelledBeforeSending, classifyError} from './classify-error.ts';
import {type Connection, checkApiKey} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';

export type HttpRequest = {
	readonly method: Method;
	/** Absolute, or relative to the connection's base URL. */
	readonly url: string;
	/** Sent as JSON. */
	readonly body?: object | undefined;
	readonly signal?: AbortSignal | undefined;
};

/** Characters of a body other than a 2xx's that are read, for the service's words. */
const errorBodyLimit = 65_536;

/** The first line of an answer and its headers, before its body. */
export type ResponseHead = Pick<HttpResponse, 'status' | 'headers' | 'url'> & {
	/** Of the body on the wire; undefined when the service does not say, or compresses it. */
	readonly bytes: number | undefined;
};

/**
Sends one request, once, and reads its answer to the end within the connection's timeout.

@returns The answer when it is a 2xx; otherwise the failure (api/classify.ts).
@throws TypeError when the URL is not of the connection's own origin, or the API key does not fit a header: bugs, both.
*/
export async function send(connection: Connection, request: HttpRequest): Promise<Result<HttpResponse>> {
	return exchange(connection, request, async ({status, headers, url}, body) => {
		const text = await readAll(body);
		return {status, headers, url, text, body: tryJson(text)};
	});
}

/**
As `send`, with the body of a 2xx handed on while it arrives. The timeout is that of a silence, since a long answer takes long.

@param connection - Where to.
@param request - What.
@param read - Takes the body; only what goes wrong with the connection may make it reject.
*/
export async function stream<T>(connection: Connection, request: HttpRequest, read: (head: ResponseHead, body: AsyncIterable<Uint8Array>) => Promise<T>): Promise<Result<T>> {
	return exchange(connection, request, read, true);
}

async function exchange<T>(
	{baseUrl, apiKey, timeout}: Connection,
	{method, url: reference, body, signal}: HttpRequest,
	read: (head: ResponseHead, body: AsyncIterable<Uint8Array>) => Promise<T>,
	isLong = false,
): Promise<Result<T>> {
	const url = new URL(reference, baseUrl);
	if (url.origin !== new URL(baseUrl).origin || checkApiKey(apiKey) !== undefined) {
		throw new TypeError('The API key goes to its own origin only, and only if it fits a header.');
	}

	// Not needed before the first request, and slow to load.
	const {ofetch} = await import('./ofetch.ts');
	if (signal?.aborted) {
		return fail(cancelledBeforeSending);
	}

	using deadline = startDeadline(timeout);
	const attempt = {method, url: url.href, timeout};
	try {
		const response = await ofetch.raw(url.href, {
			method,
			headers: {accept: 'application/json', authorization: `Bearer ${apiKey}`},
			body,
			signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
			redirect: 'manual',
			retry: 0,
			ignoreResponseError: true,
			// Leaves the body to be read here: ofetch would lose the status of an answer whose body breaks off.
			responseType: 'stream',
		});
		const {status, headers} = response;
		const pieces = isLong ? restarting(response.body, deadline.restart) : response.body ?? noPieces;
		if (response.ok) {
			return succeed(await read({status, headers, url: url.href, bytes: lengthOf(headers)}, pieces));
		}

		const text = await readStart(response.body);
		return fail(classifyResponse(method, {status, headers, url: url.href, text, body: tryJson(text)}, systemClock.now()));
	} catch (error) {
		const stopped = deadline.signal.aborted ? 'timeout' : (signal?.aborted ? 'cancelled' : undefined);
		return fail(classifyError(error, {...attempt, stopped}));
	}
}

const noPieces: AsyncIterable<Uint8Array> = {
	async * [Symbol.asyncIterator]() {
		// A stream made for this would have to be loaded first.
	},
};

async function * restarting(body: ReadableStream<Uint8Array> | null, restart: () => void): AsyncGenerator<Uint8Array, void, void> {
	for await (const piece of body ?? []) {
		restart();
		yield piece;
	}
}

function lengthOf(headers: Headers): number | undefined {
	const length = headers.get('content-length');
	return length === null || headers.has('content-encoding') ? undefined : Number(length);
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	for await (const piece of body) {
		text += decoder.decode(piece, {stream: true});
	}

	return text + decoder.decode();
}

async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const chunk of body ?? []) {
			text += decoder.decode(chunk, {stream: true});
			if (text.length >= errorBodyLimit) {
				break;
			}
		}
	} catch {
		// The status already says what happened.
	}

	return text.slice(0, errorBodyLimit);
}

function tryJson(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		// Whoever needs JSON asks for more than undefined.
		return undefined;
	}
}
