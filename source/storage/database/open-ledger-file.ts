import {statfsSync} from 'node:fs';
import path from 'node:path';
import {inTransaction, openDatabase, sqliteCode, sqliteCodes, type Database} from '../../system/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {describeFileError, LedgerBusyError} from '../ledger-error.ts';
import {openEmpty, openInMemory, readThroughCopy} from './memory-copy.ts';
import {makePrivate} from './private-file.ts';
import {headerVersion, NewerVersionError, quarantine, requireSqliteFile, unreadableReason} from './quarantine.ts';
import {migrate, requireTables, requireUndamaged, schemaVersion, versionOf} from './schema.ts';

export type LedgerFile<T> = {
	readonly contents: T;
	/** For the operator, in one line, safe to show. */
	readonly notice: string | undefined;
};

/** Makes the contents from a database, which has the tables of the present version. `newer`: the file was written by a newer chainbell and is left as it is; the database is empty. In one sentence, safe to show. */
type Build<T> = (database: Database, isWritable: boolean, newer?: string) => T;

export type LedgerFileOptions = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Milliseconds for which opening blocks while another process holds a lock. */
	readonly busyTimeout: number;
	/** Throws while another process holds a lock on the file; by default rule 3 holds then, too. */
	readonly throwsIfLocked: boolean;
};

/**
Opens the file of a ledger. Three rules:

1. A damaged file, or one that is no ledger, is renamed, and a new one takes its place.
2. A file of a newer version is left as it is, byte for byte. An empty ledger in memory takes its place; nothing may be sent then, because the journal cannot be read or written.
3. If the file cannot be written, or rule 1 fails, a copy in memory takes its place until the process ends.

@throws LedgerBusyError, with `throwsIfLocked`. Never anything else.
*/
export function openLedgerFile<T>(file: string, {now, busyTimeout, throwsIfLocked}: LedgerFileOptions, build: Build<T>): LedgerFile<T> {
	const notices: string[] = [];
	let contents: T;
	try {
		contents = openOrReplace(file, () => openForWriting(file, busyTimeout, database => build(database, true)), reason => {
			const renamed = sanitise(quarantine(file, now()));
			notices.push(`${sanitise(path.basename(file))} ${reason}. It was renamed to ${renamed} and a new one was created: drafts, history and undo start empty.`);
		});
	} catch (error) {
		if (error instanceof NewerVersionError) {
			const newer = `${sanitise(file)} ${error.message}. It was left as it is. Update chainbell to change notifications from this machine.`;
			return {contents: build(openEmpty(), false, newer), notice: newer};
		}

		const code = sqliteCode(error);
		if (throwsIfLocked && (code === sqliteCodes.busy || code === sqliteCodes.locked)) {
			throw new LedgerBusyError('Another process has locked the ledger.', {cause: error});
		}

		notices.push(`Drafts, history, templates and undo will be lost when chainbell exits: ${describeFileError(error, file)}.`);
		contents = openInMemory(file, busyTimeout, database => build(database, false));
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
			moveAway(requireUnreadable(error));
		}

		return open();
	});
}

function openForWriting<T>(file: string, busyTimeout: number, build: (database: Database) => T): T {
	requireSqliteFile(file);
	requireKnownVersion(file);
	makePrivate(file);
	const database = openDatabase(file, {busyTimeout});
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

/**
Refuses a file of a newer version before it is opened: a database that is opened for writing may be written to when it is closed.

@throws NewerVersionError
*/
function requireKnownVersion(file: string): void {
	if (headerVersion(file) > schemaVersion) {
		readThroughCopy(file, versionOf);
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

/** Returns why the file is unreadable; rethrows an error with another cause, and that of a newer version. */
function requireUnreadable(error: unknown): string {
	const reason = unreadableReason(error);
	if (reason === undefined || error instanceof NewerVersionError) {
		throw error;
	}

	return reason;
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
