import type {Agent, ClientRequestArgs, IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import process from 'node:process';
import type {Duplex} from 'node:stream';
import type {TLSSocket} from 'node:tls';
import {createFetch} from 'ofetch';
import {systemClock, startDeadline} from '../platform/clock.ts';
import {tryParseJson} from '../platform/json.ts';
import {defaultLimits} from '../platform/limits.ts';
import {isLoopback, lookUpLoopback, proxyProblem, proxySettingsFor} from '../platform/proxy.ts';
import {cancelledBeforeSending, checkBaseUrl, classifyError, classifyResponse, unusableProxy} from './classify.ts';
import {type Connection, checkApiKey} from './connection.ts';
import {fail, succeed, type HttpResponse, type Method, type ResponseHeaders, type Result} from './failure.ts';
import {tooEarly} from './retry.ts';

export type HttpRequest = {
	readonly method: Method;
	/** An absolute URL, or one relative to the connection's base URL. */
	readonly url: string;
	/** The body, which is sent as JSON. */
	readonly body?: object | undefined;
	readonly signal?: AbortSignal | undefined;
	/** An entity tag. A 304 is then a success without a body: what the tag stands for has not changed, according to the service (RFC 9110, section 13.1.2). */
	readonly ifNoneMatch?: string | undefined;
};

/** The status and headers of a response whose body has not been read yet. */
export type ResponseHead = Pick<HttpResponse, 'status' | 'headers' | 'url'>;

/**
Reads the body of a response while it arrives. It rejects only if reading the body does.

@param restart - Restarts the timeout: a long response may take long, but must not stall.
*/
type BodyReader<T> = (head: ResponseHead, body: AsyncIterable<Uint8Array>, restart: () => void) => Promise<Result<T>>;

/**
Sends one request, once, and reads the whole response within the connection's timeout.

@returns The response if it is a 2xx, with its body up to `limits.response`; otherwise the failure, as `exchange`.
*/
export async function send(connection: Connection, request: HttpRequest): Promise<Result<HttpResponse>> {
	const {response: limit} = connection.limits ?? defaultLimits;
	return exchange(connection, request, async (head, body) => {
		const {text} = await readText(body, limit);
		return succeed({...head, text, body: tryParseJson(text)});
	});
}

/**
Sends one request, once, and passes the body of a 2xx, or of a 304 that was asked for, to `read`.

@returns The result of `read`, or the failure (`classifyResponse`, `classifyError`).
@throws TypeError if the URL has another origin than the connection, or the API key does not fit a header. Both are bugs.
*/
export async function exchange<T>(
	connection: Connection,
	request: HttpRequest,
	read: BodyReader<T>,
): Promise<Result<T>> {
	const result = await attempt(connection, request, read);
	const {addressHint = checkBaseUrl} = connection;
	return result.ok
		? result
		: fail({...result.failure, nextStep: result.failure.nextStep.replace(checkBaseUrl, () => addressHint)});
}

async function attempt<T>(
	{baseUrl, apiKey, timeout, limits = defaultLimits, keyRemedy, notBefore, requestLog}: Connection,
	{method, url: reference, body, signal, ifNoneMatch}: HttpRequest,
	read: BodyReader<T>,
): Promise<Result<T>> {
	const {href: url, origin} = new URL(reference, baseUrl);
	if (origin !== new URL(baseUrl).origin || checkApiKey(apiKey) !== undefined) {
		throw new TypeError('The API key goes to its own origin only, and only if it fits a header.');
	}

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
		const response = (await ofetch.raw(url, {
			method,
			headers: {
				accept: 'application/json',
				'accept-encoding': 'gzip',
				authorization: `Bearer ${apiKey}`,
				...(ifNoneMatch !== undefined && {'if-none-match': ifNoneMatch}),
			},
			...(json !== undefined && {body: json}),
			signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
			retry: 0,
			ignoreResponseError: true,
			// This leaves the body to the caller: ofetch would lose the status of a response whose body breaks off.
			responseType: 'stream',
			...({maxHeaderSize: limits.headers} satisfies Partial<WireRequest>),
		})) as unknown as WireResponse;
		const {status, headers} = response;
		watch?.responded(status, headers);
		const received = watch?.read(response.body) ?? response.body;
		if ((status >= 200 && status <= 299) || (status === 304 && ifNoneMatch !== undefined)) {
			return await read({status, headers, url}, received, deadline.restart);
		}

		const {text} = await readText(received, limits.error, true);
		const answer = {status, headers, url, text, body: tryParseJson(text)};
		const failure = classifyResponse(method, answer, systemClock.now());
		notBefore?.note(failure);
		const remedy = failure.kind === 'unauthorized' ? keyRemedy : undefined;
		return fail({...failure, nextStep: remedy ?? failure.nextStep});
	} catch (error) {
		const cancelled = signal?.aborted ? 'cancelled' : undefined;
		const stopped = deadline.signal.aborted ? 'timeout' : cancelled;
		const failure = classifyError(error, {method, url, timeout, stopped, headerLimit: limits.headers});
		lost = failure.summary;
		return fail(failure);
	} finally {
		watch?.ended(lost);
	}
}

