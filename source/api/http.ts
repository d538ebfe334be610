import {systemClock, startDeadline} from '../platform/clock.ts';
import {defaultLimits, raiseLimit, sizeText} from '../platform/limits.ts';
import {tryParseJson} from '../platform/json.ts';
import {proxyProblem} from '../platform/proxy.ts';
import type {HttpResponse, Method} from './response.ts';
import {classifyResponse, unreadableResponse, withAddressHint} from './classify-response.ts';
import {cancelledBeforeSending, classifyError, unusableProxy} from './classify-error.ts';
import {type Connection, checkApiKey} from './connection.ts';
import {fail, type Result, succeed} from './failure.ts';
import {tooEarly} from './not-before.ts';

export type HttpRequest = {
	readonly method: Method;
	/** An absolute URL, or one relative to the connection's base URL. */
	readonly url: string;
	/** The body, which is sent as JSON. */
	readonly body?: object | undefined;
	readonly signal?: AbortSignal | undefined;
	/** An entity tag. A 304 is then a success without a body: what the tag stands for has not changed, according to the service (RFC 9110, section 13.1.2). Only `stream` with GET. */
	readonly ifNoneMatch?: string | undefined;
	/** Keeps the connection open for the next request of this kind, which is seconds away. Only for GET: its outcome does not matter if the service closes the connection at the same moment. */
	readonly keepsConnection?: boolean | undefined;
};

/** The status and headers of a response whose body has not been read yet. */
export type ResponseHead = Pick<HttpResponse, 'status' | 'headers' | 'url'> & {
	/** The length of the body on the wire; undefined if the service does not say, or compresses it. */
	readonly bytes: number | undefined;
};

type BodyReader<T> = (head: ResponseHead, body: AsyncIterable<Uint8Array>) => Promise<T>;

/**
Sends one request, once, and reads the whole response within the connection's timeout.

@returns The response if it is a 2xx of no more than `limits.response`; otherwise the failure (`classifyResponse`, `classifyError`).
@throws TypeError if the URL has another origin than the connection, or the API key does not fit a header. Both are bugs.
*/
export async function send(connection: Connection, request: HttpRequest): Promise<Result<HttpResponse>> {
	const {limits = defaultLimits} = connection;
	const received = await exchange(connection, request, 'whole response', async ({status, headers, url}, body) => {
		const start = createStart(limits.response);
		await readInto(start, body);
		return {status, headers, url, start};
	});
	if (!received.ok) {
		return received;
	}

	const {
		start: {text, isCut},
		...head
	} = received.value;
	if (!isCut) {
		return succeed({...head, text, body: tryParseJson(text)});
	}

	const failure = unreadableResponse(
		request.method,
		{...head, text, body: undefined},
		`The response is larger than ${sizeText(limits.response)}`,
	);
	return fail(withAddressHint({...failure, nextStep: `${failure.nextStep} ${raiseLimit('response')}`}, connection));
}

/**
Sends one request, once, like `send`, and passes the body of a 2xx, or of a 304 that was asked for, to `read` while it arrives. The timeout restarts with each chunk: a long response may take long, but must not stall.

@param connection - The service to send it to.
@param request - The request to send.
@param read - Reads the body. It rejects only if reading the body does.
@returns The result of `read`, or the failure.
@throws TypeError as `send` does.
*/
export async function stream<T>(connection: Connection, request: HttpRequest, read: BodyReader<T>): Promise<Result<T>> {
	return exchange(connection, request, 'each chunk', read);
}

/** Sends a request, and names in its failure where the base URL comes from. */
async function exchange<T>(
	connection: Connection,
	request: HttpRequest,
	timed: 'whole response' | 'each chunk',
	read: BodyReader<T>,
): Promise<Result<T>> {
	const result = await exchangeOnce(connection, request, timed, read);
	return result.ok ? result : fail(withAddressHint(result.failure, connection));
}

