import {numberText} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {BoardError} from './board.ts';
import type {BoardAddress} from './board-address.ts';
import {mostRounds} from './login-guard.ts';

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

/** The codes for a database that may be back later (https://www.postgresql.org/docs/current/errcodes-appendix.html): classes 08, 53, 57 and 58, a standby, and a statement that met others too often. */
const isPassing = (code: string): boolean =>
	/^(?:08|53|57|58)...$/v.test(code) || code === '25006' || metCodes.has(code);

const isOfDatabase = (code: string): boolean => /^[0-9A-Z]{5}$/v.test(code);

/** What codes of the connection mean. */
const unreachable: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at its address',
	ENOENT: 'there is no socket of a database in that folder',
	ENOTFOUND: 'its host name is not known',
	EAI_AGAIN: 'its host name cannot be looked up at the moment',
	ETIMEDOUT: 'it does not answer',
	SILENT: 'it does not answer',
};

const refusalOf = (code: string, {user, database}: BoardAddress): string | undefined =>
	new Map([
		['28P01', `it refused the password of ${user}`],
		['28000', `it refused the user ${user}`],
		['3D000', `there is no database ${database}`],
		['42501', `${user} lacks a right. chainbell team grants prints the rights that members need`],
		['3F000', missing],
		['42P01', missing],
		['NO_TLS', 'its database offers no TLS, without which nothing leaves this machine'],
		['PLAIN_PASSWORD', 'what answers at its address wants the password in plain text, which is sent only with TLS'],
		[
			'TOO_MANY_ROUNDS',
			`what answers at its address wants the password hashed more than ${numberText(mostRounds)} times`,
		],
		['NO_LOGIN', 'what answers at its address does not log in as PostgreSQL does'],
	]).get(code);

const missing = 'the database has no board yet. Run chainbell team init';

const codeOf = (error: unknown): string => {
	const code = (error as {readonly code?: unknown} | null | undefined)?.code;
	return typeof code === 'string' ? code : '';
};

/** Whether a statement can be sent again at once. */
export const isMet = (error: unknown): boolean => metCodes.has(codeOf(error));

/** Whether the connection was lost, and can be opened again once. */
export const isLostError = (error: unknown): boolean => lostCodes.has(codeOf(error));

/** Creates the error for one of the driver, without what the database or the driver said, unless only that explains it. */
export function toBoardError(error: unknown, address: BoardAddress): BoardError {
	if (error instanceof BoardError) {
		return error;
	}

	const code = codeOf(error);
	const {shown} = address;
	const refused = refusalOf(code, address);
	if (refused !== undefined) {
		return new BoardError(
			code === '42501' ? 'forbidden' : 'refused',
			`The team's board (${shown}) cannot be used: ${sanitise(refused)}.`,
		);
	}

	if (/CERT|SIGNED|UNABLE_TO|SSL|EPROTO/v.test(code)) {
		return new BoardError(
			'refused',
			`The team's board (${shown}) cannot be used: its TLS certificate was not accepted (${code}). A certificate of your own is named in the URL: ?sslrootcert=FILE.`,
		);
	}

	if (isOfDatabase(code) && !isPassing(code)) {
		return new BoardError(
			'refused',
			`The team's board (${shown}) refused a statement: ${sanitise((error as Error).message)} (${code}).`,
		);
	}

	return new BoardError(
		'unreachable',
		`The team's board (${shown}) cannot be reached: ${unreachable[code] ?? (isOfDatabase(code) ? `the database is not ready (${code})` : 'the connection was lost')}.`,
	);
}
