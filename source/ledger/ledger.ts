import {statSync} from 'node:fs';
import {sanitise} from '../terminal/sanitise.ts';
import {createDrafts, type DraftStore} from './drafts.ts';
import {createJournal, type Journal} from './journal.ts';
import {createLearned, type LearnedStore} from './learned.ts';
import {guarded, type Obstacle} from './ledger-error.ts';
import {openLedgerFile} from './ledger-file.ts';
import {createSent, type SentStore} from './sent.ts';
import {createViews, type ViewStore} from './views.ts';

/** What this machine remembers. Deleting its file loses no notification. */
export type Ledger = {
	/** Whether what is written lasts longer than the process. Where it does not, the journal refuses what others rely on. */
	readonly isWritable: boolean;
	readonly journal: Journal;
	readonly sent: SentStore;
	readonly drafts: DraftStore;
	readonly learned: LearnedStore;
	readonly views: ViewStore;
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
};

/**
Opens the ledger: one SQLite file, mode 0600 in a directory of mode 0700, brought to the present schema, safe with several processes at once, and never holding an API key. Never throws.

A file that is damaged, no ledger, or written by a newer version is set aside under a dated name, and a new one begun. Where that cannot be, or the file cannot be written, a copy in memory serves for as long as the process runs, empty if the file cannot be read.
*/
export function openLedger(file: string, {now}: LedgerOptions): LedgerOpening {
	let isClosed = false;
	const {contents: ledger, notice} = openLedgerFile(file, now, (database, isWritable): Ledger => ({
		isWritable,
		journal: guarded(createJournal(database, now, isWritable ? unlessInPlace(file) : cannotBeWritten), file),
		sent: guarded(createSent(database), file),
		drafts: guarded(createDrafts(database, now), file),
		learned: guarded(createLearned(database), file),
		views: guarded(createViews(database), file),
		close() {
			if (isClosed) {
				return;
			}

			isClosed = true;
			database.close();
		},
	}));
	return {ledger, notice};
}

const cannotBeWritten: Obstacle = () => 'The ledger cannot be written, so nothing can be done safely that needs the journal.';

/** A file that is no longer the one that was opened is an obstacle: what is written to a deleted file is lost. */
function unlessInPlace(file: string): Obstacle {
	const identity = () => statSync(file, {throwIfNoEntry: false, bigint: true})?.ino;
	const opened = identity();
	return () => identity() === opened
		? undefined
		: `${sanitise(file)} was moved or deleted: start chainbell again, then what you do can be written down.`;
}
