import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {isIP, Socket} from 'node:net';
import {connect, type TLSSocket} from 'node:tls';
import postgres, {type Options, type PostgresType} from 'postgres';
import {isLoopback, lookUpLoopback} from '../../platform/proxy.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {BoardError, type BoardAddress, type BoardClock} from './address.ts';

/** A row of an answer. Whoever can write to the database may have made it. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement with its parameters. */
export type Call = {readonly text: string; readonly values: ReadonlyArray<string | number>};

type ConnectionOptions = {
	readonly address: BoardAddress;
	readonly clock: BoardClock;
	/** Milliseconds without a byte from the database after which it counts as gone; two seconds by default. */
	readonly patience?: number | undefined;
	/** Called with the text of every notification of the database. */
	readonly onNotification: (text: string) => void;
	/** What is sent on every new connection. Nothing waits for it, and it may fail. */
	readonly greeting: readonly Call[];
};

/** Milliseconds after which statements that meet others are given up. */
const longestMeeting = 10_000;

/** The way to the database, over one connection that is opened when it is first used, and again after it was lost. */
export type Connection = ReturnType<typeof createConnection>;

/** Creates a connection. */
export function createConnection({greeting, ...options}: ConnectionOptions) {
	const {address, clock} = options;
	let current: Client | undefined;
	let isClosed = false;

	const send = async (calls: readonly Call[]) => {
		if (current !== undefined && !current.isLost()) {
			return current.send(calls);
		}

		const opened = createClient(options);
		current = opened;
		const answer = await opened.send(calls);
		void (async () => {
			for (const call of greeting) {
				await opened.send([call]).catch(() => undefined);
			}
		})();

		return answer;
	};

	return {
		/** Sends statements, each a transaction of its own, in one round trip, and returns the rows of each. They are sent again if they met another transaction, or once if the connection was lost: `calls` is asked anew each time. @throws BoardError */
		async run(calls: () => readonly Call[]) {
			const began = clock.elapsed.now();
			let isReopened = false;
			for (let attempt = 1; ; attempt++) {
				try {
					return await send(calls());
				} catch (error) {
					const code = codeOf(error);
					const hasMet = metCodes.has(code);
					const isWorthIt = hasMet
						? clock.elapsed.between(began, clock.elapsed.now()) < longestMeeting
						: lostCodes.has(code) && !isReopened && !isClosed;
					if (!isWorthIt) {
						throw toBoardError(error, address);
					}

					isReopened ||= !hasMet;
					// The more others there are, the longer it takes until they have finished.
					await clock.sleep(hasMet ? Math.random() * Math.min(10 * attempt, 100) : 0);
				}
			}
		},
		async close() {
			isClosed = true;
			await current?.close();
		},
	};
}

/** For every statement: a transaction that meets another one fails instead of seeing half of it, and none takes for ever. */
const session = {
	application_name: 'chainbell',
	default_transaction_isolation: 'serializable',
	statement_timeout: 20_000,
	// Without statistics of the tables, the planner would sort what an index has in order.
	enable_bitmapscan: 'off',
	TimeZone: 'UTC',
	DateStyle: 'ISO',
};

type Client = ReturnType<typeof createClient>;

/** Creates a connection that stays lost once it is lost. */
function createClient({address, clock, patience = 2000, onNotification}: Omit<ConnectionOptions, 'greeting'>) {
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
				// The driver would connect again and again.
				if (isOpened) {
					throw failure('CONNECTION_CLOSED');
				}

				isOpened = true;
				if (socketFolder === undefined) {
					socket.connect({host, port, ...(isLoopback(host) && {lookup: lookUpLoopback})});
				} else {
					socket.connect(`${socketFolder}/.s.PGSQL.${port}`);
				}

				stream = tls === undefined ? socket : await secure(socket, host, tls.ca);
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
		const check = createLoginGuard(tls !== undefined);
		const emit = guarded.emit.bind(guarded);
		guarded.emit = (event: string | symbol, ...values: readonly unknown[]) => {
			const refusal = event === 'data' ? check(values[0] as Buffer) : undefined;
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
		async send(calls: readonly Call[]) {
			const stopWatching = watch();
			try {
				return await Promise.all(
					calls.map(async ({text, values}) => sql.unsafe<Row[]>(text, [...values], {prepare: true})),
				);
			} catch (error) {
				if (!lostCodes.has(codeOf(error))) {
					throw error;
				}

				end();
				throw reason ?? error;
			} finally {
				stopWatching();
			}
		},
		isLost: () => isLost,
		/** Waits a second for what was sent. */
		async close() {
			isLost = true;
			await sql.end({timeout: 1});
			end();
		},
	};
}

