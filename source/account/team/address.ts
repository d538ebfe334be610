import {readFileSync} from 'node:fs';
import type {Clock} from '../../platform/clock.ts';
import {isLoopback} from '../../platform/proxy.ts';
import {sanitise} from '../../terminal/sanitise.ts';

/** What the time of a board is measured with. */
export type BoardClock = Pick<Clock, 'elapsed' | 'every' | 'sleep' | 'withSleep'>;

/** The board did not do something. The message is in full sentences, safe to show. `unreachable`: it may later. `refused`: the database refused it. `forbidden`: the user lacks a right. `newer`: a newer chainbell is needed. `conflict`: the board has something else under the same key. `mistaken`: it seems to be that of another account. */
export class BoardError extends Error {
	override name = 'BoardError';

	readonly kind: 'unreachable' | 'refused' | 'forbidden' | 'newer' | 'conflict' | 'mistaken';

	constructor(kind: BoardError['kind'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}

/** Where the board is, and as whom it is opened. */
export type BoardAddress = {
	readonly host: string;
	readonly port: number;
	/** The folder of the server's unix socket, in place of host and port. */
	readonly socketFolder: string | undefined;
	readonly database: string;
	readonly user: string;
	readonly password: string;
	/** The certificates that are trusted, where TLS is used; the system's if `ca` is undefined. Undefined: without TLS, on this machine only. */
	readonly tls: {readonly ca: string | undefined} | undefined;
	/** The `options` of a connection, with which some services choose a cluster. */
	readonly options: string | undefined;
	/** The address without its password, safe to show. */
	readonly shown: string;
};

const known = new Set(['host', 'options', 'sslmode', 'sslrootcert']);

/** The modes that accept a server without a certificate that can be checked. */
const unchecked = new Set(['disable', 'allow', 'prefer']);

/**
Reads the URL of a board: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Of the parameters that PostgreSQL has (https://www.postgresql.org/docs/current/libpq-connect.html), `sslmode`, `sslrootcert`, `options` and the folder of a socket as `host` count. A connection that leaves this machine always uses TLS, with a checked certificate.

@returns The address; or what is wrong, in a phrase that is safe to show and never has the password.
*/
export function readBoardUrl(text: string): BoardAddress | string {
	const url = URL.parse(text);
	if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
		return 'is no URL like postgres://USER:PASSWORD@HOST/DATABASE; special characters in a password are written as %40 for @';
	}

	const parameters = url.searchParams;
	const unknown = parameters.keys().find(name => !known.has(name));
	if (unknown !== undefined) {
		return `has a parameter that is not supported here: ${sanitise(unknown)}`;
	}

	const parts = [url.username, url.password, url.pathname.slice(1), url.hostname].map(part => decode(part));
	if (parts.includes(undefined)) {
		return 'has a % that is not followed by two digits: write it as %25';
	}

	const [user, password, database, host] = parts as [string, string, string, string];
	if (user === '' || database === '') {
		return 'must name a user and a database: postgres://USER:PASSWORD@HOST/DATABASE';
	}

	const folder = parameters.get('host') ?? undefined;
	if (folder?.startsWith('/') === false || (folder === undefined && host === '')) {
		return 'must name a host, or in the parameter host the folder of a socket';
	}

	const mode = parameters.get('sslmode');
	const isUnchecked = mode !== null && unchecked.has(mode);
	const isLocal = folder !== undefined || isLoopback(url.hostname);
	if (isUnchecked && !isLocal) {
		return `has sslmode=${mode}, but a connection to another machine always uses TLS with a checked certificate: leave it out`;
	}

	const isPlain = folder !== undefined || (isLocal && (mode === null || isUnchecked));
	const tls = isPlain ? undefined : readTrusted(parameters.get('sslrootcert'));
	if (typeof tls === 'string') {
		return tls;
	}

	return {
		host: host.replaceAll(/^\[|\]$/gv, ''),
		port: url.port === '' ? 5432 : Number(url.port),
		socketFolder: folder,
		database,
		user,
		password,
		tls,
		options: parameters.get('options') ?? undefined,
		shown: sanitise(`${user}@${folder ?? url.host}/${database}`),
	};
}

function readTrusted(file: string | null): {readonly ca: string | undefined} | string {
	try {
		return {ca: file === null || file === 'system' ? undefined : readFileSync(file, 'utf8')};
	} catch (error) {
		return `names a file as sslrootcert that cannot be read: ${sanitise(file!)} (${(error as NodeJS.ErrnoException).code})`;
	}
}

function decode(part: string) {
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}
