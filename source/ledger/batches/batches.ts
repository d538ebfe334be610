import type {BatchKind} from '../../notification/operation-texts.ts';
import {inTransaction, statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createRowClaims, isOwnedElsewhere, isOwnedHere, ownerColumns} from '../journal/claims.ts';
import {LedgerError, type WriteBlock} from '../ledger-error.ts';
import type {OperationState} from '../journal/operation.ts';
import {
	byOf,
	insertItem,
	undoableSql,
	requireRow,
	toColumns,
	type Commit,
	type DatabaseRow,
} from '../journal/operation-row.ts';
import {createPendingChangeCheck} from '../journal/pending-change.ts';
import type {Batch, BatchCounts, NewItem} from './batch.ts';

/** An SQL list of the states of an item that has not ended. */
const openStates = "'planned', 'creating', 'created', 'deleting', 'undoing'";

/**
The batches of operations. Only the process that owns a batch acts on its items. Every method may throw LedgerError, and then has changed nothing.

A batch is prepared (`beginBatch`, `addItems`) and then completed. Only then can its items be sent, and it counts as pending. If its process ends earlier, the batch is deleted: nothing was sent.
*/
export function createBatches(database: Database, now: () => number, commit: Commit, writeBlock: WriteBlock) {
	const sql = (text: string) => statementOf(database, text);
	const insert = sql(insertItem);
	const incomplete = sql('SELECT * FROM batches WHERE is_whole = 0');
	const unfinished = sql(`
		SELECT * FROM batches
		WHERE profile = ? AND is_whole = 1 AND EXISTS (SELECT 1 FROM operations WHERE batch = batches.id AND state IN (${openStates}))
		ORDER BY id
	`);
	const requireNoPendingChange = createPendingChangeCheck(database);
	const {claim, release} = createRowClaims(database, 'batches', writeBlock);

	const toBatch = (row: DatabaseRow): Batch => ({
		id: Number(row.id),
		profile: String(row.profile),
		kind: row.kind as BatchKind,
		startedAt: Number(row.started_at),
		counts: toCounts(
			sql('SELECT state, count(*) AS count FROM operations WHERE batch = ? GROUP BY state').all(Number(row.id)),
		),
		keeps: typeof row.keeps === 'string' ? (JSON.parse(row.keeps) as string[]) : [],
		...byOf(row),
	});

	const requireIncompleteBatch = (id: number): DatabaseRow => {
		const row = requireOwnBatch(database, id);
		if (row.is_whole === 1) {
			throw new LedgerError(`Bulk operation ${id} already has all its items.`);
		}

		return row;
	};

	const forget = (id: number) => {
		sql('DELETE FROM operations WHERE batch = ?').run(id);
		sql('DELETE FROM batches WHERE id = ?').run(id);
	};

	const forgetIncomplete = (isAbandoned: (row: DatabaseRow) => boolean) => {
		for (const row of incomplete.all().filter(each => isAbandoned(each))) {
			forget(Number(row.id));
		}
	};

	return {
		/** Creates a batch without items, owned by this process. Returns its ID. `keeps`: see `Batch`. */
		beginBatch: (profile: string, keeps: readonly string[] = []) =>
			commit(() => {
				forgetIncomplete(row => !isOwnedElsewhere(row));
				return Number(
					sql(
						"INSERT INTO batches (profile, kind, started_at, is_whole, keeps, owner_pid, owner_started) VALUES (?, 'mixed', ?, 0, ?, ?, ?)",
					).run(hideSecrets(profile), now(), keeps.length === 0 ? null : JSON.stringify(keeps), ...ownerColumns())
						.lastInsertRowid,
				);
			}),
		/** Adds items in one transaction; call it several times for a long list, so that no call takes long. Throws if an item would replace or delete a notification with a pending operation, or undo a change that is already undone. */
		addItems(id: number, items: readonly NewItem[]) {
			commit(() => {
				const {profile} = requireIncompleteBatch(id);
				const requireFree = requireNoPendingChange(String(profile));
				for (const item of items) {
					const operation = {...item, profile: String(profile)};
					requireFree(operation);
					if (
						operation.undoes !== undefined &&
						sql(`SELECT 1 FROM operations AS change WHERE id = ? AND ${undoableSql}`).get(operation.undoes) ===
							undefined
					) {
						throw new LedgerError(
							'Some of these changes are undone already, or are being undone. Refresh the list, then try again.',
						);
					}

					insert.run(...toColumns(operation), now(), id);
				}
			});
		},
		/** Records that the batch has all its items. */
		completeBatch(id: number) {
			commit(() => {
				requireIncompleteBatch(id);
				sql(
					"UPDATE batches SET is_whole = 1, kind = (SELECT CASE WHEN min(kind) = max(kind) THEN min(kind) ELSE 'mixed' END FROM operations WHERE batch = batches.id) WHERE id = ?",
				).run(id);
			});
		},
		/** Deletes a batch that is incomplete. */
		forgetBatch(id: number) {
			inTransaction(database, () => {
				requireIncompleteBatch(id);
				forget(id);
			});
		},
		/** Deletes the incomplete batches whose process has ended. */
		forgetAbandoned() {
			if (incomplete.get() !== undefined) {
				commit(() => {
					forgetIncomplete(row => !isOwnedElsewhere(row) && !isOwnedHere(row));
				});
			}
		},
		batch: (id: number) => toBatch(requireRow(database, 'batches', id)),
		/** The complete batches with items that have not ended, oldest first, except those owned by another running process. `profile` is a `profileKey`. */
		unfinishedBatches: (profile: string) =>
			unfinished
				.all(hideSecrets(profile))
				.filter(row => !isOwnedElsewhere(row))
				.map(row => toBatch(row)),
		/** Makes this process the owner of a batch, unless another running process owns it. Returns whether it is the owner now; always false if the ledger is not writable. */
		claimBatch: claim,
		/** Releases a batch, so that any process may claim it. */
		releaseBatch: release,
	};
}

/** Creates the counts from rows of `state` and `count`. */
function toCounts(rows: readonly DatabaseRow[]): BatchCounts {
	const counts = new Map(rows.map(row => [row.state as OperationState, Number(row.count)]));
	const of = (state: OperationState) => counts.get(state) ?? 0;
	return {
		planned: of('planned'),
		created: of('created'),
		unknown: of('creating') + of('deleting') + of('undoing'),
		done: of('done'),
		failed: of('failed'),
		skipped: of('rolled-back'),
	};
}

/**
Reads the row of a batch on whose items this process may act. Call it in the transaction that changes them.

@throws LedgerError when this process does not own it.
*/
export function requireOwnBatch(database: Database, id: number): DatabaseRow {
	const row = requireRow(database, 'batches', id);
	if (!isOwnedHere(row)) {
		throw new LedgerError(`Another chainbell is working on bulk operation ${id}. Try again when it has finished.`);
	}

	return row;
}
