import {rewritableForm} from '../../domain/equivalence.ts';
import type {NotificationFields} from '../../domain/notification.ts';
import {inTransaction, statementOf, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createBatchItems, type BatchItems} from '../batches/batch-items.ts';
import {createBatches, type Batches} from '../batches/batches.ts';
import {LedgerError, requireWritable, type WriteBlock} from '../ledger-error.ts';
import {toStoredText} from '../stored-json.ts';
import {createChanges, type Change, type ChangesQuery} from './changes.ts';
import {createClaims, ownerColumns, requirePendingRow, type Claims} from './claims.ts';
import {createHistory, type HistoryEntry, type HistoryQuery} from './history.ts';
import type {Operation, RequestEntry} from './operation.ts';
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
import {createPendingChangeCheck, createPendingIds, type PendingOperation} from './pending-change.ts';
import {createRequests, toRequest, type Requests} from './requests.ts';

/**
The write-ahead journal of operations: what the service was asked to do, and the progress of each operation. When a method returns, its change is committed and synced to disk. Every method may throw LedgerError, and then has changed nothing. If the ledger is not writable, the methods that start or advance an operation throw.
*/
export type Journal = Claims & Requests & Batches & BatchItems & {
	/** Creates an operation in state `planned`, owned by this process. Throws if it would replace or delete a notification that has a pending operation, here or in another process, or undo a change that is already undone. */
	readonly begin: (operation: NewOperation) => Operation;
	/** Updates the progress of an operation; a final state ends it. Throws if it has ended, or another running process owns it. */
	readonly advance: (id: number, change: OperationChange) => Operation;
	/** Reads an operation; undefined if it does not exist. */
	readonly get: (id: number) => Operation | undefined;
	/** The operations that have not ended, oldest first, without items of batches. `profile` is a `profileKey`. */
	readonly unfinished: (profile: string) => Operation[];
	/** The IDs of the notifications that have a pending operation: they cannot be replaced or deleted. `profile` is a `profileKey`. */
	readonly pendingIds: (profile: string) => ReadonlyMap<string, PendingOperation>;
	/** The requests sent from this machine, newest first. */
	readonly history: (query: HistoryQuery) => HistoryEntry[];
	/** The changes made from this machine, newest first: operations and bulk operations. */
	readonly changes: (query: ChangesQuery) => Change[];
	/** The operation that has undone another one or is undoing it. */
	readonly undoOf: (id: number) => Operation | undefined;
	/** The most recently sent change of this machine and a profile that can be undone and that `isWanted` accepts; with `isUndo`, the most recent undo. It may be an item of a batch. */
	readonly lastUndoable: (profile: string, isWanted: (operation: Operation) => boolean, isUndo?: boolean) => Operation | undefined;
	/** The operation, if it can be undone: it had an effect, and no other operation has undone it or is undoing it. */
	readonly undoable: (id: number) => Operation | undefined;
	/** The later operation, an edit or a recreation, that ended and replaced the notification with this ID by one with another ID. */
	readonly successor: (profile: string, notificationId: string, after: number) => Operation | undefined;
	/** The last operation, an edit or a recreation, that ended and replaced another notification by the one with this ID. */
	readonly predecessor: (profile: string, notificationId: string) => Operation | undefined;
	/** Whether another operation of the profile created this notification, or an earlier one was to replace or delete it. If so, it is not the new notification of this operation. An ID whose notification, of another content, was deleted here can be used again. */
	readonly isOfAnother: (operation: Pick<Operation, 'id' | 'profile' | 'input'>, notificationId: string) => boolean;
	/** Whether the last earlier operation of the profile that had to do with this notification was to replace or delete it, and no later one created it. */
	readonly isOldOfEarlier: (operation: Pick<Operation, 'id' | 'profile'>, notificationId: string) => boolean;
	/** The last DELETE of the earlier operation that deleted this notification; undefined if another one has been created under its ID here since. `isConfirmationEnough`: whether that operation may be pending, if its DELETE was confirmed. */
	readonly deletionBefore: (operation: Pick<Operation, 'id' | 'profile'>, notificationId: string, isConfirmationEnough: boolean) => RequestEntry | undefined;
	/** Whether another operation of the profile counts this notification as the one that it created, although no response named it, or began before this operation and its batch: then the service may have given the ID again. */
	readonly isAdoptedByAnother: (operation: Pick<Operation, 'id' | 'profile' | 'batch'>, notificationId: string) => boolean;
	/** Whether the service returned this ID for a POST of another pending operation, of the same content. That response may be wrong. */
	readonly isNamedToAnother: (operation: Pick<Operation, 'id' | 'profile' | 'input'>, notificationId: string) => boolean;
	/** Whether an operation of the profile, pending or not, sent a DELETE of this notification. */
	readonly isDeletedHere: (profile: string, notificationId: string) => boolean;
	/** The last replacement of the same notification that was made on another machine than an operation, and whose new notification is known. */
	readonly colleagueOf: (operation: Pick<Operation, 'id' | 'profile' | 'snapshot'>) => Operation | undefined;
	/** The newest creations and edits of a profile that are done, and creations that the service has confirmed, without items of batches. */
	readonly lastSent: (profile: string, limit: number) => Operation[];
	/** The newest operation of a profile that is done and created this notification. */
	readonly creatorOf: (profile: string, notificationId: string) => Operation | undefined;
	/** The newest completed deletions of a profile that were made on this machine, with their last DELETE. */
	readonly recentDeletions: (profile: string, limit: number) => RequestEntry[];
	/** Whether a later operation of the profile created this notification. */
	readonly isCreatedLater: (operation: Pick<Operation, 'id' | 'profile'>, notificationId: string) => boolean;
	/** The newest operations of a profile, made on this machine, that have failed or were rolled back since a time, in milliseconds since the epoch, although a request may have taken effect; without those whose detail begins with a text. */
	readonly recentFailures: (profile: string, since: number, without: string) => Operation[];
	/** The operations of a profile that took effect and have ended, each with its last request, newest first, as long as their requests are recent. */
	readonly recentEnds: (profile: string, isRecent: (request: RequestEntry) => boolean) => readonly RecentEnd[];
	/** Changes how an operation has ended, because a later listing contradicts it. */
	readonly revise: (id: number, change: OperationChange) => void;
};

