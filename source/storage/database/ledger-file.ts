import path from 'node:path';
import {openDatabase, sqliteCode, sqliteCodes, type Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {describeFileError} from '../ledger-error.ts';
import {damageOf, openFile} from './open-file.ts';
import {openMemory, readCopy} from './read-copy.ts';
import {NewerVersionError} from './schema.ts';
import {quarantine, withFileLock} from './quarantine.ts';

export type LedgerFile<T> = {
	readonly contents: T;
	/** For the operator, in one line, safe to show. */
	readonly notice: string | undefined;
};

/** Makes what is used of a database; where it throws, the file is as good as damaged. */
export type Build<T> = (database: Database, isWritable: boolean) => T;

/** Opens the file of a ledger, come what may: see `openLedger`. */
export function openLedgerFile<T>(file: string, now: () => number, build: Build<T>): LedgerFile<T> {
	const notices: string[] = [];
	const open = (): T => openFile(file, database => build(database, true));
	const contents = attempt(() => openOrBeginAnew(file, open, fault => {
		const name = sanitise(quarantine(file, now()));
		notices.push(`${sanitise(path.basename(file))} ${fault}: it was set aside as ${name}, and a new one begun.`);
	}), error => {
		notices.push(`Drafts, history, sent templates and undo are not remembered: ${describeFileError(error, file)}.`);
		return attempt(() => build(readCopy(file), false), () => build(openMemory(), false));
	});
	return {contents, notice: notices.length === 0 ? undefined : notices.join(' ')};
}

function openOrBeginAnew<T>(file: string, open: () => T, replace: (fault: string) => void): T {
	return attempt(open, error => {
		requireFault(error);
		return withFileLock(`${file}.lock`, () => attempt(open, again => {
			// Where it opens now, another process was here first.
			const fault = requireFault(again);
			if (again instanceof NewerVersionError) {
				requireUnused(file);
			}

			replace(fault);
			return open();
		}));
	});
}

function attempt<T>(work: () => T, otherwise: (error: unknown) => T): T {
	try {
		return work();
	} catch (error) {
		return otherwise(error);
	}
}

/** What is wrong with the file; throws an error for which it is not to blame. */
function requireFault(error: unknown): string {
	const fault = damageOf(error);
	if (fault === undefined) {
		throw error;
	}

	return fault;
}

/**
A newer chainbell that has the file open would write on into a file that nobody looks for.

@throws When there is one.
*/
function requireUnused(file: string): void {
	const database = openDatabase(file, {keepsMode: true});
	try {
		// In this mode SQLite wants the file for itself (https://sqlite.org/wal.html, section 6).
		database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
	} catch (error) {
		const isHeld = sqliteCode(error) === sqliteCodes.busy || sqliteCode(error) === sqliteCodes.locked;
		throw isHeld ? new Error(`${sanitise(file)} is in use by a newer chainbell`) : error;
	} finally {
		database.close();
	}
}
