/**
The migrations from each schema version to the next. `PRAGMA user_version` is the number of migrations applied to a file.

Text from other sources is stored as JSON, which keeps every string exactly, including lone surrogates. AUTOINCREMENT never reuses an ID, and IDs increase in the order of commits, also with several processes.
*/
export const migrations: readonly string[] = [
	`CREATE TABLE learned (
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (profile, kind, value)
	) STRICT, WITHOUT ROWID`,
	`CREATE TABLE operations (
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
		owner_started TEXT
	) STRICT;
	CREATE INDEX unfinished_operations ON operations (profile, id) WHERE ended_at IS NULL;
	CREATE INDEX deletions ON operations (profile, ended_at, id) WHERE kind = 'delete' AND state = 'done';
	CREATE INDEX restorations ON operations (profile, old_id, id) WHERE kind = 'restore';
	CREATE TABLE requests (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		operation INTEGER NOT NULL REFERENCES operations (id),
		at INTEGER NOT NULL,
		method TEXT NOT NULL,
		target TEXT,
		outcome TEXT NOT NULL,
		status INTEGER,
		what TEXT
	) STRICT;
	CREATE INDEX requests_by_operation ON requests (operation, id);
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
	) STRICT`,
	// The reference is deferred, because memory-copy.ts copies operations before the batches they refer to.
	`CREATE TABLE batches (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		profile TEXT NOT NULL,
		kind TEXT NOT NULL,
		started_at INTEGER NOT NULL,
		is_whole INTEGER NOT NULL,
		owner_pid INTEGER,
		owner_started TEXT
	) STRICT;
	ALTER TABLE operations ADD COLUMN batch INTEGER REFERENCES batches (id) DEFERRABLE INITIALLY DEFERRED;
	DROP INDEX unfinished_operations;
	CREATE INDEX unfinished_operations ON operations (profile, id) WHERE ended_at IS NULL AND batch IS NULL;
	CREATE INDEX unfinished_items ON operations (profile, old_id) WHERE ended_at IS NULL AND batch IS NOT NULL;
	CREATE INDEX items ON operations (batch, state, id) WHERE batch IS NOT NULL`,
	`CREATE TABLE views (
		profile TEXT PRIMARY KEY,
		view TEXT NOT NULL
	) STRICT, WITHOUT ROWID`,
	// The last time at which a request could have been sent, on the monotonic clock. The wait for its effect starts then.
	`ALTER TABLE requests ADD COLUMN era TEXT;
	ALTER TABLE requests ADD COLUMN moment INTEGER;
	CREATE INDEX created_ids ON operations (profile, progress -> '$.newId');
	CREATE INDEX old_ids ON operations (profile, old_id);
	CREATE INDEX named_ids ON requests (target) WHERE method = 'POST'`,
	// Until this version only deletions could be undone, by a restore. The undo of an undo is a redo and does not count as an undo.
	`ALTER TABLE operations ADD COLUMN undoes INTEGER;
	ALTER TABLE operations ADD COLUMN is_undo INTEGER NOT NULL DEFAULT 0;
	UPDATE operations SET is_undo = 1, undoes = (
		SELECT max(deletion.id) FROM operations AS deletion WHERE deletion.profile = operations.profile
			AND deletion.old_id = operations.old_id AND deletion.kind = 'delete' AND deletion.id < operations.id
	) WHERE kind = 'restore';
	CREATE INDEX undos ON operations (undoes) WHERE undoes IS NOT NULL`,
	'CREATE INDEX single_operations ON operations (profile, id) WHERE batch IS NULL',
	// The IDs of notifications that must still be listed before an item is sent, as JSON.
	'ALTER TABLE batches ADD COLUMN keeps TEXT',
	// The version of chainbell that applied the last migration: an older one, which cannot use the file, names it as the version to install.
	'CREATE TABLE program (id INTEGER PRIMARY KEY CHECK (id = 1), version TEXT NOT NULL) STRICT',
	// Until this version a recreation was called a restore.
	`DROP INDEX restorations;
	UPDATE operations SET kind = 'recreate' WHERE kind = 'restore';
	UPDATE batches SET kind = 'recreate' WHERE kind = 'restore';
	CREATE INDEX recreations ON operations (profile, old_id, id) WHERE kind = 'recreate';
	CREATE INDEX failures ON operations (profile, ended_at) WHERE state IN ('failed', 'rolled-back')`,
	// The files of notifications that were planned here, and the line of each notification.
	`CREATE TABLE planned_files (
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
	CREATE INDEX managed_by_file ON managed (file)`,
	// What a team shares (docs/teams.md). `operator` and `host`: who made a change elsewhere, and where; NULL for one of this machine. `holder`: who is working on it on another machine, as JSON. `key`: the name of a request that another machine sent.
	// The triggers count the revisions of what is shared: without a row in `teams` they write nothing. `teams` comes last, so that nothing counts while memory-copy.ts fills the tables.
	`ALTER TABLE operations ADD COLUMN operator TEXT;
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
	END`,
	// The texts that a search of the history looks through, the pending changes of an account, and what was sent and not deleted: each was found by reading all that the account has ever done.
	`CREATE INDEX operation_texts ON operations (profile, id, (
		strftime('%Y-%m-%dT%H:%M:%fZ', started_at / 1000.0, 'unixepoch') || ' ' || id || ' ' || kind || ' ' || state || ' ' || coalesce(old_id, '') || ' ' ||
		coalesce(about -> '$.label', '') || ' ' || coalesce(about -> '$.channel', '') || ' ' || coalesce(about -> '$.recipient', '') || ' ' || coalesce(about -> '$.profileName', '') || ' ' ||
		coalesce(progress -> '$.newId', '') || ' ' || coalesce(progress -> '$.note', '') || ' ' || CASE is_undo WHEN 1 THEN 'undo' ELSE '' END || ' ' ||
		coalesce(json_quote(operator), '') || ' ' || coalesce(json_quote(host), '')
	)) WHERE batch IS NULL;
	CREATE INDEX open_operations ON operations (profile, id) WHERE ended_at IS NULL;
	CREATE INDEX sent_contents ON operations (profile, id) WHERE batch IS NULL AND kind <> 'delete'`,
	// Changes of a team that were deleted here because they are old, and the last revision that the board had: they are not taken from it again.
	`CREATE TABLE pruned (
		uuid TEXT PRIMARY KEY,
		profile TEXT NOT NULL,
		revision INTEGER NOT NULL
	) STRICT, WITHOUT ROWID`,
];
