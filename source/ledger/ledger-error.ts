import {rmSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {inTransaction, sqliteCode, sqliteCodes, type Database} from '../platform/sqlite.ts';
import {sanitise} from '../terminal/sanitise.ts';

/** The only error that a ledger throws: data could not be read or written. The message is in full sentences, safe to show. */
export class LedgerError extends Error {
	override name = 'LedgerError';
}

/** Another process holds the write lock of the ledger: nothing was written, and a later attempt may succeed. */
export class LedgerBusyError extends LedgerError {
	override name = 'LedgerBusyError';
}

/** A notification has a pending change, which has to be finished or rolled back before another one starts. */
export class PendingChangeError extends LedgerError {
	override name = 'PendingChangeError';
}

/** The board of a team, without which nothing of the account may be changed, cannot be used. */
export class BoardNeededError extends LedgerError {
	override name = 'BoardNeededError';
}

/** The ledger has no change with this number. */
export class MissingEntryError extends LedgerError {
	override name = 'MissingEntryError';
}

/** Why nothing may be sent. All of it is safe to show. */
export type LedgerProblem = {
	/** `newer`, `earlier`: another chainbell wrote the file, so that what is pending is not known. `unwritable`: nothing can be recorded. */
	readonly cause: 'newer' | 'earlier' | 'unwritable';
	/** What is the case, as the end of a sentence: `the ledger cannot be written (the disk is full)`. */
	readonly what: string;
	/** What to do, in sentences. */
	readonly advice: string;
};

/** A problem as the sentences for the operator; `says` what follows from it. */
export const problemText = ({what, advice}: LedgerProblem, says = 'Nothing can be changed'): string =>
	`${says}: ${what}. ${advice}`;

/** The problem of a ledger that cannot be written. */
export function unwritableLedger(error: unknown, file: string): LedgerProblem {
	return {
		cause: 'unwritable',
		what: `the ledger cannot be written (${describeFileError(error, file)})`,
		advice: unwritableAdvice(error, file),
	};
}

function unwritableAdvice(error: unknown, file: string): string {
	const folder = sanitise(path.dirname(file));
	const code = sqliteCode(error) ?? '';
	if (code === sqliteCodes.busy || code === sqliteCodes.locked) {
		return 'Try again when the other process has ended.';
	}

	const isFull =
		code === sqliteCodes.full || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
	const first = isFull ? `Free space on the disk of the folder ${folder}` : `Make the folder ${folder} writable`;
	// Where env-paths does not read the variable.
	return ['darwin', 'win32'].includes(process.platform)
		? `${first}.`
		: `${first}, or set XDG_STATE_HOME to another folder: what was recorded here is not known there.`;
}

/** Returns the reason, in one sentence, why writes to the ledger would be lost; undefined if there is none. */
export type WriteBlock = () => string | undefined;

/** Creates a function that works in a transaction. It throws LedgerError with the reason if what it writes would be lost. */
export const committer =
	(database: Database, writeBlock: WriteBlock) =>
	<T>(work: () => T): T =>
		inTransaction(database, () => {
			const reason = writeBlock();
			if (reason !== undefined) {
				throw new LedgerError(reason);
			}

			return work();
		});

/**
Wraps stores so that their methods throw only `LedgerError`, whichever error the driver throws.

@param stores - Objects of functions.
@param file - Path of the ledger, for messages.
*/
export function withLedgerErrors<T extends Record<string, Record<string, (...parameters: never[]) => unknown>>>(
	stores: T,
	file: string,
): T {
	const wrapped =
		(method: (...parameters: never[]) => unknown) =>
		(...parameters: never[]) => {
			try {
				return method(...parameters);
			} catch (error) {
				throw error instanceof LedgerError ? error : toLedgerError(error, file);
			}
		};
	return Object.fromEntries(
		Object.entries(stores).map(([name, store]) => [
			name,
			Object.fromEntries(Object.entries(store).map(([each, method]) => [each, wrapped(method)])),
		]),
	) as T;
}

function toLedgerError(error: unknown, file: string): LedgerError {
	const code = sqliteCode(error);
	if (code === sqliteCodes.corrupt) {
		rmSync(checkedMark(file), {force: true});
	}

	return code === sqliteCodes.busy || code === sqliteCodes.locked
		? new LedgerBusyError('Another process is writing to the ledger.', {cause: error})
		: new LedgerError(`The ledger failed: ${describeFileError(error, file)}.`, {cause: error});
}

/** The file whose time says when a large ledger was checked. */
export const checkedMark = (file: string): string => `${file}-checked`;

/** The reason why a file cannot be used, to complete a sentence, safe to show. */
function describeFileError(error: unknown, file: string): string {
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
			return `another process has locked ${name}`;
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

/** Runs a write that the program can do without, and ignores errors of the ledger: a full disk must not stop anybody from working. The write starts immediately. */
export async function bestEffort(write: () => unknown): Promise<void> {
	try {
		await write();
	} catch (error) {
		if (!(error instanceof LedgerError)) {
			throw error;
		}
	}
}
