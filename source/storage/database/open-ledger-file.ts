import {statfsSync} from 'node:fs';
import path from 'node:path';
import {inTransaction, openDatabase, sqliteCode, sqliteCodes, type Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {describeFileError} from '../ledger-error.ts';
import {openInMemory} from './memory-copy.ts';
import {makePrivate} from './private-file.ts';
import {NewerVersionError, quarantine, requireSqliteFile, unreadableReason} from './quarantine.ts';
import {migrate, requireTables, requireUndamaged, schemaVersion} from './schema.ts';

export type LedgerFile<T> = {
	readonly contents: T;
	/** For the operator, in one line, safe to show. */
	readonly notice: string | undefined;
};

/** Makes the contents from a database, which has the tables of the present version. */
type Build<T> = (database: Database, isWritable: boolean) => T;

/**
Opens the file of a ledger. Never throws. Two rules:

1. An unreadable file (damaged, not a ledger, of a newer version) is renamed, and a new one takes its place.
2. If the file cannot be written, or rule 1 fails, a copy in memory takes its place until the process ends.
*/
export function openLedgerFile<T>(file: string, now: () => number, build: Build<T>): LedgerFile<T> {
	const notices: string[] = [];
	let contents: T;
	try {
		contents = openOrReplace(file, () => openForWriting(file, database => build(database, true)), reason => {
			const renamed = sanitise(quarantine(file, now()));
			notices.push(`${sanitise(path.basename(file))} ${reason}. It was renamed to ${renamed} and a new one was created: drafts, history and undo start empty.`);
		});
	} catch (error) {
		notices.push(`Drafts, history, templates and undo will be lost when chainbell exits: ${describeFileError(error, file)}.`);
		contents = openInMemory(file, database => build(database, false));
	}

	return {contents, notice: notices.length === 0 ? undefined : notices.join(' ')};
}

/** Opens a file, and again once `moveAway` has moved an unreadable one. Of several processes that find it unreadable, only one moves it. */
function openOrReplace<T>(file: string, open: () => T, moveAway: (reason: string) => void): T {
	try {
		return open();
	} catch (error) {
		requireUnreadable(error);
	}

	return withFileLock(`${file}.lock`, () => {
		try {
			// Another process may have replaced it by now.
			return open();
		} catch (error) {
			const reason = requireUnreadable(error);
			if (error instanceof NewerVersionError) {
				requireNotInUse(file);
			}

			moveAway(reason);
		}

		return open();
	});
}

function openForWriting<T>(file: string, build: (database: Database) => T): T {
	requireSqliteFile(file);
	makePrivate(file);
	const database = openDatabase(file);
	try {
		migrate(database);
		requireUndamaged(database);
		requireTables(database);
		requireDiskSpace(database, file);
		return build(database);
	} catch (error) {
		database.close();
		throw error;
	}
}

/** With less free space than this, in bytes, a commit is tried. */
const scarceSpace = 1_048_576;

/** A full disk is reported when the ledger is opened rather than in the middle of an operation. */
function requireDiskSpace(database: Database, file: string): void {
	const {bavail, bsize} = statfsSync(path.dirname(file));
	if (bavail * bsize < scarceSpace) {
		inTransaction(database, () => {
			database.exec(`PRAGMA user_version = ${schemaVersion}`);
		});
	}
}

/** Returns why the file is unreadable; rethrows an error with another cause. */
function requireUnreadable(error: unknown): string {
	const reason = unreadableReason(error);
	if (reason === undefined) {
		throw error;
	}

	return reason;
}

/** Throws if another process has the file open: a newer chainbell would go on writing to the renamed file, where nothing finds it again. */
function requireNotInUse(file: string): void {
	const database = openDatabase(file, {keepsMode: true});
	try {
		// With this locking mode SQLite needs the file for itself (https://sqlite.org/wal.html, section 6).
		database.exec('PRAGMA busy_timeout = 500; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
	} catch (error) {
		const isInUse = sqliteCode(error) === sqliteCodes.busy || sqliteCode(error) === sqliteCodes.locked;
		throw isInUse ? new Error(`${sanitise(file)} is in use by a newer chainbell`) : error;
	} finally {
		database.close();
	}
}

/**
Holds a lock between processes while the work runs. The lock ends with the process. The lock file stays: deleting it would let two processes in.

@throws What the work throws; an error of the driver when another process holds the lock for 5 seconds.
*/
function withFileLock<T>(lockFile: string, work: () => T): T {
	makePrivate(lockFile);
	const lock = openDatabase(lockFile);
	try {
		return inTransaction(lock, work);
	} finally {
		lock.close();
	}
}