/** SSLRequest (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Asks the database for TLS, and checks its certificate. The driver could do so, but it takes any answer for a yes. @throws An error with the code `NO_TLS` if it offers none. */
async function secure(socket: Socket, host: string, ca: string | undefined): Promise<TLSSocket> {
	socket.write(sslRequest);
	const [answer] = (await once(socket, 'data')) as [Buffer];
	// More than this byte somebody has put in front of the encrypted connection (CVE-2021-23222).
	if (answer.toString('latin1') !== 'S') {
		throw failure('NO_TLS');
	}

	// Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
	const secured = connect({
		socket,
		host,
		rejectUnauthorized: true,
		...(isIP(host) === 0 && {servername: host}),
		...(ca !== undefined && {ca}),
	});
	// What is being written when the handshake fails, fails as well.
	secured.on('error', () => undefined);
	await once(secured, 'secureConnect');
	return secured;
}

/** The highest number of rounds in which a password is hashed (SCRAM, RFC 5802): PostgreSQL has 4,096, and the driver computes them while nothing else can run. */
const mostRounds = 1_000_000;

/** The first byte of a message about the login (https://www.postgresql.org/docs/current/protocol-message-formats.html), and the longest one in bytes. */
const [authentication, longest] = [82, 10_000];

/** The kinds of such messages. */
const [accepted, plainPassword, md5Password, saslContinue] = [0, 3, 5, 11];

/**
Looks at what a database sends before the driver does, which believes all of it: whoever answers at the address could have it send the password in plain text, or hash it for hours.

@param isSecure - Whether the connection is encrypted.
@returns A function for each chunk, which returns why the connection has to end, as the code of an error.
*/
function createLoginGuard(isSecure: boolean): (chunk: Buffer) => string | undefined {
	let bytes: Buffer = Buffer.alloc(0);
	/** Bytes to come of a message that is not about the login. */
	let rest = 0;
	let isLoggedIn = false;
	return chunk => {
		bytes = Buffer.concat([bytes, chunk]);
		for (;;) {
			const skipped = Math.min(rest, bytes.length);
			bytes = bytes.subarray(skipped);
			rest -= skipped;
			if (bytes.length < 5) {
				return undefined;
			}

			const length = bytes.readUInt32BE(1) + 1;
			if (bytes[0] !== authentication) {
				rest = length;
			} else if (isLoggedIn || length < 9 || length > longest) {
				return 'NO_LOGIN';
			} else if (bytes.length < length) {
				return undefined;
			} else {
				const message = bytes.subarray(0, length);
				const refusal = refusalOf(message, isSecure);
				if (refusal !== undefined) {
					return refusal;
				}

				isLoggedIn = message.readUInt32BE(5) === accepted;
				rest = length;
			}
		}
	};
}

