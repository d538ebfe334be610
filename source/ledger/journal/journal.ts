import {inTransaction, statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createBatchItems} from '../batches/batch-items.ts';
import {createBatches} from '../batches/batches.ts';
import {LedgerError, requireWritable, type WriteBlock} from '../ledger-error.ts';
import {createChanges} from './changes.ts';
import {createClaims, ownerColumns, requirePendingRow} from './claims.ts';
import {createHistory} from './history.ts';
import {createIdHistory} from './id-history.ts';
import type {Operation} from './operation.ts';
import {
	createUpdate,
	insertOperation,
	undoableSql,
	requireRow,
	toColumns,
	toOperation,
	type Commit,
	type DatabaseRow,
	type NewOperation,
	type OperationChange,
} from './operation-row.ts';
import {createPendingChangeCheck, createPendingIds} from './pending-change.ts';
import {createRecentChanges} from './recent-changes.ts';
import {createRequests} from './requests.ts';

/**
The write-ahead journal of operations: what the service was asked to do, and the progress of each operation. When a method returns, its change is committed and synced to disk. Every method may throw LedgerError, and then has changed nothing. If the ledger is not writable, the methods that start or advance an operation throw.
*/
export type Journal = ReturnType<typeof createJournal>;

/**
Creates the journal stored in a database.

@param database - A database of the current schema version.
@param now - Milliseconds since the epoch.
@param writeBlock - No operation starts or advances while this returns a reason.
*/
export function createJournal(database: Database, now: () => number, writeBlock: WriteBlock) {
	const sql = (text: string) => statementOf(database, text);
	const insert = sql(insertOperation);
	const update = createUpdate(database, now);
	const undoable = sql(`SELECT * FROM operations AS change WHERE id = ? AND ${undoableSql}`);
	const requireNoPendingChange = createPendingChangeCheck(database);
	const commit: Commit = work =>
		inTransaction(database, () => {
			requireWritable(writeBlock);
			return work();
		});

	// The original contents of operations that are stored redacted. Only this process can still send them.
	const unredacted = new Map<number, Pick<NewOperation, 'input' | 'snapshot'>>();
	const read = (row: DatabaseRow): Operation => {
		const operation = toOperation(row);
		const {isRedacted, ...rest} = operation;
		return isRedacted && unredacted.has(operation.id) ? {...rest, ...unredacted.get(operation.id)} : operation;
	};

	const batches = createBatches(database, now, commit, writeBlock);
	const readIfFound = (row: DatabaseRow | undefined) => row && read(row);

	return {
		...createClaims(database, writeBlock),
		...createRequests(database, now, commit),
		...batches,
		...createBatchItems(database, now, commit),
		...createIdHistory(database, read),
		...createRecentChanges(database, read),
		/** The IDs of the notifications that have a pending operation: they cannot be replaced or deleted. `profile` is a `profileKey`. */
		pendingIds: createPendingIds(database),
		/** The requests sent from this machine, newest first. */
		history: createHistory(database),
		/** The changes made from this machine, newest first: operations and bulk operations. */
		changes: createChanges(database, batches.batch),
		/** The operation that has undone another one or is undoing it. */
		undoOf: (id: number) =>
			readIfFound(
				sql(
					"SELECT * FROM operations WHERE undoes = ? AND state NOT IN ('failed', 'rolled-back') ORDER BY id DESC LIMIT 1",
				).get(id),
			),
		/** Creates an operation in state `planned`, owned by this process. Throws if it would replace or delete a notification that has a pending operation, here or in another process, or undo a change that is already undone. */
		begin(operation: NewOperation) {
			const row = commit(() => {
				requireNoPendingChange(operation.profile)(operation);
				if (operation.undoes !== undefined && undoable.get(operation.undoes) === undefined) {
					throw new LedgerError('It is undone already, or is being undone.');
				}

				const {lastInsertRowid} = insert.run(...toColumns(operation), now(), ...ownerColumns());
				return requireRow(database, 'operations', Number(lastInsertRowid));
			});
			const {id, isRedacted} = toOperation(row);
			if (isRedacted) {
				unredacted.set(id, {input: operation.input, snapshot: operation.snapshot});
			}

			return read(row);
		},
		/** Updates the progress of an operation; a final state ends it. Throws if it has ended, or another running process owns it. */
		advance: (id: number, change: OperationChange) =>
			commit(() => {
				update(requirePendingRow(database, id), change);
				return read(requireRow(database, 'operations', id));
			}),
		/** Reads an operation; undefined if it does not exist. */
		get: (id: number) => readIfFound(sql('SELECT * FROM operations WHERE id = ?').get(id)),
		/** The operations that have not ended, oldest first, without items of batches. `profile` is a `profileKey`. */
		// SQLite takes an index of all operations for as good as one of the few that are meant, so that these are named.
		unfinished: (profile: string) =>
			sql(
				'SELECT * FROM operations INDEXED BY unfinished_operations WHERE profile = ? AND ended_at IS NULL AND batch IS NULL ORDER BY id',
			)
				.all(hideSecrets(profile))
				.map(row => read(row)),
		/** The most recently sent change of this machine and a profile that can be undone and that `isWanted` accepts; with `isUndo`, the most recent undo. It may be an item of a batch. */
		lastUndoable(profile: string, isWanted: (operation: Operation) => boolean, isUndo: boolean = false) {
			const seen = new Set<number>();
			// Uses the order of the requests, because clocks can be set back. CROSS JOIN keeps SQLite from sorting all of them.
			for (const row of sql(`
		SELECT change.* FROM requests CROSS JOIN operations AS change ON change.id = requests.operation
		WHERE change.profile = ? AND change.is_undo = ? AND change.operator IS NULL AND ${undoableSql} ORDER BY requests.id DESC
	`).iterate(hideSecrets(profile), Number(isUndo))) {
				const operation = read(row);
				if (!seen.has(operation.id) && isWanted(operation)) {
					return operation;
				}

				// The same operation may occur again, because it can have several requests.
				seen.add(operation.id);
			}

			return undefined;
		},
		/** The operation, if it can be undone: it had an effect, and no other operation has undone it or is undoing it. */
		undoable: (id: number) => readIfFound(undoable.get(id)),
		/** Changes how an operation has ended, because a later listing contradicts it. */
		revise(id: number, change: OperationChange) {
			commit(() => {
				update(requireRow(database, 'operations', id), change);
			});
		},
	};
}
