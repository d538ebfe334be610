import {
	statSync,
	chmodSync,
	copyFileSync,
	existsSync,
	mkdtempSync,
	rmSync,
	statfsSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {sanitise} from '../terminal/sanitise.ts';
import {createShared} from './shared.ts';
import {createSmallStores} from './small-stores.ts';
import {createChanges} from './changes.ts';
import {
	LedgerError,
	problemText,
	withLedgerErrors,
	type WriteBlock,
	committer,
	checkedMark,
	LedgerBusyError,
	type LedgerProblem,
} from './ledger-error.ts';
import {
	inTransaction,
	openDatabase,
	statementOf,
	type Database,
	isDamaged,
	isLarge,
	sqliteCode,
	sqliteCodes,
} from '../platform/sqlite.ts';
import {joined} from '../platform/text.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {keptSql} from './evidence.ts';
import {isOwnedElsewhere} from './owner.ts';
import os from 'node:os';
import path from 'node:path';
import {requireRegularFile} from '../platform/files.ts';
import {
	makePrivate,
	EarlierVersionError,
	headerVersion,
	NewerVersionError,
	OpenChangesError,
	quarantine,
	requireSqliteFile,
	UnreadableFileError,
	unreadableReason,
} from './quarantine.ts';
import {makeTables, problemOf, schemaVersion, takeOver, versionOf} from './schema.ts';

/** The local database: changes and their history, drafts and sent content. Deleting its file deletes no notification. */
export type Ledger = LedgerOpening['ledger'];

export type LedgerOpening = ReturnType<typeof openLedger>;

type LedgerOptions = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** The number of milliseconds that opening, or a write to the open ledger, blocks while another process writes; 5,000 by default. */
	readonly busyTimeout?: number;
	/** Throws while another process holds a lock on the file; by default an in-memory copy is used instead. */
	readonly throwsIfLocked?: boolean;
};

