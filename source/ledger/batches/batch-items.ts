import type {OperationKind} from '../../notification/operation-texts.ts';
import {type MemberPath, withoutMembers} from '../../notification/undocumented.ts';
import {inTransaction, statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {requirePendingRow} from '../journal/claims.ts';
import {
	createUpdate,
	undoableSql,
	oldIdOf,
	toOperation,
	toStoredBody,
	type Commit,
	type DatabaseRow,
	type OperationChange,
} from '../journal/operation-row.ts';
import type {Operation, OperationState} from '../journal/operation.ts';
import {createRequestRows, type RequestAnswer, type SentRequest} from '../journal/requests.ts';
import {LedgerError} from '../ledger-error.ts';
import {fromStoredText, toStored, toStoredText} from '../stored-json.ts';
import {requireOwnBatch} from './batches.ts';

/** One page of a long list, in the order of IDs. */
export type PageRequest = {
	/** The last ID of the previous page; 0 for the first page. */
	readonly after: number;
	readonly limit: number;
};

export type ItemChange = OperationChange & {readonly id: number};

/** The items of the batches that this process owns. Every method may throw LedgerError, and then has changed nothing. Every write is one transaction, because each commit waits for the disk. */
export function createBatchItems(database: Database, now: () => number, commit: Commit) {
	const sql = (text: string) => statementOf(database, text);
	const requests = createRequestRows(database, now);
	const update = createUpdate(database, now);
	const allIds = sql('SELECT id FROM operations WHERE batch = ? ORDER BY id');
	const changedIds = sql(
		"SELECT kind, old_id, progress -> '$.newId' AS new_id FROM operations WHERE batch = ? AND state = 'done' ORDER BY id",
	);
	// Whether an item has a request that may have taken effect: its outcome must be determined, while a rejected request can be sent again.
	const sentSql =
		"EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND outcome IN ('sent', 'ok', 'unknown'))";
	const sentState = "CASE kind WHEN 'delete' THEN 'deleting' ELSE 'creating' END";

	const changeItem = (id: number, change: OperationChange | ((row: DatabaseRow) => OperationChange)) => {
		const row = requirePendingRow(database, id);
		if (row.batch !== null && requireOwnBatch(database, Number(row.batch)).is_whole !== 1) {
			throw new LedgerError(`Bulk operation ${Number(row.batch)} does not have all its items yet.`);
		}

		update(row, typeof change === 'function' ? change(row) : change);
	};

	return {
		/** Advances an item to a state (by default `creating` for a POST and `deleting` for a DELETE) and records its request. When this returns, both are on disk and the request may be sent. `detail`: what stays to be said of it; by default nothing. Returns the ID of the request. */
		itemSent: (
			item: number,
			request: SentRequest,
			state: OperationState = request.method === 'POST' ? 'creating' : 'deleting',
			detail?: string,
		) =>
			commit(() => {
				changeItem(item, row => ({state, detail: detail ?? (toOperation(row).detail === undefined ? undefined : '')}));
				return requests.insert(item, request);
			}),
		/** Records the outcome of a request and advances its item, or returns the item to its previous state if the request was not executed. */
		itemAnswered(request: number, answer: RequestAnswer, change: OperationChange) {
			inTransaction(database, () => {
				changeItem(requests.update(request, answer), change);
			});
		},
		changeItems(changes: readonly ItemChange[]) {
			commit(() => {
				for (const {id, ...change} of changes) {
					changeItem(id, change);
				}
			});
		},
		/** Reopens the failed items, some of them without the members that the service refused. An item becomes `creating` or `deleting` if the outcome of its last request is unknown, and `planned` otherwise. */
		reopenFailed(batch: number, without: ReadonlyMap<number, readonly MemberPath[]> = new Map()) {
			commit(() => {
				requireOwnBatch(database, batch);
				for (const [id, paths] of without) {
					const operation = toOperation(
						sql("SELECT * FROM operations WHERE id = ? AND batch = ? AND state = 'failed'").get(id, batch)!,
					);
					sql('UPDATE operations SET body = ? WHERE id = ?').run(
						toStoredBody({...operation, input: withoutMembers(operation.input!, paths)}).json,
						id,
					);
				}

				sql(
					`UPDATE operations SET ended_at = NULL, state = CASE WHEN ${sentSql} THEN ${sentState} ELSE 'planned' END WHERE batch = ? AND state = 'failed'`,
				).run(batch);
			});
		},
		/** Ends the planned items as rolled back with a detail by their kind, since nothing was sent for them. Items for which a request was sent earlier become `creating` or `deleting` again. */
		leavePlanned(batch: number, details: Readonly<Record<OperationKind, string>>) {
			commit(() => {
				requireOwnBatch(database, batch);
				sql(`UPDATE operations SET state = ${sentState} WHERE batch = ? AND state = 'planned' AND ${sentSql}`).run(
					batch,
				);
				for (const [kind, detail] of Object.entries(details)) {
					sql(
						"UPDATE operations SET state = 'rolled-back', ended_at = ?, progress = json_set(json_remove(progress, '$.issues'), '$.note', json(?)) WHERE batch = ? AND kind = ? AND state = 'planned'",
					).run(now(), toStored(detail).json, batch, kind);
				}
			});
		},
		/** The numbers of all items, oldest first. */
		itemIds: (batch: number) =>
			allIds
				.all(batch)
				.map(({id}) => Number(id))
				.toSorted((a, b) => a - b),
		itemsIn: (batch: number, state: OperationState, {after, limit}: PageRequest) =>
			sql('SELECT * FROM operations WHERE batch = ? AND state = ? AND id > ? ORDER BY id LIMIT ?')
				.all(batch, state, after, limit)
				.map(row => toOperation(row)),
		/** The planned items that delete a notification, or those that create one. */
		plannedIn: (batch: number, method: 'POST' | 'DELETE', {after, limit}: PageRequest) =>
			sql(
				"SELECT * FROM operations WHERE batch = ? AND state = 'planned' AND (kind = 'delete') = ? AND id > ? ORDER BY id LIMIT ?",
			)
				.all(batch, Number(method === 'DELETE'), after, limit)
				.map(row => toOperation(row)),
		/** Whether an item that creates or replaces is neither done nor skipped. */
		missesCreations: (batch: number) =>
			sql(
				"SELECT 1 FROM operations WHERE batch = ? AND kind <> 'delete' AND state NOT IN ('done', 'rolled-back') LIMIT 1",
			).get(batch) !== undefined,
		/** The notifications that the completed items have deleted and created. */
		changedIdsIn(batch: number) {
			const rows = changedIds
				.all(batch)
				.map(row => ({kind: row.kind, oldId: oldIdOf(row), newId: fromStoredText(row.new_id)}));
			return {
				gone: rows
					.filter(({kind, oldId, newId}) => kind !== 'recreate' && oldId !== newId)
					.map(({oldId}) => oldId)
					.filter(id => id !== undefined),
				created: rows.map(({newId}) => newId).filter(id => id !== undefined),
			};
		},
		/** The items of pending batches that may still create a notification. `profile` is a `profileKey`. */
		pendingCreations: (profile: string) =>
			sql(`
		SELECT operations.* FROM operations INDEXED BY open_operations JOIN batches ON batches.id = batch
		WHERE operations.profile = ? AND ended_at IS NULL AND batch IS NOT NULL AND operations.kind <> 'delete' AND state IN ('planned', 'creating') AND is_whole = 1
	`)
				.all(hideSecrets(profile))
				.map(row => toOperation(row)),
		/** Another item of the batch of an operation that created this notification; undefined if there is none. */
		otherItemOf({id, profile, batch}: Pick<Operation, 'id' | 'profile' | 'batch'>, notificationId: string) {
			const row =
				batch === undefined
					? undefined
					: sql(
							"SELECT * FROM operations WHERE profile = ? AND progress -> '$.newId' = ? AND batch = ? AND id <> ?",
						).get(hideSecrets(profile), toStoredText(notificationId), batch, id);
			return row && toOperation(row);
		},
		/** The IDs of the old notifications of the items in a state. */
		oldIdsIn: (batch: number, state: OperationState) =>
			sql('SELECT old_id FROM operations WHERE batch = ? AND state = ?')
				.all(batch, state)
				.map(row => oldIdOf(row)!),
		/** The items that failed, are half done or have an unknown outcome, oldest first, starting at an index. */
		unresolvedItems: (batch: number, from: number, limit: number) =>
			sql(
				"SELECT * FROM operations WHERE batch = ? AND state IN ('failed', 'creating', 'created', 'deleting', 'undoing') ORDER BY id LIMIT ? OFFSET ?",
			)
				.all(batch, limit, from)
				.map(row => toOperation(row)),
		/** The items that are half done or have an unknown outcome, oldest first. */
		openItems: (batch: number, {after, limit}: PageRequest) =>
			sql(
				"SELECT * FROM operations WHERE batch = ? AND state IN ('creating', 'created', 'deleting', 'undoing') AND id > ? ORDER BY id LIMIT ?",
			)
				.all(batch, after, limit)
				.map(row => toOperation(row)),
		/** The items that can be undone: no later operation has undone them or is undoing them. */
		undoableItems: (batch: number, {after, limit}: PageRequest) =>
			sql(`SELECT * FROM operations AS change WHERE batch = ? AND id > ? AND ${undoableSql} ORDER BY id LIMIT ?`)
				.all(batch, after, limit)
				.map(row => toOperation(row)),
	};
}
