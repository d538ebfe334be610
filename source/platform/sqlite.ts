import process from 'node:process';
import type {DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync} from 'node:sqlite';
import {requireRegularFile} from './files.ts';

export type {DatabaseSync as Database} from 'node:sqlite';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const sqliteCodes = {
	error: 1,
	busy: 5,
	locked: 6,
	readOnly: 8,
	corrupt: 11,
	full: 13,
	notADatabase: 26,
} as const;

type OpenOptions = {
	readonly isReadOnly?: boolean;
	readonly busyTimeout?: number;
};

/**
Opens an SQLite file with Node's own driver, in WAL mode and with every commit synced to disk.

The driver is loaded here, on first use, because loading it makes Node print an ExperimentalWarning, which would appear in the middle of a full-screen program.

@param file - The path of the file, or `:memory:`.
@param options - The options for opening.
@param options.isReadOnly - Opens an existing file without changing it.
@param options.busyTimeout - The milliseconds to block while another process holds a lock; 5,000 by default.
@throws If the file is not a database or cannot be written.
*/
export function openDatabase(file: string, options: OpenOptions = {}): DatabaseSync {
	const {isReadOnly = false, busyTimeout = 5000} = options;
	requireRegularFile(file);
	const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite'));
	const database = new sqlite.DatabaseSync(file, {readOnly: isReadOnly});
	try {
		database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`);
		if (!isReadOnly) {
			enterWal(database, busyTimeout);
		}
	} catch (error) {
		database.close();
		throw error;
	}

	return database;
}

/** An SQL statement. The values are bound to its parameters in order. */
export type Statement = {
	readonly run: (...values: SQLInputValue[]) => ReturnType<StatementSync['run']>;
	readonly get: (...values: SQLInputValue[]) => Record<string, SQLOutputValue> | undefined;
	readonly all: (...values: SQLInputValue[]) => Array<Record<string, SQLOutputValue>>;
	readonly iterate: (...values: SQLInputValue[]) => NodeJS.Iterator<Record<string, SQLOutputValue>>;
};

const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
Prepares a statement that SQLite compiles on its first use, once per database. A ledger has fifty, of which one run of the program uses a few; compiling all of them would add milliseconds to every start.

@throws Never. The statement's methods throw if its SQL is wrong.
*/
export function statementOf(database: DatabaseSync, sql: string): Statement {
	const statement = () => {
		const statements = compiled.get(database) ?? new Map<string, StatementSync>();
		compiled.set(database, statements);
		const found = statements.get(sql) ?? database.prepare(sql);
		statements.set(sql, found);
		return found;
	};

	return {
		run: (...values) => statement().run(...values),
		get: (...values) => statement().get(...values),
		all: (...values) => statement().all(...values),
		iterate: (...values) => statement().iterate(...values),
	};
}

/**
Runs a function in one transaction that holds the file's write lock from its beginning, so that the data it reads stays current until the commit.

@throws The error of the function, after a rollback; or an error if the transaction cannot begin or be committed.
*/
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		rollBack(database);
		throw error;
	}
}

/** The number of pages of 4 KiB up to which checking a database takes no longer than a frame. */
const quickPages = 4096;

/** Whether a database is so large that checking it takes time. */
export const isLarge = (database: DatabaseSync): boolean =>
	Number(database.prepare('PRAGMA page_count').get()?.page_count) > quickPages;

/** Whether a page of a database is damaged, which SQLite notices only when it reads the page. */
export const isDamaged = (database: DatabaseSync): boolean =>
	database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok';

/** The primary result code of an error from the driver (see `sqliteCodes`); undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
		? error.errcode % 256
		: undefined;
}

function rollBack(database: DatabaseSync): void {
	try {
		database.exec('ROLLBACK');
	} catch {
		// After some errors, such as a full disk, SQLite has already rolled back.
	}
}

/** Enables WAL. If two processes open a new file at the same time, changing the journal mode ignores the busy timeout, so it is retried here. */
function enterWal(database: DatabaseSync, busyTimeout: number): void {
	if (database.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal') {
		changeToWal(database, Math.ceil(Math.min(busyTimeout, 500) / 25));
	}
}

function changeToWal(database: DatabaseSync, attempts: number): void {
	try {
		database.exec('PRAGMA journal_mode = WAL;');
	} catch (error) {
		if (attempts === 0 || !String(error).includes('locked')) {
			throw error;
		}

		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
		changeToWal(database, attempts - 1);
	}
}

function withoutWarnings<T>(load: () => T): T {
	const {emitWarning} = process;
	process.emitWarning = () => undefined;
	try {
		return load();
	} finally {
		process.emitWarning = emitWarning;
	}
}
