import path from 'node:path';
import {sqliteCode, sqliteCodes} from '../system/sqlite.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** The one error that a ledger throws: it could not keep or tell something. The message is one sentence, safe to show. */
export class LedgerError extends Error {
	override name = 'LedgerError';
}

/** Another process holds the write lock of the ledger: nothing was written, and a later attempt may succeed. */
export class LedgerBusyError extends LedgerError {
	override name = 'LedgerBusyError';
}

/** Says why what is written would not last, in one sentence; undefined where it does. */
export type WriteBlock = () => string | undefined;

/**
Returns where what is written lasts.

@throws LedgerError with the obstacle.
*/
export function requireWritable(obstacle: WriteBlock): void {
	const reason = obstacle();
	if (reason !== undefined) {
		throw new LedgerError(reason);
	}
}

/**
The store with every method throwing nothing but `LedgerError`, whatever the driver throws.

@param store - An object of functions.
@param file - Named where it is what stands in the way.
*/
export function withLedgerErrors<T extends object>(store: T, file: string): T {
	const methods = Object.entries(store).map(([name, method]: [string, (...parameters: unknown[]) => unknown]) => [
		name,
		(...parameters: unknown[]) => {
			try {
				return method(...parameters);
			} catch (error) {
				throw error instanceof LedgerError ? error : toLedgerError(error, file);
			}
		},
	]);
	return Object.fromEntries(methods) as T;
}

function toLedgerError(error: unknown, file: string): LedgerError {
	const code = sqliteCode(error);
	return code === sqliteCodes.busy || code === sqliteCodes.locked
		? new LedgerBusyError('Another chainbell is writing to the ledger.', {cause: error})
		: new LedgerError(`The ledger failed: ${describeFileError(error, file)}.`, {cause: error});
}

/** Why a file cannot be used, in a few words, safe to show. */
export function describeFileError(error: unknown, file: string): string {
	const name = sanitise(file);
	switch (sqliteCode(error) ?? (error as NodeJS.ErrnoException).code ?? '') {
		case 'EACCES':
		case 'EPERM':
		case sqliteCodes.readOnly: {
			return `no permission to write ${name}`;
		}

		case 'ENOENT': {
			return `the directory ${sanitise(path.dirname(file))} cannot be created`;
		}

		case 'EROFS': {
			return `${name} is on a read-only file system`;
		}

		case 'ENOTDIR':
		case 'EEXIST': {
			return `${sanitise(path.dirname(file))} is not a directory`;
		}

		case 'ENOSPC':
		case 'EDQUOT':
		case sqliteCodes.full: {
			return 'the disk is full';
		}

		case sqliteCodes.busy:
		case sqliteCodes.locked: {
			return `another program holds ${name}`;
		}

		case sqliteCodes.corrupt:
		case sqliteCodes.notADatabase: {
			return `${name} is damaged`;
		}

		default: {
			return sanitise(error instanceof Error ? error.message : String(error)).replace(/\.$/v, '');
		}
	}
}
