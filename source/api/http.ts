import type {Agent, ClientRequestArgs, IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import process from 'node:process';
import type {Duplex} from 'node:stream';
import type {TLSSocket} from 'node:tls';
import {createFetch} from 'ofetch';
import {systemClock, startDeadline} from '../platform/clock.ts';
import {defaultLimits, raiseLimit, sizeText} from '../platform/limits.ts';
import {tryParseJson} from '../platform/json.ts';
import {isLoopback, lookUpLoopback, proxyProblem, proxySettingsFor} from '../platform/proxy.ts';
import {
	cancelledBeforeSending,
	classifyError,
	classifyResponse,
	unreadableResponse,
	unusableProxy,
	withAddressHint,
} from './classify.ts';
import {type Method, fail, type Result, succeed, type HttpResponse, type ResponseHeaders} from './failure.ts';
import {type Connection, checkApiKey} from './connection.ts';
import {tooEarly} from './retry.ts';

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
	const received = await exchange(connection, request, false, async ({status, headers, url}, body) => ({
		head: {status, headers, url},
		...(await readText(body, limits.response)),
	}));
	if (!received.ok) {
		return received;
	}

	const {head, text, isCut} = received.value;
	if (!isCut) {
		return succeed({...head, text, body: tryParseJson(text)});
	}

	const summary = `The response is larger than ${sizeText(limits.response)}`;
	const failure = unreadableResponse(request.method, {...head, text, body: undefined}, summary);
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
	return exchange(connection, request, true, read);
}

