import packageJson from '../../../package.json' with {type: 'json'};
import {inTransaction, type Database} from '../../platform/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {migrations} from './migrations.ts';
import {NewerVersionError, UnreadableFileError} from './quarantine.ts';

export const schemaVersion = migrations.length;

/** The columns that the migrations create, by table. */
const columns = {
	learned: 'profile, kind, value',
	operations:
		'id, profile, kind, state, started_at, ended_at, old_id, about, body, progress, is_incomplete, owner_pid, owner_started, batch, undoes, is_undo, operator, host, holder',
	requests: 'id, operation, at, method, target, outcome, status, what, era, moment, key',
	sent: 'profile, id, content, at',
	drafts: 'id, profile, purpose, origin, draft, at',
	batches: 'id, profile, kind, started_at, is_whole, owner_pid, owner_started, keeps, operator, host, holder',
	views: 'profile, view',
	program: 'id, version',
	planned_files: 'id, profile, path, size, modified, at',
	managed: 'notification, file, line',
	shared: 'operation, uuid, revision, published',
	shared_batches: 'batch, uuid',
	teams: 'profile, account, machine, cursor',
	pruned: 'uuid, profile, revision',
};

/**
Reads the schema version of a database; 0 for an empty one.

@throws NewerVersionError; UnreadableFileError when the database is not a ledger.
*/
export function versionOf(database: Database): number {
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (version > schemaVersion) {
		throw new NewerVersionError(
			`was written by ${programOf(database)} (schema ${version}; this version knows ${schemaVersion})`,
		);
	}

	if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
		throw new UnreadableFileError('is not a ledger');
	}

	return version;
}

/** The version of chainbell that wrote a newer database, if the database contains it. */
function programOf(database: Database): string {
	try {
		return `chainbell ${sanitise(String(database.prepare('SELECT version FROM program').get()!.version))}`;
	} catch {
		return 'a newer chainbell';
	}
}

/**
Migrates a database to a schema version, in one transaction; writes nothing if it already has that version. If several processes start at the same time, one migrates and the others wait.

@throws NewerVersionError; UnreadableFileError when the database is not a ledger.
*/
export function migrate(database: Database, to = schemaVersion): void {
	if (versionOf(database) >= to) {
		return;
	}

	inTransaction(database, () => {
		for (const migration of migrations.slice(versionOf(database), to)) {
			database.exec(migration);
		}

		database.exec(`PRAGMA user_version = ${to}`);
		if (to === schemaVersion) {
			database.prepare('INSERT OR REPLACE INTO program VALUES (1, ?)').run(packageJson.version);
		}
	});
}

/**
Checks every page, because SQLite detects damage only in pages that it reads. This takes less than 1 ms for an ordinary ledger; a large one is checked in a thread (check-in-thread.ts).

@throws UnreadableFileError when the database is damaged; an error of the driver when it cannot be checked.
*/
export function requireUndamaged(database: Database): void {
	if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') {
		throw new UnreadableFileError('is damaged');
	}
}

/**
Checks that a database has all tables and columns of the current version.

@throws An error of the driver when one is missing.
*/
export function requireTables(database: Database): void {
	for (const [table, names] of Object.entries(columns)) {
		database.prepare(`SELECT ${names} FROM ${table}`);
	}
}