/** An operation that took effect and has ended, with its last request. */
export type RecentEnd = {readonly operation: Operation; readonly request: RequestEntry};

/**
Creates the journal stored in a database.

@param database - A database of the current schema version.
@param now - Milliseconds since the epoch.
@param writeBlock - No operation starts or advances while this returns a reason.
*/
export function createJournal(database: Database, now: () => number, writeBlock: WriteBlock): Journal {
	const insert = statementOf(database, insertOperation);
	const update = createUpdate(database, now);
	const find = statementOf(database, 'SELECT * FROM operations WHERE id = ?');
	// SQLite takes an index of all operations for as good as one of the few that are meant, so that these are named.
	const unfinished = statementOf(database, 'SELECT * FROM operations INDEXED BY unfinished_operations WHERE profile = ? AND ended_at IS NULL AND batch IS NULL ORDER BY id');
	// Uses the order of the requests, because clocks can be set back. CROSS JOIN keeps SQLite from sorting all of them.
	const lastUndoable = statementOf(database, `
		SELECT change.* FROM requests CROSS JOIN operations AS change ON change.id = requests.operation
		WHERE change.profile = ? AND change.is_undo = ? AND change.operator IS NULL AND ${undoableSql} ORDER BY requests.id DESC
	`);
	const successor = statementOf(database, `
		SELECT * FROM operations WHERE profile = ? AND old_id = ? AND id > ? AND kind <> 'delete' AND state = 'done' AND progress -> '$.newId' IS NOT NULL
		ORDER BY id DESC LIMIT 1
	`);
	const predecessor = statementOf(database, `
		SELECT * FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND old_id <> ?2 AND kind <> 'delete' AND state = 'done'
		ORDER BY id DESC LIMIT 1
	`);
	const ofLater = statementOf(database, 'SELECT 1 FROM operations WHERE profile = ? AND progress -> \'$.newId\' = ? AND id > ?');
	const lastEarlier = statementOf(database, `
		SELECT * FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND id < ?3
		UNION ALL SELECT * FROM operations WHERE profile = ?1 AND old_id = ?2 AND id < ?3 AND kind <> 'recreate'
		ORDER BY id DESC LIMIT 1
	`);
	const adoptedByAnother = statementOf(database, `
		SELECT 1 FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND id <> ?3
			AND ((id < ?3 AND NOT coalesce(batch = ?4, 0)) OR NOT EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'POST' AND target = ?2))
	`);
	const lastBefore = ({id, profile}: Pick<Operation, 'id' | 'profile'>, notificationId: string) => {
		const [account, notification] = [hideSecrets(profile), toStoredText(notificationId)];
		return ofLater.get(account, notification, id) === undefined ? lastEarlier.get(account, notification, id) : undefined;
	};

	const lastDelete = statementOf(database, 'SELECT * FROM requests WHERE operation = ? AND method = \'DELETE\' AND target = ? ORDER BY id DESC LIMIT 1');
	const namedToAnother = statementOf(database, `
		SELECT operations.* FROM requests CROSS JOIN operations ON operations.id = requests.operation
		WHERE requests.method = 'POST' AND requests.target = ?2 AND operations.profile = ?1 AND operations.id <> ?3
			AND operations.ended_at IS NULL AND operations.old_id IS NOT ?2
	`);
	const deletedHere = statementOf(database, `
		SELECT 1 FROM operations WHERE profile = ?1 AND old_id = ?2 AND kind IN ('delete', 'replace')
			AND EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'DELETE' AND target = ?2)
		UNION ALL SELECT 1 FROM operations WHERE profile = ?1 AND progress -> '$.newId' = ?2 AND state IN ('undoing', 'rolled-back')
	`);
	const colleagueOf = statementOf(database, `
		SELECT * FROM operations WHERE profile = ? AND old_id = ? AND kind = 'replace' AND progress -> '$.newId' <> old_id AND state IN ('created', 'deleting', 'done')
			AND operator || ' ' || host IS NOT (SELECT operator || ' ' || host FROM operations WHERE id = ?) ORDER BY id DESC LIMIT 1
	`);
	const recentDeletions = statementOf(database, `
		SELECT requests.* FROM requests CROSS JOIN operations ON operations.id = requests.operation
		WHERE requests.method = 'DELETE' AND operations.profile = ? AND operations.operator IS NULL AND operations.state = 'done' AND requests.target = operations.old_id
		ORDER BY requests.id DESC LIMIT ?
	`);
	const newestRequests = statementOf(database, `
		SELECT requests.* FROM requests CROSS JOIN operations ON operations.id = requests.operation
		WHERE operations.profile = ? AND operations.state IN ('done', 'rolled-back') ORDER BY requests.id DESC
	`);
	const lastSent = statementOf(database, `
		SELECT * FROM operations INDEXED BY sent_contents WHERE profile = ? AND batch IS NULL AND kind <> 'delete' AND (state = 'done'
			OR (state = 'creating' AND kind <> 'replace' AND EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND method = 'POST' AND outcome = 'ok')))
		ORDER BY id DESC LIMIT ?
	`);
	const creator = statementOf(database, 'SELECT * FROM operations WHERE profile = ? AND progress -> \'$.newId\' = ? AND state = \'done\' ORDER BY id DESC LIMIT 1');
	const recentFailures = statementOf(database, `
		SELECT * FROM operations WHERE profile = ? AND operator IS NULL AND state IN ('failed', 'rolled-back') AND ended_at >= ? AND NOT coalesce(progress ->> '$.note', '') LIKE ?
			AND EXISTS (SELECT 1 FROM requests WHERE operation = operations.id AND (outcome IN ('sent', 'ok', 'unknown') OR (method = 'DELETE' AND status = 404)))
		ORDER BY id DESC LIMIT 10000
	`);
	const undoable = statementOf(database, `SELECT * FROM operations AS change WHERE id = ? AND ${undoableSql}`);
	const undoOf = statementOf(database, 'SELECT * FROM operations WHERE undoes = ? AND state NOT IN (\'failed\', \'rolled-back\') ORDER BY id DESC LIMIT 1');
	const requireNoPendingChange = createPendingChangeCheck(database);
	const commit: Commit = work => inTransaction(database, () => {
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
		pendingIds: createPendingIds(database),
		history: createHistory(database),
		changes: createChanges(database, batches.batch),
		undoOf: id => readIfFound(undoOf.get(id)),
		begin(operation) {
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
		advance: (id, change) => commit(() => {
			update(requirePendingRow(database, id), change);
			return read(requireRow(database, 'operations', id));
		}),
		get: id => readIfFound(find.get(id)),
		unfinished: profile => unfinished.all(hideSecrets(profile)).map(row => read(row)),
		lastUndoable(profile, isWanted, isUndo = false) {
			const seen = new Set<number>();
			for (const row of lastUndoable.iterate(hideSecrets(profile), Number(isUndo))) {
				const operation = read(row);
				if (!seen.has(operation.id) && isWanted(operation)) {
					return operation;
				}

				// The same operation may occur again, because it can have several requests.
				seen.add(operation.id);
			}

			return undefined;
		},
		undoable: id => readIfFound(undoable.get(id)),
		successor: (profile, notificationId, after) => readIfFound(successor.get(hideSecrets(profile), toStoredText(notificationId), after)),
		predecessor: (profile, notificationId) => readIfFound(predecessor.get(hideSecrets(profile), toStoredText(notificationId))),
		isOfAnother({id, profile, input}, notificationId) {
			const [account, notification] = [hideSecrets(profile), toStoredText(notificationId)];
			if (ofLater.get(account, notification, id) !== undefined) {
				return true;
			}

			const row = lastEarlier.get(account, notification, id);
			return row !== undefined && !isFreed(toOperation(row), notificationId, input);
		},
		isOldOfEarlier(operation, notificationId) {
			const row = lastBefore(operation, notificationId);
			return row !== undefined && isOldOf(toOperation(row), notificationId);
		},
		deletionBefore(operation, notificationId, isConfirmationEnough) {
			const notification = toStoredText(notificationId);
			const row = lastBefore(operation, notificationId);
			const deletion = row && lastDelete.get(Number(row.id), notification);
			return deletion !== undefined && (isDeletedBy(toOperation(row!), notificationId) || (isConfirmationEnough && row!.ended_at === null && deletion.outcome === 'ok')) ? toRequest(deletion) : undefined;
		},
		isAdoptedByAnother: ({id, profile, batch = null}, notificationId) => adoptedByAnother.get(hideSecrets(profile), toStoredText(notificationId), id, batch) !== undefined,
		isNamedToAnother: ({id, profile, input}, notificationId) => namedToAnother.all(hideSecrets(profile), toStoredText(notificationId), id).some(row => isSameContent(toOperation(row).input, input)),
		isDeletedHere: (profile, notificationId) => deletedHere.get(hideSecrets(profile), toStoredText(notificationId)) !== undefined,
		colleagueOf: ({id, profile, snapshot}) => snapshot && readIfFound(colleagueOf.get(hideSecrets(profile), toStoredText(snapshot.id), id)),
		lastSent: (profile, limit) => lastSent.all(hideSecrets(profile), limit).map(row => toOperation(row)),
		creatorOf: (profile, notificationId) => readIfFound(creator.get(hideSecrets(profile), toStoredText(notificationId))),
		recentDeletions: (profile, limit) => recentDeletions.all(hideSecrets(profile), limit).map(row => toRequest(row)),
		isCreatedLater: ({id, profile}, notificationId) => ofLater.get(hideSecrets(profile), toStoredText(notificationId), id) !== undefined,
		recentFailures: (profile, since, without) => recentFailures.all(hideSecrets(profile), since, `${without}%`).map(row => read(row)),
		recentEnds(profile, isRecent) {
			const ended = new Map<number, RequestEntry>();
			for (const row of newestRequests.iterate(hideSecrets(profile))) {
				const request = toRequest(row);
				if (!isRecent(request)) {
					break;
				}

				ended.set(request.operation, ended.get(request.operation) ?? request);
			}

			return ended.entries().map(([id, request]) => ({operation: read(find.get(id)!), request})).toArray();
		},
		revise(id, change) {
			commit(() => {
				update(requireRow(database, 'operations', id), change);
			});
		},
	};
}

/** Whether the notification with this ID and content is another one than that of an operation: some services use the IDs of deleted ones again. */
function isFreed(operation: Operation, id: string, content: Operation['input']): boolean {
	const isOld = isOldOf(operation, id);
	// What says neither what the old notification said nor what replaces it was made by somebody else, or by a later operation.
	const isForeign = isOld && operation.newId !== id && (operation.input === undefined || isOther(operation.input, content));
	return (isForeign || isDeletedBy(operation, id)) && isOther(isOld ? operation.snapshot!.input : operation.input, content);
}

/** Whether two contents are known and differ, apart from what services rewrite. */
const isOther = (one: NotificationFields | undefined, other: NotificationFields | undefined): boolean => one !== undefined && other !== undefined && !isSameContent(one, other);

/** Whether two contents are known and the same, apart from what services rewrite. The database may have `[API key]` instead of the API key. */
const isSameContent = (one: NotificationFields | undefined, other: NotificationFields | undefined): boolean => (
	one !== undefined && other !== undefined && hideSecrets(rewritableForm(one)) === hideSecrets(rewritableForm(other))
);

const isOldOf = ({kind, snapshot}: Operation, id: string): boolean => snapshot?.id === id && kind !== 'recreate';

/** Whether an operation deleted a notification for good. */
function isDeletedBy(operation: Operation, id: string): boolean {
	const {state, newId} = operation;
	return isOldOf(operation, id) ? state === 'done' && newId !== id : state === 'rolled-back' && newId === id;
}
