import {rewritableForm} from '../../notification/equivalence.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {LedgerError, PendingChangeError} from '../ledger-error.ts';
import {fromStoredText, toStoredText} from '../stored-json.ts';
import {busyText, holderOf, isOwnedHere, type Holder} from './claims.ts';
import type {Operation} from './operation.ts';
import {toOperation, type DatabaseRow, type NewOperation} from './operation-row.ts';

/** The columns of the process that works on an operation. The items of a batch belong to the owner of the batch. */
const owner =
	'coalesce(batches.owner_pid, operations.owner_pid) AS owner_pid, coalesce(batches.owner_started, operations.owner_started) AS owner_started, operations.holder, batches.is_whole';
const withBatch = 'operations LEFT JOIN batches ON batches.id = batch';
const openWithBatch = 'operations INDEXED BY open_operations LEFT JOIN batches ON batches.id = batch';

const ownerKey = ({owner_pid: pid, owner_started: started, holder}: DatabaseRow): string =>
	`${String(pid)} ${String(started)} ${String(holder)}`;

/** Whether a row is of a batch that was never completed, and whose process has ended: it never began. */
const isAbandoned = (row: DatabaseRow): boolean =>
	row.is_whole === 0 && !isOwnedHere(row) && holderOf(row) === undefined;

/** The pending operation of a notification. */
export type PendingOperation = {
	readonly operation: number;
	/** The batch that the operation is an item of; undefined if it is none. */
	readonly batch: number | undefined;
	/** The other process, or the colleague, that works on it; undefined if there is none. */
	readonly holder: Holder | undefined;
	/** Whether the operation has created the notification. Otherwise it is to replace or delete it. */
	readonly isNew: boolean;
};

/** Creates the query for the IDs of all notifications of a profile with a pending operation: those that the check below refuses. */
export function createPendingIds(database: Database): (profile: string) => ReadonlyMap<string, PendingOperation> {
	const pending = statementOf(
		database,
		`
		SELECT old_id AS notification, 0 AS is_new, operations.id, batch, ${owner} FROM ${openWithBatch} WHERE operations.profile = ?1 AND ended_at IS NULL AND old_id IS NOT NULL AND operations.kind IN ('delete', 'replace')
		UNION
		SELECT progress -> '$.newId' AS notification, 1 AS is_new, operations.id, batch, ${owner} FROM ${openWithBatch} WHERE operations.profile = ?1 AND ended_at IS NULL AND progress -> '$.newId' IS NOT NULL
		ORDER BY is_new DESC, operations.id
	`,
	);
	return profile => {
		const rows = pending.all(hideSecrets(profile)).filter(row => !isAbandoned(row));
		// A process is looked up once, not for each of its operations.
		const owners = new Map(rows.map(row => [ownerKey(row), row]));
		const holders = new Map([...owners].map(([key, row]) => [key, holderOf(row)]));
		// What is to be replaced or deleted comes last, and counts.
		return new Map(
			rows.map(row => [
				fromStoredText(row.notification)!,
				{
					operation: Number(row.id),
					batch: row.batch === null ? undefined : Number(row.batch),
					holder: holders.get(ownerKey(row)),
					isNew: row.is_new === 1,
				},
			]),
		);
	};
}

/**
Creates the check that new operations do not replace or delete a notification with a pending operation, or one that a pending operation may have created. Two operations on one notification could leave both versions, or none.

@returns A function that begins the check of new operations of a profile, in one transaction. The check throws PendingChangeError, or LedgerError if another running process works on the notification.
*/
export function createPendingChangeCheck(
	database: Database,
): (profile: string) => (operation: Pick<NewOperation, 'kind' | 'snapshot'>) => void {
	// Uses three queries, each with its own index. Only batches that replace or delete are checked: the pending items of a bulk create or recreate have no new ID yet.
	const pending = statementOf(
		database,
		`
		SELECT owner_pid, owner_started, holder, NULL AS is_whole FROM operations WHERE profile = ?1 AND ended_at IS NULL AND batch IS NULL
			AND (progress -> '$.newId' = ?2 OR (kind <> 'recreate' AND old_id = ?2))
		UNION ALL
		SELECT ${owner} FROM ${withBatch} WHERE operations.profile = ?1 AND ended_at IS NULL AND batch IS NOT NULL AND operations.kind IN ('delete', 'replace') AND old_id = ?2
		UNION ALL
		SELECT ${owner} FROM ${withBatch} WHERE operations.profile = ?1 AND progress -> '$.newId' = ?2 AND ended_at IS NULL AND batch IS NOT NULL
	`,
	);

	const creating = statementOf(
		database,
		"SELECT * FROM operations INDEXED BY open_operations WHERE profile = ? AND ended_at IS NULL AND state = 'creating'",
	);

	return plainProfile => {
		const profile = hideSecrets(plainProfile);
		let creations: ReadonlyMap<string, readonly Operation[]> | undefined;
		return ({kind, snapshot}) => {
			if ((kind !== 'replace' && kind !== 'delete') || snapshot === undefined) {
				return;
			}

			const {id, input} = snapshot;
			const found = pending.all(profile, toStoredText(id)).find(row => !isAbandoned(row));
			const holder = found && holderOf(found);
			if (holder !== undefined) {
				throw new LedgerError(busyText(holder, sanitise(id)));
			}

			creations ??= Map.groupBy(
				creating.all(profile).map(row => toOperation(row)),
				({input: sent}) => formOf(sent!),
			);
			if (found !== undefined || creations.get(formOf(input))?.some(({knownIds}) => !knownIds.includes(id)) === true) {
				throw new PendingChangeError(`${sanitise(id)} has a pending change: finish it or roll it back first.`);
			}
		};
	};
}

// The journal stores no API key: an input read back from it may contain `[API key]` instead.
const formOf = (fields: NotificationFields): string => hideSecrets(rewritableForm(fields));
