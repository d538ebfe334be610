import process from 'node:process';
import type {DatabaseSync} from 'node:sqlite';

export type {DatabaseSync as Database} from 'node:sqlite';

/**
Opens an SQLite file with Node's own driver, in WAL mode and with every commit synced to disk.

The driver is loaded here, on first use, because Node prints an ExperimentalWarning when it is, which would land in the middle of a full-screen program.

@param file - Path of the file, or `:memory:`.
@throws When the file is not a database or cannot be written.
*/
export function openDatabase(file: string): DatabaseSync {
	const sqlite = withoutWarnings(() => process.getBuiltinModule('node:sqlite'));
	const database = new sqlite.DatabaseSync(file);
	database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
	enterWal(database);
	return database;
}

/** Changing the journal mode is the one thing SQLite does not wait for where two processes open a new file at once. */
function enterWal(database: DatabaseSync, attempts = 20): void {
	try {
		database.exec('PRAGMA journal_mode = WAL;');
	} catch (error) {
		if (attempts === 0 || !String(error).includes('locked')) {
			throw error;
		}

		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
		enterWal(database, attempts - 1);
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
