import {statSync} from 'node:fs';
import {sanitise} from '../terminal/sanitise.ts';
import {createShared} from './shared.ts';
import {createSmallStores} from './small-stores.ts';
import {createChanges} from './changes.ts';
import {createLedgerAccounts} from './ledger-accounts.ts';
import {LedgerError, problemText, withLedgerErrors, type WriteBlock} from './ledger-error.ts';
import {openLedgerFile} from './open-ledger-file.ts';

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
export function openLedger(file: string, {now, busyTimeout = 5000, throwsIfLocked = false}: LedgerOptions) {
	let isClosed = false;
	const {contents: ledger, notice} = openLedgerFile(file, {now, busyTimeout, throwsIfLocked}, (database, problem) => {
		// With secure_delete, deleted data such as the recipient of an old request is overwritten in the file.
		database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA secure_delete = ON`);
		const writeBlock = problem === undefined ? blockIfMoved(file) : () => problemText(problem);
		const stores = createSmallStores(database, now);
		const changes = withLedgerErrors(createChanges(database, now, writeBlock, stores.sent), file);
		if (problem === undefined) {
			try {
				changes.forgetAbandoned();
			} catch (error) {
				// Another process is writing: the next start tries again.
				if (!(error instanceof LedgerError)) {
					throw error;
				}
			}
		}

		return {
			/** Why nothing may be sent: nothing that is written here is saved, and nothing can be begun or continued. Undefined if the file can be written. */
			problem,
			changes,
			shared: withLedgerErrors(createShared(database, now, writeBlock, stores.sent), file),
			sent: withLedgerErrors(stores.sent, file),
			drafts: withLedgerErrors(stores.drafts, file),
			learned: withLedgerErrors(stores.learned, file),
			views: withLedgerErrors(stores.views, file),
			planned: withLedgerErrors(stores.planned, file),
			accounts: withLedgerErrors(createLedgerAccounts(database, writeBlock), file),
			/** Closes the ledger. Further calls have no effect. */
			close() {
				if (isClosed) {
					return;
				}

				isClosed = true;
				database.close();
			},
		};
	});
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
