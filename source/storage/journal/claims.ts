import {inTransaction, type Database} from '../../system/sqlite.ts';
import {LedgerError, type WriteBlock} from '../ledger-error.ts';
import {requireRow, type DatabaseRow} from './operation-row.ts';
import {isAlive, isThisProcess, thisProcess, type Owner} from './owner.ts';

/** Of several processes only one acts on an unfinished operation: the one that owns it. Whoever begins an operation owns it. Every method may throw LedgerError. */
export type Claims = {
	/** Takes an unfinished operation, unless another living process owns it. Whether it is owned by this process now; never where the ledger is not writable. */
	readonly claim: (id: number) => boolean;
	/** Lets go of an operation, so that any process may take it. */
	readonly release: (id: number) => void;
	/** Whether it is unfinished and owned by another process that is alive. */
	readonly isBusyElsewhere: (id: number) => boolean;
};

export function createClaims(database: Database, obstacle: WriteBlock): Claims {
	const own = database.prepare('UPDATE operations SET owner_pid = ?, owner_started = ? WHERE id = ?');

	return {
		claim: id => obstacle() === undefined && inTransaction(database, () => {
			const row = requireRow(database, id);
			if (row.ended_at !== null || isOwnedElsewhere(row)) {
				return false;
			}

			const {pid, started} = thisProcess();
			own.run(pid, started ?? null, id);
			return true;
		}),
		release(id) {
			inTransaction(database, () => {
				if (isOwnedHere(requireRow(database, id))) {
					own.run(null, null, id);
				}
			});
		},
		isBusyElsewhere(id) {
			const row = requireRow(database, id);
			return row.ended_at === null && isOwnedElsewhere(row);
		},
	};
}

/**
The row of an operation on which this process may act; to be called in the transaction that acts.

@throws LedgerError when it is over, or another living process owns it.
*/
export function requireOpenRow(database: Database, id: number): DatabaseRow {
	const row = requireRow(database, id);
	if (row.ended_at !== null) {
		throw new LedgerError(`Operation ${id} is over: ${String(row.state)}.`);
	}

	if (isOwnedElsewhere(row)) {
		throw new LedgerError(`Another chainbell is at work on operation ${id}.`);
	}

	return row;
}

function ownerOf({owner_pid, owner_started}: DatabaseRow): Owner | undefined {
	return owner_pid === null ? undefined : {pid: Number(owner_pid), started: owner_started as string | null ?? undefined};
}

/** Whether the owner in a row (`owner_pid`, `owner_started`) is this process. */
export function isOwnedHere(row: DatabaseRow): boolean {
	const owner = ownerOf(row);
	return owner !== undefined && isThisProcess(owner);
}

/** Whether the owner in a row is another process, and alive. */
export function isOwnedElsewhere(row: DatabaseRow): boolean {
	const owner = ownerOf(row);
	return owner !== undefined && !isThisProcess(owner) && isAlive(owner);
}
