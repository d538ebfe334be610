import packageJson from '../../../package.json' with {type: 'json'};
import {sanitise} from '../../terminal/sanitise.ts';
import {inTransaction, type Database} from '../../platform/sqlite.ts';
import {NewerVersionError, UnreadableFileError} from './quarantine.ts';

/*
Text from other sources is stored as JSON, which keeps every string exactly, including lone surrogates. AUTOINCREMENT never reuses an ID, and IDs increase in the order of commits, also with several processes.

`batches.keeps`: the IDs of notifications that must still be listed before an item is sent, as JSON. `requests.era` and `moment`: the last time at which the request could have been sent, on the monotonic clock; the wait for its effect starts then. `program.version`: the chainbell that made the tables, which an older one names as the version to install.
*/

/** The tables of chainbell 0.2.0, and the `user_version` of its ledgers. */
export const earlierTables = `
	CREATE TABLE learned (
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (profile, kind, value)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE batches (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		started_at INTEGER NOT NULL,
		is_whole INTEGER NOT NULL,
		owner_pid INTEGER,
		owner_started TEXT,
		keeps TEXT
	) STRICT;
	CREATE TABLE operations (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		state TEXT NOT NULL,
		started_at INTEGER NOT NULL,
		ended_at INTEGER,
		old_id TEXT,
		about TEXT NOT NULL,
		body TEXT NOT NULL,
		progress TEXT NOT NULL,
		is_incomplete INTEGER NOT NULL,
		owner_pid INTEGER,
		owner_started TEXT,
		batch INTEGER REFERENCES batches (id) DEFERRABLE INITIALLY DEFERRED,
		undoes INTEGER,
		is_undo INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE INDEX unfinished_operations ON operations (profile, id) WHERE ended_at IS NULL AND batch IS NULL;
	CREATE INDEX unfinished_items ON operations (profile, old_id) WHERE ended_at IS NULL AND batch IS NOT NULL;
	CREATE INDEX items ON operations (batch, state, id) WHERE batch IS NOT NULL;
	CREATE INDEX deletions ON operations (profile, ended_at, id) WHERE kind = 'delete' AND state = 'done';
	CREATE INDEX recreations ON operations (profile, old_id, id) WHERE kind = 'recreate';
	CREATE INDEX failures ON operations (profile, ended_at) WHERE state IN ('failed', 'rolled-back');
	CREATE INDEX created_ids ON operations (profile, progress -> '$.newId');
	CREATE INDEX old_ids ON operations (profile, old_id);
	CREATE INDEX undos ON operations (undoes) WHERE undoes IS NOT NULL;
	CREATE INDEX single_operations ON operations (profile, id) WHERE batch IS NULL;
	CREATE TABLE requests (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		operation INTEGER NOT NULL REFERENCES operations (id),
		at INTEGER NOT NULL,
		method TEXT NOT NULL,
		target TEXT,
		outcome TEXT NOT NULL,
		status INTEGER,
		what TEXT,
		era TEXT,
		moment INTEGER
	) STRICT;
	CREATE INDEX requests_by_operation ON requests (operation, id);
	CREATE INDEX named_ids ON requests (target) WHERE method = 'POST';
	CREATE TABLE sent (
		profile TEXT NOT NULL,
		id TEXT NOT NULL,
		content TEXT NOT NULL,
		at INTEGER NOT NULL,
		PRIMARY KEY (profile, id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE drafts (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		purpose TEXT NOT NULL,
		origin TEXT,
		draft TEXT NOT NULL,
		at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE views (
		profile TEXT PRIMARY KEY,
		view TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE program (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL) STRICT;
`;
export const earlierVersion = 10;

