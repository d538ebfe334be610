import {inTransaction, statementOf, type Database} from '../../system/sqlite.ts';
import {LedgerError, type WriteBlock} from '../ledger-error.ts';
import {requireRow, type DatabaseRow} from './operation-row.ts';
import {isAlive, thisProcess} from './owner.ts';

/** The ownership of pending operations: only the process that owns an operation acts on it. The process that starts an operation owns it. Every method may throw LedgerError. */
export type Claims = {
	/** Makes this process the owner of a pending operation, unless another running process owns it. Returns whether it is the owner now; always false if the ledger is not writable. */
	readonly claim: (id: number) => boolean;
	/** Releases an operation, so that any process may claim it. */
	readonly release: (id: number) => void;
	/** The PID of another running process that owns a pending operation; undefined if there is none. */
	readonly ownerElsewhere: (id: number) => number | undefined;
};

export function createClaims(database: Database, writeBlock: WriteBlock): Claims {
	return {
		...createRowClaims(database, 'operations', writeBlock),
		ownerElsewhere(id) {
			const {ended_at: endedAt, batch, ...row} = requireRow(database, 'operations', id);
			// The items of a batch belong to the owner of the batch.
			const owned = batch === null ? row : requireRow(database, 'batches', Number(batch));
			return endedAt === null && isOwnedElsewhere(owned) ? Number(owned.owner_pid) : undefined;
		},
	};
}

/** Creates `claim` and `release` for the rows of a table. */
export function createRowClaims(database: Database, table: 'operations' | 'batches', writeBlock: WriteBlock): Pick<Claims, 'claim' | 'release'> {
	const setOwner = statementOf(database, `UPDATE ${table} SET owner_pid = ?, owner_started = ? WHERE id = ?`);

	return {
		claim: id => writeBlock() === undefined && inTransaction(database, () => {
			const row = requireRow(database, table, id);
			// The table of batches has no such column.
			const hasEnded = typeof row.ended_at === 'number';
			if (hasEnded || isOwnedElsewhere(row)) {
				return false;
			}

			setOwner.run(...ownerColumns(), id);
			return true;
		}),
		release(id) {
			inTransaction(database, () => {
				if (isOwnedHere(requireRow(database, table, id))) {
					setOwner.run(null, null, id);
				}
			});
		},
	};
}

/**
Reads the row of an operation on which this process may act. Call it in the transaction that changes it.

@throws LedgerError when the operation has ended, or another running process owns it.
*/
export function requirePendingRow(database: Database, id: number): DatabaseRow {
	const row = requireRow(database, 'operations', id);
	if (row.ended_at !== null) {
		throw new LedgerError(`Operation ${id} has already ended (${String(row.state)}).`);
	}

	if (isOwnedElsewhere(row)) {
		throw new LedgerError(busyText(Number(row.owner_pid), `operation ${id}`));
	}

	return row;
}

/** The sentences for what another running process, of this PID, is working on. `what` is safe to show. */
export const busyText = (pid: number, what: string): string => `Another chainbell (process ${pid}) is working on ${what}. Try again when it has finished.`;

/** The values of the columns `owner_pid` and `owner_started` for this process. */
export function ownerColumns(): [number, string | null] {
	const {pid, started} = thisProcess();
	return [pid, started ?? null];
}

/** Whether this process owns a row. */
export function isOwnedHere({owner_pid, owner_started}: DatabaseRow): boolean {
	const [pid, started] = ownerColumns();
	return owner_pid === pid && owner_started === started;
}

/** Whether another running process owns a row. */
export function isOwnedElsewhere(row: DatabaseRow): boolean {
	const {owner_pid: pid, owner_started: started} = row;
	return pid !== null && !isOwnedHere(row) && isAlive({pid: Number(pid), started: started as string | null ?? undefined});
}
