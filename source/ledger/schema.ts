import packageJson from '../../package.json' with {type: 'json'};
import {sanitise} from '../terminal/sanitise.ts';
import {inTransaction, type Database} from '../platform/sqlite.ts';
import {unwritableLedger, type LedgerProblem} from './ledger-error.ts';
import {EarlierVersionError, NewerVersionError, OpenChangesError, UnreadableFileError} from './quarantine.ts';

/*
Text from other sources is stored as JSON, which keeps every string exactly, including lone surrogates. AUTOINCREMENT never reuses an ID, and IDs increase in the order of commits, also with several processes.

`change`: a set of items; `keeps`: the IDs of notifications that must still be listed before an item is sent, as JSON. `operator` and `host`: who made it elsewhere, and where; NULL for one of this machine. `holder`: who is working on it on another machine, as JSON; `held_era` and `held_moment`: until when at least. `blocked`: why it cannot be judged here. `uuid`: its name in the team. `session`, `seq`, `parts`: as what it is on the board, in how many rows from `seq` on.

`look`: the IDs in the listing that a set was planned from, as JSON, until nothing of the set can be created any more.

`item`: `state` is what its events add up to (`fold`), and `phase`, `new_id`, `named`, `has_effect` and `ended_at` are taken from that for the indexes; all are kept by the transaction that appends an event. `named`: the ID that the last answer to a POST named. `planned_after`: the last event when it was planned.

`event`: only appended to. `era` and `moment`: when a request was sent or answered, on the monotonic clock; of another machine, when the event came. `session`, `seq`: as what it is on the board. `operator` and `host`: as those of a change.

`team`: up to where the board of an account was read, and the last event that has its place on the board. `session`: the sessions of the board and up to which `seq` their rows are known here; those of this machine have no operator, and `shared` is what the board has. `waiting`: rows of the board that cannot be used yet.

`planned_files`: the files of notifications that were planned here; `managed`: the line of each notification. `program.version`: the chainbell that made the tables, which an older one names as the version to install.
*/
const tables = `
	CREATE TABLE change (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		profile_name TEXT NOT NULL,
		kind TEXT NOT NULL,
		at INTEGER NOT NULL,
		size INTEGER NOT NULL,
		is_whole INTEGER NOT NULL,
		keeps TEXT,
		owner_pid INTEGER,
		owner_started TEXT,
		operator TEXT,
		host TEXT,
		holder TEXT,
		held_era TEXT,
		held_moment INTEGER,
		blocked TEXT,
		uuid TEXT,
		session TEXT,
		seq INTEGER,
		parts INTEGER
	) STRICT;
	CREATE INDEX changes_of_account ON change (profile, id);
	CREATE UNIQUE INDEX change_uuids ON change (profile, uuid) WHERE uuid IS NOT NULL;
	CREATE INDEX changes_of_session ON change (session, seq) WHERE session IS NOT NULL;
	CREATE INDEX unshared_changes ON change (profile) WHERE session IS NULL;
	CREATE INDEX unfinished_sets ON change (id) WHERE is_whole = 0;
	CREATE TABLE look (
		change INTEGER PRIMARY KEY REFERENCES change (id) ON DELETE CASCADE,
		ids TEXT NOT NULL
	) STRICT;
	CREATE TABLE item (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		change INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
		position INTEGER NOT NULL,
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		old_id TEXT,
		about TEXT NOT NULL,
		body TEXT NOT NULL,
		is_redacted INTEGER NOT NULL,
		undoes INTEGER,
		is_undo INTEGER NOT NULL,
		phase TEXT NOT NULL,
		new_id TEXT,
		named TEXT,
		has_effect INTEGER NOT NULL,
		planned_after INTEGER NOT NULL,
		ended_at INTEGER,
		state TEXT NOT NULL,
		UNIQUE (change, position)
	) STRICT;
	CREATE INDEX items_by_phase ON item (change, phase, position);
	CREATE INDEX open_items ON item (profile, id) WHERE ended_at IS NULL;
	CREATE INDEX old_ids ON item (profile, old_id) WHERE old_id IS NOT NULL;
	CREATE INDEX new_ids ON item (profile, new_id) WHERE new_id IS NOT NULL;
	CREATE INDEX named_ids ON item (profile, named) WHERE named IS NOT NULL;
	CREATE INDEX deletions ON item (profile, ended_at) WHERE (phase = 'done' AND kind IN ('delete', 'replace')) OR (phase = 'rolled-back' AND new_id IS NOT NULL);
	CREATE INDEX parks ON item (profile, id) WHERE kind = 'delete' AND body ->> '$.park' = 1;
	CREATE INDEX creations ON item (profile, id) WHERE kind <> 'delete';
	CREATE INDEX undos ON item (undoes) WHERE undoes IS NOT NULL;
	CREATE TABLE event (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
		n INTEGER NOT NULL,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		era TEXT,
		moment INTEGER,
		body TEXT NOT NULL,
		session TEXT,
		seq INTEGER,
		operator TEXT,
		host TEXT,
		UNIQUE (item, n)
	) STRICT;
	CREATE INDEX events_of_session ON event (session, seq) WHERE session IS NOT NULL;
	CREATE TABLE team (
		profile TEXT PRIMARY KEY,
		account TEXT NOT NULL,
		cursor TEXT,
		last_event INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE session (
		profile TEXT NOT NULL,
		operator TEXT NOT NULL,
		session TEXT NOT NULL,
		seq INTEGER NOT NULL,
		shared INTEGER NOT NULL,
		PRIMARY KEY (profile, operator, session)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE waiting (
		profile TEXT NOT NULL,
		operator TEXT NOT NULL,
		session TEXT NOT NULL,
		seq INTEGER NOT NULL,
		item TEXT NOT NULL,
		n INTEGER NOT NULL,
		body TEXT NOT NULL,
		host TEXT NOT NULL,
		at INTEGER NOT NULL,
		why TEXT NOT NULL,
		PRIMARY KEY (profile, operator, session, seq)
	) STRICT, WITHOUT ROWID;
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
	CREATE TABLE learned (
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (profile, kind, value)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE views (
		profile TEXT PRIMARY KEY,
		view TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
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
	CREATE TABLE program (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL) STRICT;
`;

