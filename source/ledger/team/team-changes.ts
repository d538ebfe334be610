import {inTransaction, type Database} from '../../platform/sqlite.ts';
import type {Commit} from '../journal/operation-row.ts';
import {requireWritable, type WriteBlock} from '../ledger-error.ts';
import {createHeldChanges} from './held-changes.ts';
import {createOutbox} from './outbox.ts';
import {createReceiver} from './received-changes.ts';

/** What a team shares of an account, as rows of the journal: so everything that is asked of the journal takes into account what colleagues do. Every method may throw LedgerError, and then has changed nothing. */
export type TeamChanges = ReturnType<typeof createTeamChanges>;

/** Creates the store. `now`: milliseconds since the epoch. */
export function createTeamChanges(database: Database, now: () => number, writeBlock: WriteBlock) {
	const commit: Commit = work =>
		inTransaction(database, () => {
			requireWritable(writeBlock);
			return work();
		});
	return {
		...createOutbox(database, commit),
		...createHeldChanges(database, now, commit),
		/** Writes changes of the board into the journal (`createReceiver`). */
		receive: createReceiver(database, now, commit),
	};
}
