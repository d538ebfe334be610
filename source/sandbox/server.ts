import {createServer, type Server} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import path from 'node:path';
import {getRequestListener} from '@hono/node-server';
import {systemClock, type Clock} from '../platform/clock.ts';
import {createRegularFile} from '../platform/files.ts';
import {makePrivateFolder} from '../platform/own-folders.ts';
import {createApp} from './app.ts';
import {errorBody} from './body.ts';
import {type RequestHook, createFaultSwitches, type Fault, type Faults} from './faults.ts';
import {createFaultyStore} from './faulty-store.ts';
import {fingerprint, keyFileOf, loadKeys} from './keys.ts';
import {sampleNotifications} from './samples.ts';
import {SandboxFileError, openStore, type Store} from './store.ts';

const host = '127.0.0.1';

/** Milliseconds that an idle connection is kept, as common servers do; Node's default is 5,000, less than a client waits that lists every half minute. */
const keepAliveTimeout = 75_000;

/** The options of a sandbox. */
export type SandboxOptions = {
	/** The path of the database. It is created with its directory if it does not exist. */
	readonly file: string;
	/** The port; 0, the default, picks a free one. */
	readonly port?: number | undefined;
	/** The number of sample notifications in a new file, which belong to the first key; 12 by default. */
	readonly samples?: number | undefined;
	/** The faults that are active from the start. */
	readonly faults?: readonly Fault[] | undefined;
	/** Awaited before each request is handled, and before its response is sent. Tests use it to hold requests. */
	readonly onRequest?: RequestHook;
	/** The clock for delayed effects and listings; by default the real one. */
	readonly clock?: Pick<Clock, 'now'> | undefined;
};

/** A running sandbox. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
Starts the sandbox: the whole interface of interface.md over HTTP, on loopback only, backed by an SQLite file.

@throws SandboxFileError when the file is not a sandbox or cannot be written; another error when the port is not available.
*/
export async function startSandbox(options: SandboxOptions) {
	const {file, port = 0, samples = 12, onRequest, clock = systemClock} = options;
	const keyFile = keyFileOf(file);
	makePrivateFolder(path.dirname(file));
	const keys = loadKeys(keyFile);
	const owners = keys.map(key => fingerprint(key));
	const switches = createFaultSwitches(options.faults ?? [], clock.now);
	const store = createFaultyStore(open(file, owners[0]!, samples), switches);

	const listener = getRequestListener(createApp(store, owners, switches, onRequest).fetch, {
		// Otherwise the adapter replaces the global Request and Response of the whole program.
		overrideGlobalObjects: false,
		// This handles only requests that cannot be routed; the application handles its own errors.
		errorHandler: () => Response.json(errorBody(400, 'The path or the Host header is not valid'), {status: 400}),
	});
	const server = createServer({keepAliveTimeout}, listener);
	const sockets = trackSockets(server);
	try {
		await listen(server, port);
	} catch (error) {
		store.close();
		throw error;
	}

	let closing: Promise<void> | undefined;
	return {
		/** With its last slash: `http://127.0.0.1:41234/`. */
		baseUrl: `http://${host}:${(server.address() as AddressInfo).port}/`,
		/** The first key of the key file. */
		apiKey: keys[0],
		/** The path of the key file: one key per line, read at the start. */
		keyFile,
		faults: switches as Faults,
		/** Closes open connections and the file; a second call waits for the first. */
		async close() {
			closing ??= stop(server, sockets, store);
			await closing;
		},
	};
}

function open(file: string, owner: string, samples: number): Store {
	try {
		// Recipients can be secrets. SQLite gives its other files the same mode.
		createRegularFile(file);
		return openStore(file, {owner, notifications: sampleNotifications(samples)});
	} catch (error) {
		throw new SandboxFileError(file, error);
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
		const reason = code === 'EADDRINUSE' ? 'the port is in use; choose another with --port' : message;
		throw new Error(`Could not listen on ${host}:${port}: ${reason}`, {cause: error});
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
	// The server emits `close` before responses on broken connections have ended, and those may still read the store.
	const closed = [server, ...sockets].map(
		async each =>
			new Promise(resolve => {
				each.once('close', resolve);
			}),
	);
	server.close();
	server.closeAllConnections();
	await Promise.all(closed);
	store.close();
}
