import {copyFileSync, existsSync, mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {inTransaction, openDatabase, type Database} from '../../system/sqlite.ts';
import {migrate, versionOf} from './schema.ts';
import {requireSqliteFile} from './sound-file.ts';

/** An empty ledger in memory, which ends with the process. */
export function openMemory(): Database {
	const memory = openDatabase(':memory:');
	migrate(memory);
	return memory;
}

/**
What a ledger that cannot be written says, copied into memory, so that it can be read, and written to for as long as the process runs.

@throws When it cannot be read either.
*/
export function readCopy(file: string): Database {
	try {
		return load(file);
	} catch {
		// In a directory that cannot be written SQLite cannot read a file in WAL mode: it wants an index of the log beside it.
		return readElsewhere(file);
	}
}

function readElsewhere(file: string): Database {
	const directory = mkdtempSync(path.join(os.tmpdir(), 'chainbell-'));
	try {
		const copy = path.join(directory, 'ledger.sqlite');
		copyFileSync(file, copy);
		if (existsSync(`${file}-wal`)) {
			copyFileSync(`${file}-wal`, `${copy}-wal`);
		}

		return load(copy);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

function load(file: string): Database {
	requireSqliteFile(file);
	const source = openDatabase(file, {isReadOnly: true});
	const memory = openDatabase(':memory:');
	try {
		// Both have the same columns until the copy goes on to the present version.
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
	// In the order of their creation, so that what a row refers to is there before it.
	const tables = target.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\' AND name NOT LIKE \'sqlite_%\' ORDER BY rowid').all();
	for (const {name} of tables) {
		const rows = source.prepare(`SELECT * FROM ${String(name)}`);
		const marks = target.prepare(`PRAGMA table_info(${String(name)})`).all().map(() => '?').join(', ');
		const insert = target.prepare(`INSERT INTO ${String(name)} VALUES (${marks})`);
		for (const row of rows.iterate()) {
			insert.run(...Object.values(row));
		}
	}
}
