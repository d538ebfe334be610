import {inTransaction, statementOf, type Database} from '../../platform/sqlite.ts';
import {LedgerError, type WriteBlock} from '../ledger-error.ts';
import {fromStored} from '../stored-json.ts';
import {colleagueText, type Colleague} from './colleague.ts';
import {requireRow, type DatabaseRow} from './operation-row.ts';
import {isAlive, thisProcess} from './owner.ts';

/** What works on a pending change: another process of this machine, by its PID, or a colleague on another machine. */
export type Holder = {readonly pid: number} | Colleague;

/** The ownership of pending operations: only the process that owns an operation acts on it. The process that starts an operation owns it. Every method may throw LedgerError. */
export function createClaims(database: Database, writeBlock: WriteBlock) {
	return {
		...createRowClaims(database, 'operations', writeBlock),
		/** The other running process, or the colleague on another machine, that works on a pending operation; undefined if there is none. */
		ownerElsewhere(id: number) {
			const {ended_at: endedAt, batch, ...row} = requireRow(database, 'operations', id);
			// The items of a batch belong to the owner of the batch.
			const owned = batch === null ? row : requireRow(database, 'batches', Number(batch));
			return endedAt === null ? holderOf(owned) : undefined;
		},
	};
}

/** Creates `claim` and `release` for the rows of a table. */
export function createRowClaims(database: Database, table: 'operations' | 'batches', writeBlock: WriteBlock) {
	const setOwner = statementOf(database, `UPDATE ${table} SET owner_pid = ?, owner_started = ? WHERE id = ?`);

	return {
		/** Makes this process the owner of a pending operation or of a batch, unless another running process owns it. Returns whether it is the owner now; always false if the ledger is not writable. */
		claim: (id: number): boolean =>
			writeBlock() === undefined &&
			inTransaction(database, () => {
				const row = requireRow(database, table, id);
				// The table of batches has no such column.
				const hasEnded = typeof row.ended_at === 'number';
				if (hasEnded || isOwnedElsewhere(row)) {
					return false;
				}

				setOwner.run(...ownerColumns(), id);
				return true;
			}),
		/** Releases it, so that any process may claim it. */
		release(id: number) {
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
		throw new LedgerError(busyText(holderOf(row)!, `operation ${id}`));
	}

	return row;
}

/** The sentences for what another process or a colleague is working on. `what` is safe to show. */
export const busyText = (holder: Holder, what: string): string =>
	`${'pid' in holder ? `Another chainbell (process ${holder.pid})` : colleagueText(holder)} is working on ${what}. Try again when ${'pid' in holder ? 'it has' : 'they have'} finished.`;

/** How a change is being made, to follow `is`; safe to show. */
export const runningText = (holder: Holder): string =>
	'pid' in holder ? `running in another chainbell (process ${holder.pid})` : `being made by ${colleagueText(holder)}`;

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

/** Whether another running process, or a colleague on another machine, owns a row. */
export const isOwnedElsewhere = (row: DatabaseRow): boolean => holderOf(row) !== undefined;

/** The other process or the colleague that owns a row; undefined if there is none. */
export function holderOf(row: DatabaseRow): Holder | undefined {
	const {owner_pid: pid, owner_started: started, holder} = row;
	if (
		pid !== null &&
		!isOwnedHere(row) &&
		isAlive({pid: Number(pid), started: (started as string | null) ?? undefined})
	) {
		return {pid: Number(pid)};
	}

	return typeof holder === 'string' ? fromStored<Colleague>(holder) : undefined;
}
