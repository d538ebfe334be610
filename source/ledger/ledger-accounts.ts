import {inTransaction, openDatabase, statementOf, type Database} from '../platform/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {isOwnedElsewhere} from './owner.ts';
import {requireWritable, type WriteBlock} from './ledger-error.ts';

/** The tables that have a column `profile`. */
const tables = ['item', 'change', 'drafts', 'sent', 'learned', 'views', 'planned_files', 'team', 'session', 'waiting'];

/** The deleted data, or the reason why nothing was deleted. */
type ForgetResult =
	| {
			readonly ok: true;
			readonly requests: number;
			readonly drafts: number;
			readonly sent: number;
			readonly learned: number;
			readonly views: number;
	  }
	/** `isBusy`: another process is working on one of the pending changes. */
	| {readonly ok: false; readonly pending: number; readonly isBusy: boolean};

/** Creates the store. `writeBlock` returns the reason why the ledger cannot be written, if there is one. */
export function createLedgerAccounts(database: Database, writeBlock: WriteBlock) {
	const sql = (text: string) => statementOf(database, text);
	const moves = tables.map(table => sql(`UPDATE OR IGNORE ${table} SET profile = ? WHERE profile = ?`));
	// Deletes the rows that were not moved because the other account has the same. For changes and drafts there are none.
	const deletions = ['learned', 'sent', 'views', 'planned_files', 'team', 'session', 'waiting'].map(table =>
		sql(`DELETE FROM ${table} WHERE profile = ?`),
	);
	const inAccounts = 'profile IN (SELECT value FROM json_each(?))';
	const pending = sql(`SELECT DISTINCT change FROM item WHERE ended_at IS NULL AND ${inAccounts}`);
	const forgetRows = Object.fromEntries(tables.map(table => [table, sql(`DELETE FROM ${table} WHERE ${inAccounts}`)]));
	const counts = Object.fromEntries(
		tables.map(table => [table, sql(`SELECT count(*) AS count FROM ${table} WHERE ${inAccounts}`)]),
	);
	const listOf = (accounts: readonly string[]) => JSON.stringify(accounts.map(account => hideSecrets(account)));

	return {
		/** Counts the data of the accounts that `forget` would delete. */
		survey(accounts: readonly string[]) {
			const count = (table: string) => Number(counts[table]!.get(listOf(accounts))?.count);
			return {
				changes: count('change'),
				pending: pending.all(listOf(accounts)).length,
				drafts: count('drafts'),
				sent: count('sent'),
			};
		},
		/** Deletes all data of the accounts, unless they have pending changes and `isPendingIncluded` is false. */
		forget(accounts: readonly string[], isPendingIncluded: boolean): ForgetResult {
			const list = listOf(accounts);
			const result = inTransaction(database, (): ForgetResult => {
				requireWritable(writeBlock);
				const rows = pending.all(list);
				const isBusy = sql(
					`SELECT * FROM change WHERE id IN (SELECT change FROM item WHERE ended_at IS NULL AND ${inAccounts})`,
				)
					.all(list)
					.some(row => isOwnedElsewhere(row));
				if (isBusy || (rows.length > 0 && !isPendingIncluded)) {
					return {ok: false, pending: rows.length, isBusy};
				}

				const requests = Number(
					sql(
						`SELECT count(*) AS count FROM event JOIN item ON item.id = event.item WHERE event.kind = 'sent' AND item.${inAccounts}`,
					).get(list)?.count,
				);
				const deleted = Object.fromEntries(
					tables.map(table => [table, Number(forgetRows[table]!.run(list).changes)]),
				) as Record<'drafts' | 'sent' | 'learned' | 'views', number>;
				const {drafts, sent, learned, views} = deleted;
				return {ok: true, requests, drafts, sent, learned, views};
			});
			if (result.ok) {
				// Deleted rows are removed from the file only when it is rewritten.
				database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
			}

			return result;
		},
		/** Deletes the changes that ended before a time, in milliseconds since the epoch: each once all of it ended before, and the team's board has everything. */
		prune(before: number) {
			inTransaction(database, () => {
				requireWritable(writeBlock);
				sql(
					"DELETE FROM change WHERE is_whole = 1 AND NOT EXISTS (SELECT 1 FROM item WHERE item.change = change.id AND (ended_at IS NULL OR ended_at >= ?)) AND profile NOT IN (SELECT profile FROM session WHERE operator = '' AND seq > shared)",
				).run(before);
			});
		},
		/** Moves all data of one account to another: history, pending changes, drafts, sent content, learned values, view settings and planned files. If both have a value, the one of `to` is kept. */
		merge(from: string, to: string) {
			inTransaction(database, () => {
				requireWritable(writeBlock);
				for (const move of moves) {
					move.run(hideSecrets(to), hideSecrets(from));
				}

				for (const deletion of deletions) {
					deletion.run(hideSecrets(from));
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
