import type {Agent, IncomingMessage} from 'node:http';
import process from 'node:process';
import type {Readable} from 'node:stream';
import {createFetch} from 'ofetch';
import {SimpleHeaders} from './headers.ts';

type Init = {
	readonly method?: string;
	readonly headers?: SimpleHeaders;
	readonly body?: string;
	readonly signal?: AbortSignal | null;
};

/** What ofetch and its callers here read of a `Response`. */
type PlainResponse = {
	readonly status: number;
	readonly ok: boolean;
	readonly headers: SimpleHeaders;
	/** Its pieces as they arrive, decompressed. */
	readonly body: AsyncIterable<Uint8Array>;
};

/** As the global fetch with `redirect: 'manual'`, over node:http, which is there in a quarter of the time. */
async function fetchPlainly(url: string, {method = 'GET', headers = new SimpleHeaders(), body, signal}: Init): Promise<PlainResponse> {
	const {request} = moduleFor(url);
	const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
	const sent = request(url, {
		method,
		agent: agentFor(url),
		headers: {...Object.fromEntries(headers), 'accept-encoding': 'gzip, br'},
		signal: signal ?? undefined,
	}, resolve);
	let isSecure = false;
	sent.on('socket', socket => {
		isSecure = sent.reusedSocket;
		if (!isSecure) {
			socket.once('secureConnect', () => {
				isSecure = true;
			});
		}
	});
	sent.on('error', error => {
		reject(isSecure ? error : ofHandshake(error));
	});
	// Nothing here asks for another protocol: such an answer ends it.
	sent.on('upgrade', (_message, socket) => {
		socket.destroy();
	});
	sent.on('close', () => {
		reject(Object.assign(new Error('It was closed.'), {code: 'ECONNRESET', syscall: 'read'}));
	});
	sent.end(body);

	const message = await promise;
	const {statusCode: status = 0} = message;
	return {
		status,
		ok: status >= 200 && status <= 299,
		headers: new SimpleHeaders(Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]))),
		body: decompress(message),
	};
}

/** As imports they would have every export made, and one of them is undici. */
const moduleFor = (url: string) => process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');

/** Milliseconds that a connection is kept for the next request. Services close idle ones after some seconds, and a write that meets that leaves in doubt whether it arrived. */
const keptFor = 1000;

const agents = new Map<unknown, Agent>();

function agentFor(url: string): Agent {
	const module = moduleFor(url);
	const agent = agents.get(module) ?? new module.Agent({keepAlive: true, timeout: keptFor});
	agents.set(module, agent);
	return agent;
}

/** An error from before the connection was secure. Where plain HTTP is met Node calls it `write EPROTO`, but nothing of the request was written. */
function ofHandshake(error: Error): Error {
	return /SSL routines:\w+:wrong version number/v.test(error.message)
		? Object.assign(error, {code: 'ERR_SSL_WRONG_VERSION_NUMBER', syscall: undefined})
		: error;
}

function decompress(message: IncomingMessage): AsyncIterable<Uint8Array> {
	const encoding = message.headers['content-encoding']?.toLowerCase();
	const isEmpty = [204, 205, 304].includes(message.statusCode ?? 0) || message.headers['content-length'] === '0';
	if (isEmpty || (encoding !== 'gzip' && encoding !== 'br')) {
		return message;
	}

	const {createBrotliDecompress, createGunzip} = process.getBuiltinModule('node:zlib');
	const {pipeline} = process.getBuiltinModule('node:stream');
	const plain: Readable = pipeline(message, encoding === 'br' ? createBrotliDecompress() : createGunzip(), () => {
		// Whoever reads is told.
	});
	return plain;
}

/** Ofetch over node:http: what this program sends goes through it. */
export const ofetch = createFetch({
	fetch: fetchPlainly as unknown as typeof fetch,
	Headers: SimpleHeaders as unknown as typeof Headers,
	AbortController,
});
