import {copyFileSync, existsSync, mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {inTransaction, openDatabase, type Database} from '../../platform/sqlite.ts';
import {requireRegularFile} from '../../platform/files.ts';
import {requireSqliteFile} from './quarantine.ts';
import {migrate, versionOf} from './schema.ts';

/**
Opens an in-memory database with the readable content of a ledger file, or an empty one. Nothing written to it reaches the file.

@param file - Path of a ledger that cannot be opened for writing.
@param busyTimeout - The number of milliseconds that it blocks while another process holds a lock.
@param build - Creates the contents from the database.
*/
export function openInMemory<T>(file: string, busyTimeout: number, build: (database: Database) => T): T {
	for (const copy of [copyToMemory, copyThroughTemporaryFile]) {
		try {
			return build(copy(file, busyTimeout));
		} catch {
			// The next method is tried.
		}
	}

	return build(openEmpty());
}

/** Opens an empty in-memory database with the tables of the current version. */
export function openEmpty(): Database {
	const empty = openDatabase(':memory:');
	migrate(empty);
	return empty;
}

/** Copies a ledger from a directory without write permission: SQLite reads a file in WAL mode only if it can create an index in its directory. */
const copyThroughTemporaryFile = (file: string, busyTimeout: number): Database =>
	withTemporaryCopy(file, copy => copyToMemory(copy, busyTimeout));

/** Reads a database through a temporary copy of its files, because SQLite may create files next to one that it only reads. */
export function readThroughCopy<T>(file: string, read: (database: Database) => T): T {
	return withTemporaryCopy(file, copy => {
		const database = openDatabase(copy, {isReadOnly: true});
		try {
			return read(database);
		} finally {
			database.close();
		}
	});
}

function withTemporaryCopy<T>(file: string, work: (copy: string) => T): T {
	const directory = mkdtempSync(path.join(os.tmpdir(), 'chainbell-'));
	try {
		const copy = path.join(directory, 'ledger.sqlite');
		for (const suffix of ['', '-wal']) {
			if (existsSync(file + suffix)) {
				requireRegularFile(file + suffix);
				copyFileSync(file + suffix, copy + suffix);
			}
		}

		return work(copy);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

function copyToMemory(file: string, busyTimeout: number): Database {
	requireSqliteFile(file);
	const source = openDatabase(file, {isReadOnly: true, busyTimeout});
	const memory = openDatabase(':memory:');
	try {
		// Migrates to the version of the file first, so that both have the same columns.
		migrate(memory, versionOf(source));
		inTransaction(memory, () => {
			copyRows(source, memory);
		});
		migrate(memory);
		return memory;
	} catch (error) {
		memory.close();
		throw error;
	} finally {
		source.close();
	}
}

function copyRows(source: Database, target: Database): void {
	// Lists the tables in the order of creation, so that a row is inserted before others that refer to it.
	const tables = target
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
		.all();
	for (const {name} of tables) {
		const columns = target.prepare(`PRAGMA table_info(${String(name)})`).all();
		const insert = target.prepare(
			`INSERT OR REPLACE INTO ${String(name)} VALUES (${columns.map(() => '?').join(', ')})`,
		);
		for (const row of source.prepare(`SELECT * FROM ${String(name)}`).iterate()) {
			insert.run(...Object.values(row));
		}
	}
}
