import {inTransaction, type Database} from '../../system/sqlite.ts';
import {requireOpenRow} from '../journal/claims.ts';
import {LedgerError, requireWritable, type WriteBlock} from '../ledger-error.ts';
import {finalStates, type Operation, type OperationState} from '../journal/operation.ts';
import {changedProgress, oldIdOf, toOperation, type OperationChange, type DatabaseRow} from '../journal/operation-row.ts';
import {createRequestRows, type RequestAnswer, type SentRequest} from '../journal/requests.ts';
import {toStored} from '../stored-json.ts';
import {undoableSql} from '../journal/undoable.ts';
import {requireOwnBatch} from './batches.ts';

/** Part of a long list: what comes after an id, oldest first. */
export type PageRequest = {
	/** 0 for the first page. */
	readonly after: number;
	readonly limit: number;
};

export type ItemChange = OperationChange & {readonly id: number};

/** The items of batches that this process owns. Every method may throw LedgerError, and then has changed nothing; each is one transaction, since each waits for the disk. */
export type BatchItems = {
	/** Takes a planned item on to `creating` or `deleting`, and notes down the request, on disk when it returns: only then may the request be sent. Returns the request's id. */
	readonly itemSent: (item: number, request: SentRequest) => number;
	/** Notes down what became of a request, and takes its item further; also back to `planned`, where nothing was executed. */
	readonly itemAnswered: (request: number, answer: RequestAnswer, change: OperationChange) => void;
	/** Takes items further. */
	readonly changeItems: (changes: readonly ItemChange[]) => void;
	/** Opens what has failed again: as planned, or as unclear where its last request may have taken effect after all. */
	readonly reopenFailed: (batch: number) => void;
	/** Ends what is planned, as rolled back: nothing was sent of it. */
	readonly leavePlanned: (batch: number, detail: string) => void;
	/** The items in a state. */
	readonly itemsIn: (batch: number, state: OperationState, page: PageRequest) => Operation[];
	/** The ids of the notifications that items in a state are about. */
	readonly oldIdsIn: (batch: number, state: OperationState) => string[];
	/** What has failed or is unclear, oldest first, from a place in that list on. */
	readonly unresolvedItems: (batch: number, from: number, limit: number) => Operation[];
	/** The done items of a deleting batch that were not restored since, nor are being restored. */
	readonly undoableItems: (batch: number, page: PageRequest) => Operation[];
};

export function createBatchItems(database: Database, now: () => number, obstacle: WriteBlock): BatchItems {
	const requests = createRequestRows(database, now);
	const update = database.prepare('UPDATE operations SET state = ?, progress = ?, ended_at = ? WHERE id = ?');
	const inState = database.prepare('SELECT * FROM operations WHERE batch = ? AND state = ? AND id > ? ORDER BY id LIMIT ?');
	const oldIds = database.prepare('SELECT old_id FROM operations WHERE batch = ? AND state = ?');
	const troubles = database.prepare(`
		SELECT * FROM operations WHERE batch = ? AND state IN ('failed', 'creating', 'deleting') ORDER BY id LIMIT ? OFFSET ?
	`);
	const undoable = database.prepare(`SELECT * FROM operations AS deletion WHERE batch = ? AND id > ? AND ${undoableSql} ORDER BY id LIMIT ?`);
	const reopen = database.prepare(`
		UPDATE operations SET ended_at = NULL, state = CASE (SELECT outcome FROM requests WHERE operation = operations.id ORDER BY id DESC LIMIT 1)
			WHEN 'unknown' THEN CASE kind WHEN 'delete' THEN 'deleting' ELSE 'creating' END ELSE 'planned' END
		WHERE batch = ? AND state = 'failed'
	`);

	const leave = database.prepare(`
		UPDATE operations SET state = 'rolled-back', ended_at = ?, progress = json_set(progress, '$.note', json(?)) WHERE batch = ? AND state = 'planned'
	`);

	const requireItem = (id: number): DatabaseRow => {
		const row = requireOpenRow(database, id);
		if (row.batch === null) {
			throw new LedgerError(`Operation ${id} is no item of a batch.`);
		}

		if (requireOwnBatch(database, Number(row.batch)).is_whole !== 1) {
			throw new LedgerError(`Batch ${Number(row.batch)} is not written down yet.`);
		}

		return row;
	};

	const change = (id: number, {state, ...rest}: OperationChange) => {
		const row = requireItem(id);
		const next = state ?? row.state as OperationState;
		update.run(next, changedProgress(row, rest), finalStates.includes(next) ? now() : null, id);
	};

	return {
		itemSent: (item, request) => inTransaction(database, () => {
			requireWritable(obstacle);
			change(item, {state: request.method === 'POST' ? 'creating' : 'deleting', detail: ''});
			return requests.sent(item, request);
		}),
		itemAnswered(request, answer, changes) {
			inTransaction(database, () => {
				change(requests.answered(request, answer), changes);
			});
		},
		changeItems(changes) {
			inTransaction(database, () => {
				requireWritable(obstacle);
				for (const {id, ...rest} of changes) {
					change(id, rest);
				}
			});
		},
		reopenFailed(batch) {
			inTransaction(database, () => {
				requireWritable(obstacle);
				requireOwnBatch(database, batch);
				reopen.run(batch);
			});
		},
		leavePlanned(batch, detail) {
			inTransaction(database, () => {
				requireWritable(obstacle);
				requireOwnBatch(database, batch);
				leave.run(now(), toStored(detail).json, batch);
			});
		},
		itemsIn: (batch, state, {after, limit}) => inState.all(batch, state, after, limit).map(row => toOperation(row)),
		oldIdsIn: (batch, state) => oldIds.all(batch, state).map(row => oldIdOf(row)!),
		unresolvedItems: (batch, from, limit) => troubles.all(batch, limit, from).map(row => toOperation(row)),
		undoableItems: (batch, {after, limit}) => undoable.all(batch, after, limit).map(row => toOperation(row)),
	};
}
