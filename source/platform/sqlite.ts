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
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;');
	return database;
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
