import {statSync} from 'node:fs';
import {sanitise} from '../terminal/sanitise.ts';
import {createDraftStore, type DraftStore} from './drafts.ts';
import {createJournal, type Journal} from './journal/journal.ts';
import {createLedgerAccounts, type LedgerAccounts} from './ledger-accounts.ts';
import {createLearnedValues, type LearnedValueStore} from './learned-values.ts';
import {withLedgerErrors, type WriteBlock} from './ledger-error.ts';
import {openLedgerFile} from './database/open-ledger-file.ts';
import {createSentContent, type SentContentStore} from './sent-content.ts';
import {createViewSettings, type ViewSettingsStore} from './view-settings.ts';

/** The local database: journal, history, drafts and sent content. Deleting its file deletes no notification. */
export type Ledger = {
	/** Whether changes are saved to a file. If not, the journal refuses to begin or advance operations. */
	readonly isWritable: boolean;
	/** Why nothing may be sent, in one sentence, safe to show: a newer chainbell wrote the file, so that its pending changes are not known. Undefined otherwise. */
	readonly newer: string | undefined;
	readonly journal: Journal;
	readonly sent: SentContentStore;
	readonly drafts: DraftStore;
	readonly learned: LearnedValueStore;
	readonly views: ViewSettingsStore;
	readonly accounts: LedgerAccounts;
	/** Calling it again has no effect. */
	readonly close: () => void;
};

export type LedgerOpening = {
	readonly ledger: Ledger;
	/** For the operator, in one line, safe to show: that the file was unreadable and renamed, that it is of a newer version, or that nothing can be saved. */
	readonly notice: string | undefined;
};

export type LedgerOptions = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Milliseconds for which opening, and a write of the open ledger, blocks while another process writes; 5,000 unless given. */
	readonly busyTimeout?: number;
	/** Throws while another process holds a lock on the file; by default a copy in memory is used then. */
	readonly throwsIfLocked?: boolean;
};

/**
Opens the ledger: one SQLite file of mode 0600 in a directory of mode 0700, migrated to the present schema. Several processes may use it at once, and it never holds an API key.

A damaged file is renamed and replaced by a new one; one of a newer version is left as it is, and nothing may be sent. If the file cannot be written, a copy in memory is used until the process ends.

@throws LedgerBusyError, with `throwsIfLocked`. Never anything else.
*/
export function openLedger(file: string, {now, busyTimeout = 5000, throwsIfLocked = false}: LedgerOptions): LedgerOpening {
	let isClosed = false;
	const {contents: ledger, notice} = openLedgerFile(file, {now, busyTimeout, throwsIfLocked}, (database, isWritable, newer): Ledger => {
		// What is deleted, such as a recipient in a request that is too old, is overwritten in the file.
		database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA secure_delete = ON`);
		const writeBlock = isWritable ? blockIfMoved(file) : () => newer ?? notWritable;
		return {
			isWritable,
			newer,
			journal: withLedgerErrors(createJournal(database, now, writeBlock), file),
			sent: withLedgerErrors(createSentContent(database), file),
			drafts: withLedgerErrors(createDraftStore(database, now), file),
			learned: withLedgerErrors(createLearnedValues(database), file),
			views: withLedgerErrors(createViewSettings(database), file),
			accounts: withLedgerErrors(createLedgerAccounts(database, writeBlock), file),
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

const notWritable = 'The ledger cannot be written, so changes that need its journal are disabled.';

/** Blocks writing once the path no longer names the file that was opened: what is written to a deleted file is lost. */
function blockIfMoved(file: string): WriteBlock {
	const inode = () => statSync(file, {throwIfNoEntry: false, bigint: true})?.ino;
	const opened = inode();
	return () => inode() === opened ? undefined : `${sanitise(file)} was moved or deleted. Restart chainbell, so that changes can be recorded again.`;
}
