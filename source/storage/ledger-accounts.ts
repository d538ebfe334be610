import {inTransaction, openDatabase, type Database} from '../system/sqlite.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {requireWritable, type WriteBlock} from './ledger-error.ts';

/** The tables that have a column `profile`. */
const tables = ['operations', 'batches', 'drafts', 'sent', 'learned', 'views'];

/** The accounts of a ledger. Every method may throw LedgerError. */
export type LedgerAccounts = {
	/** Moves everything of one account to another: history, pending changes, drafts, sent content, learned values and view settings. Where both have a value, that of `to` stays. */
	readonly merge: (from: string, to: string) => void;
};

/** Creates the store; `writeBlock` says why the ledger cannot be written, if so. */
export function createLedgerAccounts(database: Database, writeBlock: WriteBlock): LedgerAccounts {
	const moves = tables.map(table => database.prepare(`UPDATE OR IGNORE ${table} SET profile = ? WHERE profile = ?`));
	// What the other account has as well. Of operations, batches and drafts nothing is left.
	const deletions = ['learned', 'sent', 'views'].map(table => database.prepare(`DELETE FROM ${table} WHERE profile = ?`));
	return {
		merge(from, to) {
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

/** The accounts in the file of a ledger, each with the name of the profile that was last used for it. Empty if the file cannot be read. */
export function accountsOfLedger(file: string): ReadonlyArray<{readonly account: string; readonly name: string; readonly usedAt: number}> {
	try {
		const database = openDatabase(file, {isReadOnly: true});
		try {
			const present = new Set(database.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').all().map(({name}) => String(name)));
			const union = tables.filter(table => present.has(table)).map(table => `SELECT profile FROM ${table}`).join(' UNION ');
			const last = database.prepare('SELECT about ->> \'$.profileName\' AS name, started_at FROM operations WHERE profile = ? ORDER BY id DESC LIMIT 1');
			return database.prepare(union).all().map(({profile}) => {
				const account = String(profile);
				const {name, started_at: usedAt} = last.get(account) ?? {};
				return {account, name: typeof name === 'string' ? name : hostOf(account), usedAt: Number(usedAt ?? 0)};
			});
		} finally {
			database.close();
		}
	} catch {
		return [];
	}
}

/** The name of an account that no profile was saved for. */
function hostOf(account: string): string {
	const [baseUrl = ''] = account.split(' ', 1);
	return URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
}