async function exchangeOnce<T>(
	{baseUrl, apiKey, timeout, limits = defaultLimits, keyRemedy, notBefore, requestLog}: Connection,
	{method, url: reference, body, signal, ifNoneMatch, keepsConnection = false}: HttpRequest,
	timed: 'whole response' | 'each chunk',
	read: BodyReader<T>,
): Promise<Result<T>> {
	const {href: url, origin} = new URL(reference, baseUrl);
	if (origin !== new URL(baseUrl).origin || checkApiKey(apiKey) !== undefined) {
		throw new TypeError('The API key goes to its own origin only, and only if it fits a header.');
	}

	// The module is slow to load, and not needed before the first request.
	const {fetchOnce} = await import('./ofetch.ts');
	if (signal?.aborted) {
		return fail(cancelledBeforeSending);
	}

	const problem = proxyProblem(url);
	if (problem !== undefined) {
		return fail(unusableProxy(origin, problem));
	}

	const left = notBefore?.left(method) ?? 0;
	if (left > 0) {
		return fail(tooEarly(method, left, systemClock.now()));
	}

	const json = body === undefined ? undefined : JSON.stringify(body);
	const watch = requestLog?.begin({method, url, body: json});
	let lost: string | undefined;
	using deadline = startDeadline(timeout);
	try {
		const response = await fetchOnce(url, {
			method,
			headers: {
				accept: 'application/json',
				authorization: `Bearer ${apiKey}`,
				...(ifNoneMatch !== undefined && {'if-none-match': ifNoneMatch}),
			},
			keepsConnection,
			body: json,
			signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
			maxHeaderSize: limits.headers,
		});
		const {status, headers} = response;
		watch?.responded(status, headers);
		const received = watch?.read(response.body) ?? response.body;
		if ((status >= 200 && status <= 299) || (status === 304 && ifNoneMatch !== undefined)) {
			const chunks = timed === 'each chunk' ? restarting(received, deadline.restart) : received;
			return succeed(await read({status, headers, url, bytes: lengthOf(response.headers)}, chunks));
		}

		const {text, isCut} = await readStart(received, limits.error);
		const classified = classifyResponse(
			method,
			{status, headers, url, text, body: tryParseJson(text)},
			systemClock.now(),
		);
		const failure =
			classified.kind === 'unauthorized' && keyRemedy !== undefined ? {...classified, nextStep: keyRemedy} : classified;
		notBefore?.note(failure);
		return fail(
			isCut
				? {
						...failure,
						nextStep: `${failure.nextStep} Only ${sizeText(limits.error)} of the response were read. ${raiseLimit('error')}`,
					}
				: failure,
		);
	} catch (error) {
		const stopped = deadline.signal.aborted ? 'timeout' : signal?.aborted ? 'cancelled' : undefined;
		const failure = classifyError(error, {method, url, timeout, stopped, headerLimit: limits.headers});
		lost = failure.summary;
		return fail(failure);
	} finally {
		watch?.ended(lost);
	}
}

async function* restarting(
	body: AsyncIterable<Uint8Array>,
	restart: () => void,
): AsyncGenerator<Uint8Array, void, void> {
	for await (const chunk of body) {
		restart();
		yield chunk;
	}
}

function lengthOf(headers: HttpResponse['headers']): number | undefined {
	const length = headers['content-length'];
	return length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
}

/** The start of a body, decoded. */
type BodyStart = {
	text: string;
	/** Whether the body exceeded the limit. */
	isCut: boolean;
	readonly limit: number;
};

const createStart = (limit: number): BodyStart => ({text: '', isCut: false, limit});

/** Reads a body up to the limit. Data read before a failure is kept. */
async function readInto(start: BodyStart, body: AsyncIterable<Uint8Array>): Promise<void> {
	const decoder = new TextDecoder();
	let length = 0;
	for await (const chunk of body) {
		start.isCut = length + chunk.length > start.limit;
		start.text += decoder.decode(chunk.subarray(0, start.limit - length), {stream: true});
		length += chunk.length;
		if (start.isCut) {
			return;
		}
	}

	start.text += decoder.decode();
}

async function readStart(body: AsyncIterable<Uint8Array>, limit: number): Promise<BodyStart> {
	const start = createStart(limit);
	try {
		await readInto(start, body);
	} catch {
		// The status already tells what happened.
	}

	return start;
}