/** Reads a body up to a limit in bytes. `isCut`: whether it is longer. Of an error what arrived before the connection broke is enough: its status says what happened. */
export async function readText(body: AsyncIterable<Uint8Array>, limit: number, isError = false) {
	const decoder = new TextDecoder();
	let [text, length] = ['', 0];
	try {
		for await (const chunk of body) {
			text += decoder.decode(chunk.subarray(0, limit - length), {stream: true});
			length += chunk.length;
			if (length > limit) {
				return {text, isCut: true};
			}
		}
	} catch (error) {
		if (!isError) {
			throw error;
		}
	}

	return {text: text + decoder.decode(), isCut: false};
}

type WireRequest = {
	readonly method: Method;
	readonly headers: Map<string, string>;
	readonly body?: string;
	readonly signal: AbortSignal;
	/** The maximum size of the response's headers in bytes. */
	readonly maxHeaderSize: number;
};

type WireResponse = {
	readonly status: number;
	readonly headers: ResponseHeaders;
	/** The chunks of the body as they arrive, decompressed. */
	readonly body: AsyncIterable<Uint8Array>;
};

/** The part of `Headers` that ofetch uses, for lower-case names only. The global `Headers` loads undici, which takes about as long as `node -e 0`. */
class RequestHeaders extends Map<string, string> {
	constructor(headers: Readonly<Record<string, string>>) {
		super(Object.entries(headers));
	}
}

/** Only this function of ofetch is bundled: the rest of it would load undici. */
const ofetch = createFetch({
	fetch: fetchOverHttp as unknown as typeof fetch,
	Headers: RequestHeaders as unknown as typeof Headers,
});

/** Returns node:https or node:http. An import would load every export, and one of them is undici. */
export const moduleFor = (url: string) =>
	process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');

/** Behaves like the global fetch with `redirect: 'manual'`: redirects are never followed. Resolves as soon as the headers have arrived. */
async function fetchOverHttp(
	url: string,
	{method, headers, body, signal, maxHeaderSize}: WireRequest,
): Promise<WireResponse> {
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const agent = agentFor(url, method !== 'GET');
	const options = {method, agent, headers: Object.fromEntries(headers), signal, maxHeaderSize};
	const sent = moduleFor(url).request(url, {...options, ...lookupFor(new URL(url).hostname)}, resolve);
	sent.on('error', (error: NodeJS.ErrnoException) => {
		// Node has no documented way to ask whether a handshake is under way.
		const socket = sent.socket as (TLSSocket & {readonly secureConnecting?: boolean}) | null;
		const isSecure = !url.startsWith('https:') || socket?.secureConnecting === false;
		reject(isSecure ? error : handshakeError(error));
	});
	// This also covers a 101, which no request asks for: Node closes the connection.
	sent.on('close', () => {
		reject(Object.assign(new Error('The connection was closed.'), {code: 'ECONNRESET', syscall: 'read'}));
	});
	sent.end(body);

	const message = await promise;
	if (message.headers['keep-alive'] !== undefined || message.headers.connection?.toLowerCase() === 'keep-alive') {
		kept.add(message.socket);
	}

	// Only Set-Cookie would be an array, and nothing reads it.
	const received = message.headers as ResponseHeaders;
	return {status: message.statusCode ?? 0, headers: received, body: decompress(message)};
}

/** Marks an error that occurred before the connection was secure. Node reports many as `write EPROTO` or `read ECONNRESET`, although nothing of the request was written. */
function handshakeError(error: NodeJS.ErrnoException): Error {
	const [, reason] = /SSL routines:\w*:([^:]+)/v.exec(error.message) ?? [];
	const code = reason === undefined ? error.code : `ERR_SSL_${reason.trim().toUpperCase().replaceAll(/\W+/gv, '_')}`;
	return Object.assign(error, {code, isHandshake: true});
}

