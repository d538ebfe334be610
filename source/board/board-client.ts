import type {Buffer} from 'node:buffer';
import {Socket} from 'node:net';
import postgres, {type Options, type PostgresType} from 'postgres';
import type {Clock} from '../platform/clock.ts';
import {lookUpLoopback, isLoopback} from '../platform/proxy.ts';
import type {BoardAddress} from './board-address.ts';
import {isLostError} from './board-error.ts';
import {createLoginGuard} from './login-guard.ts';
import {secure} from './secure.ts';

/** A row of an answer. Whoever can write to the database may have made it. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement with its parameters. */
export type Call = {readonly text: string; readonly values: ReadonlyArray<string | number>};

export type ClientOptions = {
	readonly address: BoardAddress;
	readonly clock: Pick<Clock, 'every'>;
	/** Milliseconds without a byte from the database after which it counts as gone. */
	readonly patience: number;
	/** Called with the text of every notification of the database. */
	readonly onNotification: (text: string) => void;
};

/** For every statement: a transaction that meets another one fails instead of seeing half of it, and none takes longer than a minute's overlap allows (`statements.pull`). */
const session = {
	application_name: 'chainbell',
	default_transaction_isolation: 'serializable',
	statement_timeout: 20_000,
	TimeZone: 'UTC',
	DateStyle: 'ISO',
};

/** One connection to the database, opened when it is first used. */
export type BoardClient = ReturnType<typeof createBoardClient>;

/** Creates a connection. */
export function createBoardClient({address, clock, patience, onNotification}: ClientOptions) {
	const {host, port, socketFolder, database, user, password, tls, options} = address;
	// Without this, each of several statements would wait until the one before it has arrived.
	const socket = new Socket().setNoDelay(true);
	socket.on('error', error => {
		reason ??= error;
	});
	/** What the driver reads and writes: with TLS, what encrypts the socket. */
	let stream = socket;
	let isLost = false;
	let isOpened = false;
	/** Why the connection ended, which the driver says to what it was sending, and not to what waited. */
	let reason: unknown;

	const driver = {
		host,
		port,
		database,
		username: user,
		password,
		ssl: false,
		max: 1,
		async socket() {
			try {
				// The driver would connect again and again; what is lost stays lost here.
				if (isOpened) {
					throw failure('CONNECTION_CLOSED');
				}

				isOpened = true;
				if (socketFolder === undefined) {
					socket.connect({host, port, ...(isLoopback(host) && {lookup: lookUpLoopback})});
				} else {
					socket.connect(`${socketFolder}/.s.PGSQL.${port}`);
				}

				stream = tls === undefined ? socket : await secure(socket, {host, ca: tls.ca});
				guard(stream);
				return stream;
			} catch (error) {
				end();
				throw error;
			}
		},
		fetch_types: false,
		idle_timeout: 0,
		max_lifetime: null,
		connect_timeout: 0,
		keep_alive: 15,
		backoff: false,
		debug: false,
		connection: {...session, ...(options !== undefined && {options})},
		onnotice: () => undefined,
		onclose() {
			end();
		},
		onnotify(_channel: string, text: string) {
			onNotification(text);
		},
	};
	// The types of the driver lack two of its options.
	const sql = postgres(driver as Options<Record<string, PostgresType>>);

	/** Ends the connection before the driver reads what it must not answer. */
	function guard(guarded: Socket) {
		const refusalOf = createLoginGuard(tls !== undefined);
		const emit = guarded.emit.bind(guarded);
		guarded.emit = (event: string | symbol, ...values: readonly unknown[]) => {
			const refusal = event === 'data' ? refusalOf(values[0] as Buffer) : undefined;
			if (refusal === undefined) {
				return emit(event, ...values);
			}

			reason = failure(refusal);
			end();
			return true;
		};
	}

	/** Fails what waits, also what the driver would keep for its next connection. */
	function end() {
		isLost = true;
		void sql.end({timeout: 0});
		// The driver listens no longer, and what was being written fails now.
		stream.on('error', () => undefined).destroy();
	}

	/** Ends the connection when the database is silent for too long, until the returned function is called. */
	const watch = (): (() => void) => {
		let read = socket.bytesRead;
		let isWatching = true;
		const stop = clock.every(patience, () => {
			// After this process has slept or was busy, its timers come before what has arrived meanwhile.
			setImmediate(() => {
				if (isWatching && socket.bytesRead === read) {
					reason = failure('SILENT');
					end();
				}

				read = socket.bytesRead;
			});
		});
		return () => {
			isWatching = false;
			stop();
		};
	};

	return {
		/** Sends statements, each a transaction of its own, without waiting between them. Returns the rows of each. @throws An error of the driver or of the database. */
		async send(calls: readonly Call[]) {
			const stopWatching = watch();
			try {
				return await Promise.all(
					calls.map(async ({text, values}) => sql.unsafe<Row[]>(text, [...values], {prepare: true})),
				);
			} catch (error) {
				if (!isLostError(error)) {
					throw error;
				}

				end();
				throw reason ?? error;
			} finally {
				stopWatching();
			}
		},
		/** Whether the connection has ended. */
		isLost: () => isLost,
		/** Ends the connection; waits a second for what was sent. */
		async close() {
			isLost = true;
			await sql.end({timeout: 1});
			end();
		},
	};
}

/** An error like those of Node and the driver. */
const failure = (code: string): Error => Object.assign(new Error(code), {code});
