import type {IncomingMessage} from 'node:http';
import process from 'node:process';
import type {Duplex, Readable} from 'node:stream';
import {createFetch} from 'ofetch';
import {isLoopback, lookUpLoopback} from '../platform/proxy.ts';
import {agentFor, moduleFor, noteKeeping} from './agents.ts';
import {isSecuredAhead} from './opened-ahead.ts';
import {ownBody} from './receive-buffer.ts';
import type {Method, ResponseHeaders} from './response.ts';

/** A request as sent over the wire. Header names are in lower case. */
type WireRequest = {
	readonly method: Method;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | undefined;
	readonly signal: AbortSignal;
	/** The maximum size of the response's headers in bytes. */
	readonly maxHeaderSize: number;
	/** See `HttpRequest`. */
	readonly keepsConnection: boolean;
};

/** A response as received over the wire. */
type WireResponse = {
	readonly status: number;
	readonly headers: ResponseHeaders;
	/** The chunks of the body as they arrive, decompressed. */
	readonly body: AsyncIterable<Uint8Array>;
};

/** The part of `Headers` that ofetch uses, for lower-case names only. The global `Headers` loads undici, which costs 20 ms at start. */
class RequestHeaders extends Map<string, string> {
	constructor(headers: WireRequest['headers']) {
		super(Object.entries(headers));
	}
}

type FetchRequest = Omit<WireRequest, 'headers'> & {readonly headers: RequestHeaders};

/** Behaves like the global fetch with `redirect: 'manual'`, but uses node:http, which loads in a quarter of the time. */
async function fetchOverHttp(url: string, request: FetchRequest): Promise<WireResponse> {
	for (;;) {
		try {
			return await fetchOnceOverHttp(url, request);
		} catch (error) {
			// A service closes idle connections when it likes. The number of kept ones is limited, so this ends with a new one.
			if (!request.keepsConnection || (error as {readonly isStale?: boolean}).isStale !== true) {
				throw error;
			}
		}
	}
}

async function fetchOnceOverHttp(
	url: string,
	{method, headers, body, signal, maxHeaderSize, keepsConnection}: FetchRequest,
): Promise<WireResponse> {
	const {request} = moduleFor(url);
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const sent = request(
		url,
		{
			method,
			agent: agentFor(url, keepsConnection ? 'watch' : method === 'GET' ? 'read' : 'write'),
			headers: {...Object.fromEntries(headers), 'accept-encoding': hasZstd() ? 'gzip, br, zstd' : 'gzip, br'},
			signal,
			maxHeaderSize,
			...(isLoopback(new URL(url).hostname) && {lookup: lookUpLoopback}),
		},
		message => {
			noteKeeping(message);
			resolve(ownBody(message));
		},
	);
	let isSecure = false;
	sent.on('socket', socket => {
		isSecure = sent.reusedSocket || isSecuredAhead(socket);
		if (!isSecure) {
			socket.once('secureConnect', () => {
				isSecure = true;
			});
		}
	});
	sent.on('error', error => {
		const {code = ''} = error as NodeJS.ErrnoException;
		const isStale = sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(code);
		reject(isSecure || !url.startsWith('https:') ? Object.assign(error, {isStale}) : handshakeError(error));
	});
	// This also covers a 101, which no request asks for: Node closes the connection.
	sent.on('close', () => {
		reject(Object.assign(new Error('The connection was closed.'), {code: 'ECONNRESET', syscall: 'read'}));
	});
	sent.end(body);

	const message = await promise;
	// Only Set-Cookie would be an array, and nothing reads it.
	return {status: message.statusCode ?? 0, headers: message.headers as ResponseHeaders, body: decompress(message)};
}

/** Marks an error that occurred before the connection was secure. Node reports many as `write EPROTO` or `read ECONNRESET`, although nothing of the request was written. */
function handshakeError(error: Error & {readonly code?: string; readonly syscall?: string}): Error {
	const [, reason] = /SSL routines:\w*:([^:]+)/v.exec(error.message) ?? [];
	if (reason !== undefined) {
		return Object.assign(error, {
			code: `ERR_SSL_${reason.trim().toUpperCase().replaceAll(/\W+/gv, '_')}`,
			syscall: undefined,
			isHandshake: true,
		});
	}

	const isBroken = error.syscall !== 'connect' && ['ECONNRESET', 'EPIPE', 'EPROTO'].includes(error.code ?? '');
	return isBroken ? Object.assign(error, {syscall: undefined, isHandshake: true}) : error;
}

/** A body with an unsupported content encoding, which cannot be read. */
const unsupported = (encoding: string): AsyncIterable<Uint8Array> => ({
	[Symbol.asyncIterator]: () => ({
		async next() {
			throw Object.assign(new Error('The content encoding is not supported.'), {
				code: 'ERR_CONTENT_ENCODING',
				encoding,
			});
		},
	}),
});

const zlib = () => process.getBuiltinModule('node:zlib');

/** Whether this Node has Zstandard: 22.15 and 23.8 were the first. */
const hasZstd = (): boolean => typeof zlib().createZstdDecompress === 'function';

/** The window that a decoder must support, and more than which it should refuse, as a power of two: 8 MB (RFC 9659, section 3). */
const zstdWindow = 23;

function decompressorOf(encoding: string): (() => Duplex) | undefined {
	const {constants, createBrotliDecompress, createGunzip, createZstdDecompress} = zlib();
	switch (encoding) {
		case 'gzip':
		case 'x-gzip': {
			return createGunzip;
		}

		case 'br': {
			return createBrotliDecompress;
		}

		case 'zstd': {
			return hasZstd()
				? () => createZstdDecompress({params: {[constants.ZSTD_d_windowLogMax]: zstdWindow}})
				: undefined;
		}

		default: {
			return undefined;
		}
	}
}

function decompress(message: IncomingMessage): AsyncIterable<Uint8Array> {
	const encoding = message.headers['content-encoding']?.toLowerCase();
	const isEmpty = [204, 205, 304].includes(message.statusCode ?? 0) || message.headers['content-length'] === '0';
	if (isEmpty || encoding === undefined || encoding === 'identity' || encoding === '') {
		return message;
	}

	const createDecompressor = decompressorOf(encoding);
	if (createDecompressor === undefined) {
		message.destroy();
		return unsupported(encoding);
	}

	const {pipeline} = process.getBuiltinModule('node:stream');
	const plain: Readable = pipeline(message, createDecompressor(), () => {
		// The reader of the stream receives the error.
	});
	return plain;
}

const ofetch = createFetch({
	fetch: fetchOverHttp as unknown as typeof fetch,
	Headers: RequestHeaders as unknown as typeof Headers,
});

/**
Sends a request once through ofetch, and resolves as soon as the response's headers have arrived.

@throws FetchError for a request that got no response; its causes say why.
*/
export async function fetchOnce(url: string, {body, ...request}: WireRequest): Promise<WireResponse> {
	const response = await ofetch.raw(url, {
		...request,
		...(body !== undefined && {body}),
		retry: 0,
		ignoreResponseError: true,
		// This leaves the body to the caller: ofetch would lose the status of a response whose body breaks off.
		responseType: 'stream',
	});
	return response as unknown as WireResponse;
}
