import {statSync} from 'node:fs';
import {sanitise} from '../terminal/sanitise.ts';
import {createDraftStore, type DraftStore} from './drafts.ts';
import {createJournal, type Journal} from './journal/journal.ts';
import {createLearnedValues, type LearnedValueStore} from './learned-values.ts';
import {withLedgerErrors, type WriteBlock} from './ledger-error.ts';
import {openLedgerFile} from './database/ledger-file.ts';
import {createSentContent, type SentContentStore} from './sent-content.ts';
import {createViewSettings, type ViewSettingsStore} from './view-settings.ts';

/** What this machine remembers. Deleting its file loses no notification. */
export type Ledger = {
	/** Whether what is written lasts longer than the process. Where it does not, the journal refuses what others rely on. */
	readonly isWritable: boolean;
	readonly journal: Journal;
	readonly sent: SentContentStore;
	readonly drafts: DraftStore;
	readonly learned: LearnedValueStore;
	readonly views: ViewSettingsStore;
	/** May be called again. */
	readonly close: () => void;
};

export type LedgerOpening = {
	readonly ledger: Ledger;
	/** For the operator, in one line, safe to show: what was set aside, or what is not remembered. */
	readonly notice: string | undefined;
};

export type LedgerOptions = {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Milliseconds for which a write of the open ledger blocks while another process writes; 5,000 unless given. */
	readonly busyTimeout?: number;
};

/**
Opens the ledger: one SQLite file, mode 0600 in a directory of mode 0700, brought to the present schema, safe with several processes at once, and never holding an API key. Never throws.

A file that is damaged, no ledger, or written by a newer version is set aside under a dated name, and a new one begun. Where that cannot be, or the file cannot be written, a copy in memory serves for as long as the process runs, empty if the file cannot be read.
*/
export function openLedger(file: string, {now, busyTimeout = 5000}: LedgerOptions): LedgerOpening {
	let isClosed = false;
	const {contents: ledger, notice} = openLedgerFile(file, now, (database, isWritable): Ledger => {
		database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
		return {
			isWritable,
			journal: withLedgerErrors(createJournal(database, now, isWritable ? unlessInPlace(file) : cannotBeWritten), file),
			sent: withLedgerErrors(createSentContent(database), file),
			drafts: withLedgerErrors(createDraftStore(database, now), file),
			learned: withLedgerErrors(createLearnedValues(database), file),
			views: withLedgerErrors(createViewSettings(database), file),
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

const cannotBeWritten: WriteBlock = () => 'The ledger cannot be written, so nothing can be done safely that needs the journal.';

/** A file that is no longer the one that was opened is an obstacle: what is written to a deleted file is lost. */
function unlessInPlace(file: string): WriteBlock {
	const identity = () => statSync(file, {throwIfNoEntry: false, bigint: true})?.ino;
	const opened = identity();
	return () => identity() === opened
		? undefined
		: `${sanitise(file)} was moved or deleted: start chainbell again, then what you do can be written down.`;
}