async function* decompress(message: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
	const encoding = message.headers['content-encoding']?.toLowerCase() ?? '';
	const isEmpty = [204, 205, 304].includes(message.statusCode ?? 0) || message.headers['content-length'] === '0';
	if (isEmpty || ['', 'identity'].includes(encoding)) {
		yield* message;
		return;
	}

	if (!['gzip', 'x-gzip'].includes(encoding)) {
		message.destroy();
		throw Object.assign(new Error('Unsupported content encoding'), {code: 'ERR_CONTENT_ENCODING', encoding});
	}

	const unzip = process.getBuiltinModule('node:zlib').createGunzip();
	// The reader of the stream receives the error.
	yield* process.getBuiltinModule('node:stream').pipeline(message, unzip, () => undefined);
}

const agents = new Map<string, Agent>();

/** Connections that stay open, according to the service. */
const kept = new WeakSet<Duplex>();

/**
The connections to an origin. Some services close each after its response without saying so, and the outcome of a write that meets this is unknown: so a write never uses one that carried a read, and one that carried a write only if the service says that it stays open. An idle one is kept for one second: services close those after some.
*/
function agentFor(url: string, isWrite: boolean): Agent {
	const {origin} = new URL(url);
	const proxyEnv = proxySettingsFor(url);
	const key = `${origin} ${JSON.stringify(proxyEnv)} ${isWrite}`;
	const known = agents.get(key);
	if (known !== undefined) {
		return known;
	}

	const agent = new (moduleFor(url).Agent)({keepAlive: true, timeout: 1000, ...(proxyEnv !== undefined && {proxyEnv})});
	agents.set(key, agent);
	if (isWrite) {
		// Declared without a result, which is whether it was kept.
		const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
		agent.keepSocketAlive = socket => kept.has(socket) && keep(socket);
	}

	if (proxyEnv === undefined) {
		const connect: Agent['createConnection'] = agent.createConnection.bind(agent);
		agent.createConnection = (options, callback) => takeOpened(origin) ?? connect(options, callback);
	}

	return agent;
}

/** Milliseconds that a connection waits for its first request. Services allow at least five seconds for one, so none closes it while a write is under way. */
const waitingTime = 4000;

/** The connections that were opened ahead, by origin. Reads and writes use them alike. */
const opened = new Map<string, Set<Socket>>();

/** Opens connections to a service ahead of the requests that are about to follow, until so many wait: opening one takes one round trip, and its TLS handshake one or two more. One that fails, is closed or is not used within some seconds is forgotten. Through a proxy none is opened. */
export function openAhead(baseUrl: string, count: number): void {
	const {origin, hostname, port, protocol} = new URL(baseUrl);
	if (proxySettingsFor(baseUrl) !== undefined || proxyProblem(baseUrl) !== undefined) {
		return;
	}

	const host = hostname.replaceAll(/[\[\]]/gv, '');
	const standardPort = protocol === 'https:' ? 443 : 80;
	// An address is not a name that a certificate is asked for (RFC 6066, section 3).
	const servername = process.getBuiltinModule('node:net').isIP(host) === 0 ? host : '';
	const secure = {ALPNProtocols: ['http/1.1'], servername};
	const address = {host, port: port === '' ? standardPort : Number(port), noDelay: true, ...lookupFor(hostname)};
	const agent = new (moduleFor(baseUrl).Agent)();
	const waiting = opened.get(origin) ?? new Set();
	opened.set(origin, waiting);
	while (waiting.size < count) {
		const socket = agent.createConnection({...address, ...secure}) as Socket;
		waiting.add(socket.unref());
		const forget = () => {
			if (waiting.delete(socket)) {
				socket.destroy();
			}
		};

		setTimeout(forget, waitingTime).unref();
		// A service has nothing to say before a request.
		for (const event of ['error', 'end', 'close', 'data']) {
			socket.on(event, forget);
		}
	}
}

function takeOpened(origin: string): Socket | undefined {
	const [socket] = opened.get(origin) ?? [];
	if (socket !== undefined) {
		opened.get(origin)!.delete(socket);
	}

	return socket?.ref();
}

const lookupFor = (hostname: string): Pick<ClientRequestArgs, 'lookup'> =>
	isLoopback(hostname) ? {lookup: lookUpLoopback} : {};