/**
Opens the ledger: one SQLite file of mode 0600 in a directory of mode 0700, with the tables of this version. Several processes may use it at the same time, and it never contains an API key.

A damaged file is renamed and replaced by a new one. A file of a newer version is left unchanged, and nothing may be sent. If the file cannot be written, a copy of it is read, and nothing may be sent.

@returns The ledger; `notice`: a message for the operator, in one line, safe to show.
@throws LedgerBusyError, with `throwsIfLocked`. Never anything else.
*/
export function openLedger(file: string, options: LedgerOptions) {
	const {now, busyTimeout = 5000} = options;
	let isClosed = false;
	const {database, problem, notice} = openFile(file, options);
	// With secure_delete, deleted data such as the recipient of an old request is overwritten in the file.
	database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA secure_delete = ON`);
	const writeBlock = problem === undefined ? blockIfMoved(file) : () => problemText(problem);
	const small = createSmallStores(database, now);
	const stores = withLedgerErrors(
		{
			changes: createChanges(database, now, writeBlock, small.sent),
			shared: createShared(database, now, writeBlock, small.sent),
			accounts: createLedgerAccounts(database, writeBlock),
			...small,
		},
		file,
	);
	if (problem === undefined) {
		try {
			stores.changes.forgetAbandoned();
		} catch (error) {
			// Another process is writing: the next start tries again.
			if (!(error instanceof LedgerError)) {
				throw error;
			}
		}
	}

	const ledger = {
		...stores,
		/** Why nothing may be sent: nothing that is written here is saved, and nothing can be begun or continued. Undefined if the file can be written. */
		problem,
		/** Closes the ledger. Further calls have no effect. */
		close() {
			if (!isClosed) {
				isClosed = true;
				database.close();
			}
		},
	};
	return {ledger, notice};
}

/** Blocks writes once the path no longer names the file that was opened: writes to a deleted file are lost. */
function blockIfMoved(file: string): WriteBlock {
	const inode = () => statSync(file, {throwIfNoEntry: false, bigint: true})?.ino;
	const opened = inode();
	return () =>
		inode() === opened
			? undefined
			: `${sanitise(file)} was moved or deleted. Restart chainbell, so that changes can be recorded again.`;
}

/** The tables that have a column `profile`, those of changes and drafts first. */
const tables = ['item', 'change', 'drafts', 'sent', 'learned', 'views', 'planned_files', 'team', 'session', 'waiting'];

/** Creates the store. `writeBlock` returns the reason why the ledger cannot be written, if there is one. */
function createLedgerAccounts(database: Database, writeBlock: WriteBlock) {
	const sql = (text: string) => statementOf(database, text);
	const commit = committer(database, writeBlock);
	const inAccounts = 'profile IN (SELECT value FROM json_each(?))';
	const pending = sql(`SELECT DISTINCT change FROM item WHERE ended_at IS NULL AND ${inAccounts}`);
	const parked = sql(`SELECT count(*) AS count FROM item AS undone WHERE undone.${inAccounts} AND ${keptSql}`);
	const parkedIn = (list: string) => Number(parked.get(list)?.count);
	const listOf = (accounts: readonly string[]) => JSON.stringify(accounts.map(account => hideSecrets(account)));

	return {
		/** Counts the data of the accounts that `forget` would delete. */
		survey(accounts: readonly string[]) {
			const count = (table: string) =>
				Number(sql(`SELECT count(*) AS count FROM ${table} WHERE ${inAccounts}`).get(listOf(accounts))?.count);
			return {
				changes: count('change'),
				pending: pending.all(listOf(accounts)).length,
				drafts: count('drafts'),
				sent: count('sent'),
				parked: parkedIn(listOf(accounts)),
			};
		},
		/** Deletes all data of the accounts, unless they have pending changes or parked notifications and `isPendingIncluded` is false, or another process is working on one of these (`isBusy`). */
		forget(accounts: readonly string[], isPendingIncluded: boolean) {
			const list = listOf(accounts);
			const result = commit(() => {
				const counts = {pending: pending.all(list).length, parked: parkedIn(list)};
				const isBusy = sql(
					`SELECT * FROM change WHERE id IN (SELECT change FROM item WHERE ended_at IS NULL AND ${inAccounts})`,
				)
					.all(list)
					.some(row => isOwnedElsewhere(row));
				if (isBusy || (counts.pending + counts.parked > 0 && !isPendingIncluded)) {
					return {ok: false, ...counts, isBusy} as const;
				}

				const requests = Number(
					sql(
						`SELECT count(*) AS count FROM event JOIN item ON item.id = event.item WHERE event.kind = 'sent' AND item.${inAccounts}`,
					).get(list)?.count,
				);
				const deleted = Object.fromEntries(
					tables.map(table => [table, Number(sql(`DELETE FROM ${table} WHERE ${inAccounts}`).run(list).changes)]),
				) as Record<'drafts' | 'sent' | 'learned' | 'views', number>;
				const {drafts, sent, learned, views} = deleted;
				return {ok: true, requests, parked: counts.parked, drafts, sent, learned, views} as const;
			});
			if (result.ok) {
				// Deleted rows are removed from the file only when it is rewritten.
				database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
			}

			return result;
		},
		/** Deletes the changes that ended before a time, in milliseconds since the epoch: each once all of it ended before, and the team's board has everything. Those that parked what is parked still stay, and those that created again others of them. What was sent of a notification goes with the change that deleted it, unless a later one has its ID; of one that may still be listed it stays, because an edit needs it. */
		prune(before: number) {
			const parking = `SELECT undone.change FROM item AS undone WHERE ${keptSql}`;
			const resuming = `SELECT 1 FROM item JOIN item AS gone ON gone.profile = item.profile AND gone.old_id = item.old_id WHERE item.change = change.id AND item.kind = 'recreate' AND gone.change IN (${parking})`;
			const ended = `change WHERE is_whole = 1 AND NOT EXISTS (SELECT 1 FROM item WHERE item.change = change.id AND (ended_at IS NULL OR ended_at >= ?)) AND profile NOT IN (SELECT profile FROM session WHERE operator = '' AND seq > shared) AND change.id NOT IN (${parking}) AND NOT EXISTS (${resuming})`;
			commit(() => {
				sql(`
					DELETE FROM sent WHERE EXISTS (
						SELECT 1 FROM item AS gone WHERE gone.profile = sent.profile AND gone.old_id = sent.id
							AND gone.kind IN ('delete', 'replace') AND gone.phase = 'done' AND gone.new_id IS NOT gone.old_id
							AND gone.change IN (SELECT id FROM ${ended})
							AND NOT EXISTS (SELECT 1 FROM item WHERE item.profile = gone.profile AND item.id > gone.id AND (item.old_id = sent.id OR item.new_id = sent.id))
					)
				`).run(before);
				sql(`DELETE FROM ${ended}`).run(before);
			});
		},
		/** Moves all data of one account to another: history, pending changes, drafts, sent content, learned values, view settings and planned files. If both have a value, the one of `to` is kept. */
		merge(from: string, to: string) {
			commit(() => {
				for (const table of tables) {
					sql(`UPDATE OR IGNORE ${table} SET profile = ? WHERE profile = ?`).run(hideSecrets(to), hideSecrets(from));
				}

				// The rows that were not moved because the other account has the same. Of changes and drafts there are none.
				for (const table of tables.slice(3)) {
					sql(`DELETE FROM ${table} WHERE profile = ?`).run(hideSecrets(from));
				}
			});
		},
	};
}

/** The accounts in a ledger file. Empty if it cannot be read. */
export function accountsOfLedger(file: string): readonly string[] {
	try {
		const database = openDatabase(file, {isReadOnly: true});
		try {
			return database
				.prepare(
					['change', 'drafts', 'sent', 'learned', 'views'].map(table => `SELECT profile FROM ${table}`).join(' UNION '),
				)
				.all()
				.map(({profile}) => String(profile));
		} finally {
			database.close();
		}
	} catch {
		return [];
	}
}

/**
Opens the file of a ledger. Three rules:

1. A file that is damaged or not a ledger is renamed, and a new one is created. So is one of chainbell 0.2.0, whose templates, drafts and views are taken over.
2. A file of a newer version, and one of chainbell 0.2.0 with pending changes, is left unchanged, byte for byte. An empty in-memory ledger is used instead.
3. If the file cannot be written, or rule 1 fails, a copy is read, which nothing outlives. So it is while another process holds a lock on it, without `throwsIfLocked`.

Nothing may be sent in the cases of the rules 2 and 3, because it would not be recorded.

@returns A database that has the tables of this version. `problem`: set if nothing written to it reaches the file. `notice`: a message for the operator, in one line, safe to show.
@throws LedgerBusyError, with `throwsIfLocked`. Never anything else.
*/
function openFile(
	file: string,
	options: LedgerOptions,
): {readonly database: Database; readonly problem?: LedgerProblem; readonly notice: string | undefined} {
	let renamed: string | undefined;
	const onRename = (notice: string) => {
		renamed = notice;
	};

	try {
		return {database: openOrReplace(file, options, onRename), notice: renamed};
	} catch (error) {
		const problem = problemOf(error, file);
		if (problem.cause !== 'unwritable') {
			return {database: openEmpty(), problem, notice: problemText(problem)};
		}

		const code = sqliteCode(error);
		if (options.throwsIfLocked && (code === sqliteCodes.busy || code === sqliteCodes.locked)) {
			throw new LedgerBusyError('Another process has locked the ledger.', {cause: error});
		}

		return {database: openCopy(file), problem, notice: joined([renamed, problemText(problem)], ' ')};
	}
}

/** Opens a file. If it is unreadable, it is renamed and a new one is opened. If several processes find the file unreadable, only one renames it. */
function openOrReplace(file: string, options: LedgerOptions, onRename: (notice: string) => void): Database {
	try {
		return openForWriting(file, options);
	} catch (error) {
		requireUnreadable(error);
	}

	return withFileLock(`${file}.lock`, () => {
		try {
			// Another process may have replaced the file in the meantime.
			return openForWriting(file, options);
		} catch (error) {
			const reason = requireUnreadable(error);
			const isEarlier = error instanceof EarlierVersionError;
			const renamed = quarantine(file, options.now(), isEarlier ? 'of-0.2.0' : undefined);
			const isTakenOver = isEarlier && adopt(file, path.join(path.dirname(file), renamed));
			const rest = isTakenOver
				? 'templates, drafts and views were taken over; history and undo start empty'
				: 'drafts, history and undo start empty';
			onRename(
				`${sanitise(file)} ${reason}. It was renamed to ${sanitise(renamed)} and a new one was created: ${rest}.`,
			);
		}

		return openForWriting(file, options);
	});
}

/** Makes a new file with what is taken over from that of chainbell 0.2.0. Returns false if that is damaged. */
function adopt(file: string, earlier: string): boolean {
	makePrivate(file);
	const database = openDatabase(file);
	try {
		makeTables(database);
		takeOver(database, earlier);
		return true;
	} catch (error) {
		if (unreadableReason(error) === undefined) {
			throw error;
		}

		return false;
	} finally {
		database.close();
	}
}

function openForWriting(file: string, {now, busyTimeout = 5000}: LedgerOptions): Database {
	requireSqliteFile(file);
	requireKnownVersion(file);
	makePrivate(file);
	const database = openDatabase(file, {busyTimeout});
	try {
		makeTables(database);
		requireUndamaged(database, file, now);
		requireDiskSpace(database, file);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/**
Refuses a file of another version before it is opened: a database that is opened for writing may be written to when it is closed.

@throws As `versionOf`.
*/
function requireKnownVersion(file: string): void {
	const version = headerVersion(file);
	if (version !== 0 && version !== schemaVersion) {
		withTemporaryCopy(file, copy => {
			const database = openDatabase(copy, {isReadOnly: true});
			try {
				versionOf(database);
			} finally {
				database.close();
			}
		});
	}
}

/** Opens a copy of a ledger that cannot be written, or an empty one if it cannot be read. */
function openCopy(file: string): Database {
	try {
		return withTemporaryCopy(file, copy => openForWriting(copy, {now: () => 0, busyTimeout: 0}));
	} catch {
		return openEmpty();
	}
}

function openEmpty(): Database {
	const empty = openDatabase(':memory:');
	makeTables(empty);
	return empty;
}

/** Works with a copy of a ledger, because SQLite may create files next to one that it only reads. What is open is still there when the copy is removed, but on Windows. */
function withTemporaryCopy<T>(file: string, work: (copy: string) => T): T {
	const directory = mkdtempSync(path.join(os.tmpdir(), 'chainbell-'));
	try {
		const copy = path.join(directory, 'ledger.sqlite');
		for (const suffix of ['', '-wal']) {
			if (existsSync(file + suffix)) {
				requireRegularFile(file + suffix);
				copyFileSync(file + suffix, copy + suffix);
				chmodSync(copy + suffix, 0o600);
			}
		}

		return work(copy);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

/** Milliseconds for which the check of a large ledger counts: it takes 2 ms for each megabyte. */
const checkedFor = 86_400_000;

/** Checks every page; of a large ledger once a day, and after damage was met in it. @throws UnreadableFileError */
function requireUndamaged(database: Database, file: string, now: () => number): void {
	const mark = checkedMark(file);
	const isMarked = isLarge(database);
	const checkedAt = isMarked ? statSync(mark, {throwIfNoEntry: false})?.mtimeMs : undefined;
	if (checkedAt !== undefined && Math.abs(now() - checkedAt) < checkedFor) {
		return;
	}

	if (isDamaged(database)) {
		throw new UnreadableFileError('is damaged');
	}

	if (isMarked) {
		writeFileSync(mark, '', {mode: 0o600});
		utimesSync(mark, now() / 1000, now() / 1000);
	}
}

/** The free space in bytes below which a test commit is made. */
const lowDiskSpace = 1_048_576;

/** Checks the disk space, so that a full disk is reported when the ledger is opened rather than in the middle of a change. */
function requireDiskSpace(database: Database, file: string): void {
	const {bavail, bsize} = statfsSync(path.dirname(file));
	if (bavail * bsize < lowDiskSpace) {
		inTransaction(database, () => {
			database.exec(`PRAGMA user_version = ${schemaVersion}`);
		});
	}
}

/** Returns why the file is unreadable; rethrows an error with another cause, and that of a newer version. */
function requireUnreadable(error: unknown): string {
	const reason = unreadableReason(error);
	if (reason === undefined || error instanceof NewerVersionError || error instanceof OpenChangesError) {
		throw error;
	}

	return reason;
}

/**
Holds an interprocess lock while the work runs. The lock is released when the process ends. The lock file is kept: if it were deleted, two processes could hold the lock.

@throws Errors of the work; an error of the driver when another process holds the lock for 5 seconds.
*/
function withFileLock<T>(lockFile: string, work: () => T): T {
	makePrivate(lockFile);
	const lock = openDatabase(lockFile);
	try {
		return inTransaction(lock, work);
	} finally {
		lock.close();
	}
}