/** The `user_version` of the ledgers of this chainbell. */
export const schemaVersion = 20;

/** The first one of chainbell 0.2.0. */
const earlierVersion = 10;

/** Takes over what was kept besides changes from the file of an earlier chainbell: above all what was sent, which no listing returns. */
export function takeOver(database: Database, earlier: string): void {
	database.prepare('ATTACH DATABASE ? AS earlier').run(earlier);
	database.exec(`
		INSERT OR IGNORE INTO sent SELECT * FROM earlier.sent;
		INSERT OR IGNORE INTO drafts SELECT * FROM earlier.drafts;
		INSERT OR IGNORE INTO learned SELECT * FROM earlier.learned;
		INSERT OR IGNORE INTO views SELECT * FROM earlier.views;
		DETACH DATABASE earlier;
	`);
}

/**
Reads the schema version of a database; 0 for an empty one.

@throws NewerVersionError; EarlierVersionError for one of chainbell 0.2.0, or OpenChangesError if it has changes that have not ended; UnreadableFileError when the database is no ledger.
*/
export function versionOf(database: Database): number {
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
	if (version > schemaVersion) {
		throw new NewerVersionError(
			`was written by ${programOf(database)} (schema ${version}; this version knows ${schemaVersion})`,
		);
	}

	if (version >= earlierVersion && version < schemaVersion) {
		const {count} = database
			.prepare('SELECT count(DISTINCT coalesce(-batch, id)) AS count FROM operations WHERE ended_at IS NULL')
			.get()!;
		throw Number(count) > 0
			? new OpenChangesError(
					`has ${count === 1 ? 'a pending change' : `${Number(count)} pending changes`} that chainbell 0.2.0 began`,
				)
			: new EarlierVersionError('is of chainbell 0.2.0');
	}

	if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
		throw new UnreadableFileError('is not a ledger');
	}

	if (version !== 0 && version !== schemaVersion) {
		throw new UnreadableFileError('is of chainbell 0.1, which chainbell 0.2.0 can read');
	}

	return version;
}

/** Why a ledger that cannot be opened prevents changes. */
export function problemOf(error: unknown, file: string): LedgerProblem {
	const isNewer = error instanceof NewerVersionError;
	return isNewer || error instanceof OpenChangesError
		? {
				cause: isNewer ? 'newer' : 'earlier',
				what: `${sanitise(file)} ${error.message}. It was left as it is`,
				advice: isNewer
					? 'Update chainbell to change notifications from this machine.'
					: 'Run recover of that version first: this one cannot read what is pending.',
			}
		: unwritableLedger(error, file);
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
Makes the tables of an empty database, in one transaction; writes nothing if it has them. If several processes start at the same time, one makes them and the others wait.

@throws As `versionOf`.
*/
export function makeTables(database: Database): void {
	if (versionOf(database) === schemaVersion) {
		return;
	}

	inTransaction(database, () => {
		if (versionOf(database) !== schemaVersion) {
			database.exec(`${tables}PRAGMA user_version = ${schemaVersion}`);
			database.prepare('INSERT OR REPLACE INTO program VALUES (1, ?)').run(packageJson.version);
		}
	});
}