/*
The tables since then. `planned_files`: the files of notifications that were planned here; `managed`: the line of each notification. The rest is what a team shares (docs/teams.md). `operator` and `host`: who made a change elsewhere, and where; NULL for one of this machine. `holder`: who is working on it on another machine, as JSON. `key`: the name of a request that another machine sent. `pruned`: changes that were deleted here because they are old, and the last revision that the board had: they are not taken from it again.

The triggers count the revisions of what is shared: without a row in `teams` they write nothing.
*/
const laterTables = `
	CREATE TABLE planned_files (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		path TEXT NOT NULL,
		size INTEGER NOT NULL,
		modified INTEGER NOT NULL,
		at INTEGER NOT NULL,
		UNIQUE (profile, path)
	) STRICT;
	CREATE TABLE managed (
		notification TEXT NOT NULL,
		file INTEGER NOT NULL REFERENCES planned_files (id) ON DELETE CASCADE,
		line INTEGER NOT NULL,
		PRIMARY KEY (notification, file)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX managed_by_file ON managed (file);
	ALTER TABLE operations ADD COLUMN operator TEXT;
	ALTER TABLE operations ADD COLUMN host TEXT;
	ALTER TABLE operations ADD COLUMN holder TEXT;
	ALTER TABLE batches ADD COLUMN operator TEXT;
	ALTER TABLE batches ADD COLUMN host TEXT;
	ALTER TABLE batches ADD COLUMN holder TEXT;
	ALTER TABLE requests ADD COLUMN key TEXT;
	CREATE TABLE shared (
		operation INTEGER PRIMARY KEY REFERENCES operations (id) ON DELETE CASCADE,
		uuid TEXT NOT NULL UNIQUE,
		revision INTEGER NOT NULL,
		published INTEGER NOT NULL
	) STRICT;
	CREATE INDEX outbox ON shared (operation) WHERE published < revision;
	CREATE TABLE shared_batches (
		batch INTEGER PRIMARY KEY REFERENCES batches (id) ON DELETE CASCADE,
		uuid TEXT NOT NULL UNIQUE
	) STRICT;
	CREATE TABLE teams (
		profile TEXT PRIMARY KEY,
		account TEXT NOT NULL,
		machine TEXT NOT NULL,
		cursor TEXT
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER share_operation AFTER INSERT ON operations WHEN new.profile IN (SELECT profile FROM teams) BEGIN
		INSERT INTO shared VALUES (new.id, lower(hex(randomblob(16))), 1, 0);
	END;
	CREATE TRIGGER share_progress AFTER UPDATE OF state, body, progress ON operations BEGIN
		UPDATE shared SET revision = revision + 1 WHERE operation = new.id;
	END;
	CREATE TRIGGER share_request AFTER INSERT ON requests BEGIN
		UPDATE shared SET revision = revision + 1 WHERE operation = new.operation;
	END;
	CREATE TRIGGER share_answer AFTER UPDATE OF outcome, status, what, target ON requests BEGIN
		UPDATE shared SET revision = revision + 1 WHERE operation = new.operation;
	END;
	CREATE INDEX open_operations ON operations (profile, id) WHERE ended_at IS NULL;
	CREATE INDEX sent_contents ON operations (profile, id) WHERE batch IS NULL AND kind <> 'delete';
	CREATE TABLE pruned (
		uuid TEXT PRIMARY KEY,
		profile TEXT NOT NULL,
		revision INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
`;

/** The `user_version` of the ledgers of this chainbell. */
export const schemaVersion = 14;

/**
Reads the schema version of a database; 0 for an empty one.

@throws NewerVersionError; UnreadableFileError when the database is no ledger, or one that only an older chainbell reads.
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

	if (![0, earlierVersion, schemaVersion].includes(version)) {
		throw new UnreadableFileError('is of chainbell 0.1, which chainbell 0.2.0 can read');
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
Makes the tables of an empty database, or those that a ledger of chainbell 0.2.0 lacks, in one transaction; writes nothing if it has all. If several processes start at the same time, one makes them and the others wait.

@throws As `versionOf`.
*/
export function makeTables(database: Database): void {
	if (versionOf(database) === schemaVersion) {
		return;
	}

	inTransaction(database, () => {
		const version = versionOf(database);
		if (version < schemaVersion) {
			database.exec(`${version === 0 ? earlierTables : ''}${laterTables}PRAGMA user_version = ${schemaVersion}`);
			database.prepare('INSERT OR REPLACE INTO program VALUES (1, ?)').run(packageJson.version);
		}
	});
}