/** Why a message about the login must not be answered. */
function refusalOf(message: Buffer, isSecure: boolean) {
	const kind = message.readUInt32BE(5);
	if (kind === plainPassword && !isSecure) {
		return 'PLAIN_PASSWORD';
	}

	if (kind !== saslContinue) {
		return kind === md5Password && message.length < 13 ? 'NO_LOGIN' : undefined;
	}

	// The nonce, the salt and the number of rounds. As the driver, it takes the last of each.
	const attributes = new Map(
		message
			.toString('utf8', 9)
			.split(',')
			.map(part => [part[0], part.slice(2)]),
	);
	const rounds = attributes.get('i') ?? '';
	if (!attributes.has('r') || !attributes.has('s') || !/^[1-9]\d*$/v.test(rounds)) {
		return 'NO_LOGIN';
	}

	return Number(rounds) > mostRounds ? 'TOO_MANY_ROUNDS' : undefined;
}

/** An error like those of Node and the driver. */
const failure = (code: string): Error => Object.assign(new Error(code), {code});

const codeOf = (error: unknown) => {
	const code = (error as {readonly code?: unknown} | null | undefined)?.code;
	return typeof code === 'string' ? code : '';
};

/** The codes for a statement that met another one, and can be sent again (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html). */
const metCodes = new Set(['40001', '40P01']);

/** The codes for a connection that ended while it was in use: it is opened again once. */
const lostCodes = new Set([
	'CONNECTION_CLOSED',
	'CONNECTION_DESTROYED',
	'CONNECTION_ENDED',
	'ECONNRESET',
	'EPIPE',
	'57P01',
	'57P02',
]);

/** The codes for a database that may be back later (https://www.postgresql.org/docs/current/errcodes-appendix.html): classes 08, 53, 57 and 58, and a standby. */
const passing = /^(?:(?:08|53|57|58)...|25006)$/v;

const missing = 'the database has no board yet. Run chainbell team init';

const busy = 'others write to it all the time. Try again';

/** What codes mean: why the board cannot be used. */
const refusals: Readonly<Record<string, string>> = {
	'28P01': 'it refused the password of USER',
	'28000': 'it refused the user USER',
	'3D000': 'there is no database DATABASE',
	'42501': 'USER lacks a right. chainbell team grants prints the rights that members need',
	'3F000': missing,
	'42P01': missing,
	'40001': busy,
	'40P01': busy,
	NO_TLS: 'its database offers no TLS, without which nothing leaves this machine',
	PLAIN_PASSWORD: 'what answers at its address wants the password in plain text, which is sent only with TLS',
	TOO_MANY_ROUNDS: 'what answers at its address wants the password hashed more than 1,000,000 times',
	NO_LOGIN: 'what answers at its address does not log in as PostgreSQL does',
};

/** What codes mean: why the board cannot be reached. */
const outages: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at its address',
	ENOENT: 'there is no socket of a database in that folder',
	ENOTFOUND: 'its host name is not known',
	EAI_AGAIN: 'its host name cannot be looked up at the moment',
	ETIMEDOUT: 'it does not answer',
	SILENT: 'it does not answer',
};

/** Creates the error for one of the driver, without what the database or the driver said, unless only that explains it. */
function toBoardError(error: unknown, {shown, user, database}: BoardAddress): BoardError {
	const code = codeOf(error);
	const refusal = /CERT|SIGNED|UNABLE_TO|SSL|EPROTO/v.test(code)
		? `its TLS certificate was not accepted (${code}). A certificate of your own is named in the URL: ?sslrootcert=FILE`
		: refusals[code];
	if (refusal !== undefined) {
		const text = sanitise(refusal.replace('USER', () => user).replace('DATABASE', () => database));
		const kind = code === '42501' ? 'forbidden' : 'refused';
		return new BoardError(kind, `The team's board (${shown}) cannot be used: ${text}.`);
	}

	const isOfDatabase = /^(?=.*\d)[0-9A-Z]{5}$/v.test(code);
	if (isOfDatabase && !passing.test(code)) {
		return new BoardError(
			'refused',
			`The team's board (${shown}) refused a statement: ${sanitise((error as Error).message)} (${code}).`,
		);
	}

	const text = outages[code] ?? (isOfDatabase ? `the database is not ready (${code})` : 'the connection was lost');
	return new BoardError('unreachable', `The team's board (${shown}) cannot be reached: ${text}.`);
}