async function exchange<T>(
	connection: Connection,
	{method, url: reference, body, signal, ifNoneMatch, keepsConnection = false}: HttpRequest,
	restartsTimeout: boolean,
	read: BodyReader<T>,
): Promise<Result<T>> {
	const {baseUrl, apiKey, timeout, limits = defaultLimits, keyRemedy, notBefore, requestLog} = connection;
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
	const wire: WireOptions = {keepsConnection, maxHeaderSize: limits.headers};
	try {
		const response = (await ofetch.raw(url, {
			method,
			headers: {
				accept: 'application/json',
				'accept-encoding': [...decompressors().keys()].join(', '),
				authorization: `Bearer ${apiKey}`,
				...(ifNoneMatch !== undefined && {'if-none-match': ifNoneMatch}),
			},
			...(json !== undefined && {body: json}),
			signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
			retry: 0,
			ignoreResponseError: true,
			// This leaves the body to the caller: ofetch would lose the status of a response whose body breaks off.
			responseType: 'stream',
			...wire,
		})) as unknown as WireResponse;
		const {status, headers} = response;
		watch?.responded(status, headers);
		const received = watch?.read(response.body) ?? response.body;
		if ((status >= 200 && status <= 299) || (status === 304 && ifNoneMatch !== undefined)) {
			const chunks = restartsTimeout ? restarting(received, deadline.restart) : received;
			return succeed(await read({status, headers, url, bytes: lengthOf(headers)}, chunks));
		}

		const {text, isCut} = await readText(received, limits.error, true);
		const answer = {status, headers, url, text, body: tryParseJson(text)};
		const failure = classifyResponse(method, answer, systemClock.now());
		notBefore?.note(failure);
		const remedy = failure.kind === 'unauthorized' ? keyRemedy : undefined;
		const isPart = isCut ? ` Only ${sizeText(limits.error)} of the response were read. ${raiseLimit('error')}` : '';
		return fail(withAddressHint({...failure, nextStep: (remedy ?? failure.nextStep) + isPart}, connection));
	} catch (error) {
		const cancelled = signal?.aborted ? 'cancelled' : undefined;
		const stopped = deadline.signal.aborted ? 'timeout' : cancelled;
		const failure = classifyError(error, {method, url, timeout, stopped, headerLimit: limits.headers});
		lost = failure.summary;
		return fail(withAddressHint(failure, connection));
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

function lengthOf(headers: ResponseHeaders): number | undefined {
	const length = headers['content-length'];
	return length === undefined || headers['content-encoding'] !== undefined ? undefined : Number(length);
}

/** Reads a body up to a limit in bytes. Of an error what arrived before the connection broke is enough: its status says what happened. */
async function readText(
	body: AsyncIterable<Uint8Array>,
	limit: number,
	isError = false,
): Promise<{readonly text: string; readonly isCut: boolean}> {
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

/** The options of a request that ofetch hands on. */
type WireOptions = {
	/** See `HttpRequest`. */
	readonly keepsConnection: boolean;
	/** The maximum size of the response's headers in bytes. */
	readonly maxHeaderSize: number;
};

type WireRequest = WireOptions & {
	readonly method: Method;
	readonly headers: Map<string, string>;
	readonly body?: string;
	readonly signal: AbortSignal;
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

/** Returns node:https or node:http. An import would load every export, and one of them is undici. */
const moduleFor = (url: string) => process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');

/** Behaves like the global fetch with `redirect: 'manual'`: redirects are never followed. Resolves as soon as the headers have arrived. */
async function fetchOverHttp(url: string, request: WireRequest): Promise<WireResponse> {
	const {method, headers, body, signal, maxHeaderSize, keepsConnection} = request;
	const otherUse = method === 'GET' ? 'read' : 'write';
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const sent = moduleFor(url).request(
		url,
		{
			method,
			agent: agentFor(url, keepsConnection ? 'watch' : otherUse),
			headers: Object.fromEntries(headers),
			signal,
			maxHeaderSize,
			...lookupFor(new URL(url).hostname),
		},
		resolve,
	);
	let isStale = false;
	sent.on('error', (error: NodeJS.ErrnoException) => {
		const {reusedSocket, socket} = sent;
		isStale = keepsConnection && reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
		const isSecure = !url.startsWith('https:') || (socket as Securing | null)?.secureConnecting === false;
		reject(isSecure ? error : handshakeError(error));
	});
	// This also covers a 101, which no request asks for: Node closes the connection.
	sent.on('close', () => {
		reject(Object.assign(new Error('The connection was closed.'), {code: 'ECONNRESET', syscall: 'read'}));
	});
	sent.end(body);

	try {
		const message = await promise;
		if (message.headers['keep-alive'] !== undefined || message.headers.connection?.toLowerCase() === 'keep-alive') {
			kept.add(message.socket);
		}

		// Only Set-Cookie would be an array, and nothing reads it.
		const received = message.headers as ResponseHeaders;
		return {status: message.statusCode ?? 0, headers: received, body: decompress(message)};
	} catch (error) {
		// A service closes idle connections when it likes. The number of kept ones is limited, so this ends with a new one.
		if (isStale) {
			return fetchOverHttp(url, request);
		}

		throw error;
	}
}

/** Only this function of ofetch is bundled: the rest of it would load undici. */
const ofetch = createFetch({
	fetch: fetchOverHttp as unknown as typeof fetch,
	Headers: RequestHeaders as unknown as typeof Headers,
});

/** A TLS connection: whether its handshake is under way. Node has no documented way to ask this. */
type Securing = TLSSocket & {readonly secureConnecting?: boolean};

/** Marks an error that occurred before the connection was secure. Node reports many as `write EPROTO` or `read ECONNRESET`, although nothing of the request was written. */
function handshakeError(error: NodeJS.ErrnoException): Error {
	const [, reason = ''] = /SSL routines:\w*:([^:]+)/v.exec(error.message) ?? [];
	const isBroken = error.syscall !== 'connect' && ['ECONNRESET', 'EPIPE', 'EPROTO'].includes(error.code ?? '');
	if (reason === '' && !isBroken) {
		return error;
	}

	const code = reason === '' ? error.code : `ERR_SSL_${reason.trim().toUpperCase().replaceAll(/\W+/gv, '_')}`;
	return Object.assign(error, {code, syscall: undefined, isHandshake: true});
}

/** The decoder of each encoding in Accept-Encoding. */
function decompressors(): ReadonlyMap<string, () => Duplex> {
	const {createBrotliDecompress, createGunzip} = process.getBuiltinModule('node:zlib');
	return new Map<string, () => Duplex>([
		['gzip', createGunzip],
		['br', createBrotliDecompress],
	]);
}

async function* decompress(message: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
	const encoding = message.headers['content-encoding']?.toLowerCase().replace(/^x-/v, '') ?? '';
	const isEmpty = [204, 205, 304].includes(message.statusCode ?? 0) || message.headers['content-length'] === '0';
	if (isEmpty || ['', 'identity'].includes(encoding)) {
		yield* message;
		return;
	}

	const create = decompressors().get(encoding);
	if (create === undefined) {
		message.destroy();
		const refused = new Error('The content encoding is not supported.');
		throw Object.assign(refused, {code: 'ERR_CONTENT_ENCODING', encoding});
	}

	// The reader of the stream receives the error.
	yield* process.getBuiltinModule('node:stream').pipeline(message, create(), () => undefined);
}

/**
The requests that share connections: those of a watch, other reads, and writes. Some services close each connection after its response without saying so, and the outcome of a write that meets this is unknown: so a write never uses a connection that carried a read, and one that carried a write only if the service says that it stays open.
*/
type AgentUse = 'watch' | 'read' | 'write';

/** Milliseconds that an idle connection is kept, and between probes of it (TCP keep-alive). Services close idle ones after some seconds, and the outcome of a write that meets this is unknown. That of a watch is kept for its next listing: as long as common servers and proxies keep idle ones, and no longer than the service says (Keep-Alive). */
const timings = {short: {timeout: 1000}, long: {timeout: 75_000, keepAliveMsecs: 15_000}} as const;

const agents = new Map<string, Agent>();

/** Connections that stay open, according to the service. */
const kept = new WeakSet<Duplex>();

function agentFor(url: string, use: AgentUse): Agent {
	const {origin} = new URL(url);
	const proxyEnv = proxySettingsFor(url);
	const key = `${origin} ${JSON.stringify(proxyEnv)} ${use}`;
	const known = agents.get(key);
	if (known !== undefined) {
		return known;
	}

	const timing = use === 'watch' ? timings.long : timings.short;
	const agent = new (moduleFor(url).Agent)({keepAlive: true, ...timing, ...(proxyEnv !== undefined && {proxyEnv})});
	agents.set(key, agent);
	if (use === 'write') {
		// Declared without a result, which is whether it was kept.
		const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => boolean;
		agent.keepSocketAlive = socket => kept.has(socket) && keep(socket);
	}

	if (use !== 'watch' && proxyEnv === undefined) {
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

	const [net, tls] = [process.getBuiltinModule('node:net'), process.getBuiltinModule('node:tls')];
	const isSecure = protocol === 'https:';
	const host = hostname.replaceAll(/[\[\]]/gv, '');
	const standardPort = isSecure ? 443 : 80;
	const options = {host, port: port === '' ? standardPort : Number(port), noDelay: true, ...lookupFor(hostname)};
	// An address is not a name that a certificate is asked for (RFC 6066, section 3).
	const secureOptions = {ALPNProtocols: ['http/1.1'], servername: net.isIP(host) === 0 ? host : ''};
	const waiting = opened.get(origin) ?? new Set();
	opened.set(origin, waiting);
	while (waiting.size < count) {
		const socket: Socket = isSecure ? tls.connect({...options, ...secureOptions}) : net.connect(options);
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
