import process from 'node:process';
import type {DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync} from 'node:sqlite';
import {requireRegularFile} from './regular-file.ts';

export type {DatabaseSync as Database} from 'node:sqlite';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
export const sqliteCodes = {
	error: 1, busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, notADatabase: 26,
} as const;

type OpenOptions = {
	readonly isReadOnly?: boolean;
	readonly keepsMode?: boolean;
	readonly busyTimeout?: number;
};

/**
Opens an SQLite file with Node's own driver, in WAL mode and with every commit synced to disk.

The driver is loaded here, on first use, because Node prints an ExperimentalWarning when it is, which would land in the middle of a full-screen program.

@param file - Path of the file, or `:memory:`.
@param options - How to open it.
@param options.isReadOnly - Opens an existing file, and leaves it as it is.
@param options.keepsMode - Leaves the file in its journal mode.
@param options.busyTimeout - Milliseconds for which it blocks while another process holds a lock; 5,000 unless given.
@throws When the file is not a database or cannot be written.
*/
export function openDatabase(file: string, options: OpenOptions = {}): DatabaseSync {
	const {isReadOnly = false, keepsMode = isReadOnly, busyTimeout = 5000} = options;
	requireRegularFile(file);
	const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite'));
	const database = new sqlite.DatabaseSync(file, {readOnly: isReadOnly});
	try {
		database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`);
		if (!keepsMode) {
			enterWal(database, busyTimeout);
		}
	} catch (error) {
		database.close();
		throw error;
	}

	return database;
}

/** A statement of SQL. The values take the places of its parameters, in order. */
export type Statement = {
	readonly run: (...values: SQLInputValue[]) => ReturnType<StatementSync['run']>;
	readonly get: (...values: SQLInputValue[]) => Record<string, SQLOutputValue> | undefined;
	readonly all: (...values: SQLInputValue[]) => Array<Record<string, SQLOutputValue>>;
	readonly iterate: (...values: SQLInputValue[]) => NodeJS.Iterator<Record<string, SQLOutputValue>>;
};

const compiled = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
A statement that SQLite compiles on its first use, once for a database. A ledger has fifty of them, of which a run of the program uses a few; compiling them all takes milliseconds of every start.

@throws Never; the methods of the statement throw what is wrong with its SQL.
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
Does the work in one transaction that holds the file's write lock from its beginning, so that what it reads stays true until it is committed.

@throws What the work throws, having undone it; or when the transaction cannot begin or be committed.
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

/** The primary result code of an error of the driver (see `sqliteCodes`); undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
	return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : undefined;
}

function rollBack(database: DatabaseSync): void {
	try {
		database.exec('ROLLBACK');
	} catch {
		// After some errors, a full disk being one, SQLite has rolled back by itself.
	}
}

/** Changing the journal mode ignores the busy timeout when two processes open a new file at the same time, so it is retried here. */
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
