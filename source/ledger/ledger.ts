import {chmodSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {openDatabase, type Database} from '../platform/sqlite.ts';

/** One step from a schema version to the next, in order; `PRAGMA user_version` counts them. */
const migrations: readonly string[] = [
	`CREATE TABLE learned (
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (profile, kind, value)
	) STRICT, WITHOUT ROWID`,
];

/**
Opens what this machine remembers: one SQLite file, mode 0600 in a directory of mode 0700, brought to the present schema. It never holds an API key, and deleting it loses no notification.

@throws When the file cannot be opened or is of a newer version.
*/
export function openLedger(file: string): Database {
	mkdirSync(path.dirname(file), {recursive: true, mode: 0o700});
	const database = openDatabase(file);
	chmodSync(file, 0o600);
	migrate(database);
	return database;
}

function migrate(database: Database): void {
	// Immediate: of two programs that start at once, one migrates and the other waits.
	database.exec('BEGIN IMMEDIATE');
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (version > migrations.length) {
		database.exec('ROLLBACK');
		throw new Error(`it was written by a newer chainbell (version ${version})`);
	}

	for (const migration of migrations.slice(version)) {
		database.exec(migration);
	}

	database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}
