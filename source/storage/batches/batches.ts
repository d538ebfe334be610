import {inTransaction, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {isOwnedElsewhere, isOwnedHere} from '../journal/claims.ts';
import {LedgerError, requireWritable, type WriteBlock} from '../ledger-error.ts';
import {insertItem, toColumns, type DatabaseRow} from '../journal/operation-row.ts';
import {thisProcess} from '../journal/owner.ts';
import {createRefusal} from '../journal/refuse-second-change.ts';
import {undoableSql} from '../journal/undoable.ts';
import {openStates, toCounts, type Batch, type BatchKind, type NewItem} from './batch.ts';

/** Batches of operations. Of several processes only one acts on a batch: the one that owns it. Every method may throw LedgerError, and then has changed nothing. */
export type Batches = {
	/** A new batch, owned by this process. Nobody is told of it before it is whole. Returns its id. */
	readonly beginBatch: (profile: string, kind: BatchKind) => number;
	/** Writes down more items, in one transaction, so many at a time that nobody has to wait. Throws where an item would delete what is being changed, or bring back what is back. */
	readonly addItems: (batch: number, items: readonly NewItem[]) => void;
	/** All items are written down: only from now on may they be acted on, and is it known as unfinished. */
	readonly completeBatch: (batch: number) => void;
	/** Forgets a batch that is not whole, of which nothing was sent. */
	readonly forgetBatch: (batch: number) => void;
	readonly batch: (id: number) => Batch;
	/** Those with items that have not ended, oldest first, but for those that another living process owns. `profile` is a `profileKey`. */
	readonly unfinishedBatches: (profile: string) => Batch[];
	/** Takes a batch, unless another living process owns it. Whether it is owned by this process now; never where the ledger is not writable. */
	readonly claimBatch: (id: number) => boolean;
	/** Lets go of a batch, so that any process may take it. */
	readonly releaseBatch: (id: number) => void;
};

export function createBatches(database: Database, now: () => number, obstacle: WriteBlock): Batches {
	const insert = database.prepare('INSERT INTO batches (profile, kind, started_at, is_whole, owner_pid, owner_started) VALUES (?, ?, ?, 0, ?, ?)');
	const insertOne = database.prepare(insertItem);
	const complete = database.prepare('UPDATE batches SET is_whole = 1 WHERE id = ?');
	const own = database.prepare('UPDATE batches SET owner_pid = ?, owner_started = ? WHERE id = ?');
	const partial = database.prepare('SELECT * FROM batches WHERE is_whole = 0');
	const dropItems = database.prepare('DELETE FROM operations WHERE batch = ?');
	const drop = database.prepare('DELETE FROM batches WHERE id = ?');
	const count = database.prepare('SELECT state, count(*) AS count FROM operations WHERE batch = ? GROUP BY state');
	const undoable = database.prepare(`SELECT 1 FROM operations AS deletion WHERE id = ? AND ${undoableSql}`);
	const open = openStates.map(state => `'${state}'`).join(', ');
	const unfinished = database.prepare(`
		SELECT * FROM batches
		WHERE profile = ? AND is_whole = 1 AND EXISTS (SELECT 1 FROM operations WHERE batch = batches.id AND state IN (${open}))
		ORDER BY id
	`);
	const refuseSecondChange = createRefusal(database);

	const toBatch = (row: DatabaseRow): Batch => ({
		id: Number(row.id),
		profile: String(row.profile),
		kind: row.kind as BatchKind,
		startedAt: Number(row.started_at),
		counts: toCounts(count.all(Number(row.id))),
	});

	const forget = (id: number) => {
		dropItems.run(id);
		drop.run(id);
	};

	return {
		beginBatch: (profile, kind) => inTransaction(database, () => {
			requireWritable(obstacle);
			// A process that ended while it was writing down has sent nothing.
			const abandoned = partial.all().filter(row => !isOwnedElsewhere(row));
			for (const row of abandoned) {
				forget(Number(row.id));
			}

			const {pid, started} = thisProcess();
			return Number(insert.run(hideSecrets(profile), kind, now(), pid, started ?? null).lastInsertRowid);
		}),
		addItems(id, items) {
			inTransaction(database, () => {
				requireWritable(obstacle);
				const {profile, kind} = requirePartial(database, id);
				for (const {undoes, ...item} of items) {
					const operation = {...item, profile: String(profile), kind: kind as BatchKind};
					refuseSecondChange(operation);
					if (undoes !== undefined && undoable.get(undoes) === undefined) {
						throw new LedgerError('Some of it is back already, or on its way: look at the listing, then try again.');
					}

					insertOne.run(...toColumns(operation), now(), id);
				}
			});
		},
		completeBatch(id) {
			inTransaction(database, () => {
				requireWritable(obstacle);
				requirePartial(database, id);
				complete.run(id);
			});
		},
		forgetBatch(id) {
			inTransaction(database, () => {
				requirePartial(database, id);
				forget(id);
			});
		},
		batch: id => toBatch(requireBatch(database, id)),
		unfinishedBatches: profile => unfinished.all(hideSecrets(profile)).filter(row => !isOwnedElsewhere(row)).map(row => toBatch(row)),
		claimBatch: id => obstacle() === undefined && inTransaction(database, () => {
			const row = requireBatch(database, id);
			if (isOwnedElsewhere(row)) {
				return false;
			}

			const {pid, started} = thisProcess();
			own.run(pid, started ?? null, id);
			return true;
		}),
		releaseBatch(id) {
			inTransaction(database, () => {
				if (isOwnedHere(requireBatch(database, id))) {
					own.run(null, null, id);
				}
			});
		},
	};
}

function requireBatch(database: Database, id: number): DatabaseRow {
	const row = database.prepare('SELECT * FROM batches WHERE id = ?').get(id);
	if (row === undefined) {
		throw new LedgerError(`The ledger has no batch ${id}.`);
	}

	return row;
}

function requirePartial(database: Database, id: number): DatabaseRow {
	const row = requireOwnBatch(database, id);
	if (row.is_whole === 1) {
		throw new LedgerError(`Batch ${id} is written down already.`);
	}

	return row;
}

/**
The row of a batch on whose items this process may act; to be called in the transaction that acts.

@throws LedgerError when this process does not own it.
*/
export function requireOwnBatch(database: Database, id: number): DatabaseRow {
	const row = requireBatch(database, id);
	if (!isOwnedHere(row)) {
		throw new LedgerError(`Another chainbell is at work on batch ${id}.`);
	}

	return row;
}
