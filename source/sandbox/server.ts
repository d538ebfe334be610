import {closeSync, mkdirSync, openSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import path from 'node:path';
import {getRequestListener} from '@hono/node-server';
import {createApp} from './app.ts';
import {errorBody} from './error-body.ts';
import {withFaults} from './faults/faulty-store.ts';
import {createSwitches, type Fault, type Faults} from './faults/switches.ts';
import {fingerprint, keyFileOf, loadKeys} from './keys.ts';
import {sampleNotifications} from './samples.ts';
import {openStore, type Store} from './store.ts';

const host = '127.0.0.1';

/** What to serve, and where. */
export type SandboxOptions = {
	/** Path of the database; it is made where it does not exist, with its directory. */
	readonly file: string;
	/** 0, the default, takes a free one. */
	readonly port?: number | undefined;
	/** How many notifications a new file begins with, for the first key; 12 by default. */
	readonly samples?: number | undefined;
	/** How it misbehaves from the start; not at all unless given. */
	readonly faults?: readonly Fault[] | undefined;
};

/** A running sandbox. */
export type Sandbox = {
	/** With its last slash: `http://127.0.0.1:41234/`. */
	readonly baseUrl: string;
	/** The first key of the key file. */
	readonly apiKey: string;
	/** Path of the key file: a key a line, read at the start. */
	readonly keyFile: string;
	/** Makes it misbehave. */
	readonly faults: Faults;
	/** Breaks off open connections and closes the file; a second call waits for the first. */
	readonly close: () => Promise<void>;
};

/**
Starts the embedded service: the whole interface of interface.md over HTTP, on loopback only, backed by an SQLite file.

@throws When the file is not a sandbox or cannot be written, or the port cannot be listened on.
*/
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const {file, port = 0, samples = 12} = options;
	const keyFile = keyFileOf(file);
	mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
	const keys = loadKeys(keyFile);
	const owners = keys.map(key => fingerprint(key));
	const store = open(file, owners[0]!, samples);

	const switches = createSwitches(options.faults);

	const listener = getRequestListener(createApp(withFaults(store, switches), owners, switches).fetch, {
		// Left alone, the adapter would replace the global Request and Response of the whole program.
		overrideGlobalObjects: false,
		// Only a request that cannot even be routed comes here; the application answers for its own errors.
		errorHandler: () => Response.json(errorBody(400, 'The path or the Host header is not valid'), {status: 400}),
	});
	const server = createServer(listener);
	const sockets = trackSockets(server);
	try {
		await listen(server, port);
	} catch (error) {
		store.close();
		throw error;
	}

	let closing: Promise<void> | undefined;
	return {
		baseUrl: `http://${host}:${(server.address() as AddressInfo).port}/`,
		apiKey: keys[0],
		keyFile,
		faults: switches,
		async close() {
			closing ??= stop(server, sockets, store);
			await closing;
		},
	};
}

function open(file: string, owner: string, samples: number): Store {
	try {
		// Recipients can be secrets: SQLite gives its own files the mode this one has.
		closeSync(openSync(file, 'a', 0o600));
		return openStore(file, {owner, notifications: sampleNotifications(samples)});
	} catch (error) {
		throw new Error(`Cannot open the sandbox ${file}: ${(error as Error).message}`, {cause: error});
	}
}

async function listen(server: Server, port: number): Promise<void> {
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	server.once('error', reject);
	server.listen(port, host, resolve);
	try {
		await promise;
	} catch (error) {
		const {code, message} = error as NodeJS.ErrnoException;
		const why = code === 'EADDRINUSE' ? 'the port is in use' : message;
		throw new Error(`Cannot listen on ${host}:${port}: ${why}`, {cause: error});
	} finally {
		server.off('error', reject);
	}
}

function trackSockets(server: Server): ReadonlySet<Socket> {
	const sockets = new Set<Socket>();
	server.on('connection', socket => {
		sockets.add(socket);
		socket.once('close', () => {
			sockets.delete(socket);
		});
	});
	return sockets;
}

async function stop(server: Server, sockets: ReadonlySet<Socket>, store: Store): Promise<void> {
	// The server calls itself closed before an answer on a broken connection has noticed, and that may be reading the store.
	const closed = [server, ...sockets].map(async each => new Promise(resolve => {
		each.once('close', resolve);
	}));
	server.close();
	server.closeAllConnections();
	await Promise.all(closed);
	store.close();
}
