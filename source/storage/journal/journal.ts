import {inTransaction, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {createBatchItems, type BatchItems} from '../batches/batch-items.ts';
import {createBatches, type Batches} from '../batches/batches.ts';
import {requireWritable, type WriteBlock} from '../ledger-error.ts';
import {createClaims, requireOpenRow, type Claims} from './claims.ts';
import {createHistory, type HistoryEntry, type HistoryQuery} from './history.ts';
import {finalStates, type Operation, type OperationState} from './operation.ts';
import {changedProgress, insertOperation, requireRow, toColumns, toOperation, type NewOperation, type OperationChange, type DatabaseRow} from './operation-row.ts';
import {thisProcess} from './owner.ts';
import {createRequests, type Requests} from './requests.ts';
import {createRefusal} from './refuse-second-change.ts';
import {undoableSql} from './undoable.ts';

/**
What was asked of the service and how far it has come. Every change is committed and synced to disk when its method returns. Every method may throw LedgerError, and then has changed nothing; where the ledger is not writable, those that acting safely depends on do.
*/
export type Journal = Claims & Requests & Batches & BatchItems & {
	/** A new operation of state `planned`, owned by this process. Throws where it would replace or delete what an unfinished operation is about. */
	readonly begin: (operation: NewOperation) => Operation;
	/** Takes an operation further; a final state ends it. Throws where it has ended, or another living process owns it. */
	readonly advance: (id: number, change: OperationChange) => Operation;
	/** Undefined: there is none of this id. */
	readonly get: (id: number) => Operation | undefined;
	/** What has not ended, oldest first, but for items of batches. `profile` is a `profileKey`. */
	readonly unfinished: (profile: string) => Operation[];
	/** The requests this machine sent, newest first. */
	readonly history: (query: HistoryQuery) => HistoryEntry[];
	/** The deletes of a profile that are done, last done first, without those that were restored or are being restored. */
	readonly deletions: (profile: string) => Operation[];
	/** The first of `deletions`; it may be an item of a batch. */
	readonly lastDeleted: (profile: string) => Operation | undefined;
	/** An operation, if it is one of `deletions`. */
	readonly deletion: (id: number) => Operation | undefined;
};

/**
The journal of a database.

@param database - Of the present schema.
@param now - Milliseconds since the epoch.
@param obstacle - Where there is one, nothing is begun or taken further.
*/
export function createJournal(database: Database, now: () => number, obstacle: WriteBlock): Journal {
	const insert = database.prepare(insertOperation);
	const update = database.prepare('UPDATE operations SET state = ?, progress = ?, ended_at = ? WHERE id = ?');
	const find = database.prepare('SELECT * FROM operations WHERE id = ?');
	const unfinished = database.prepare('SELECT * FROM operations WHERE profile = ? AND ended_at IS NULL AND batch IS NULL ORDER BY id');
	const deletions = database.prepare(`
		SELECT * FROM operations AS deletion WHERE profile = ? AND ${undoableSql} ORDER BY ended_at DESC, id DESC LIMIT ?
	`);
	const deletion = database.prepare(`SELECT * FROM operations AS deletion WHERE id = ? AND ${undoableSql}`);
	// What the file may not hold, for as long as the process runs.
	const whole = new Map<number, Pick<NewOperation, 'input' | 'snapshot'>>();
	const read = (row: DatabaseRow): Operation => {
		const operation = toOperation(row);
		const {isIncomplete, ...rest} = operation;
		return isIncomplete && whole.has(operation.id) ? {...rest, ...whole.get(operation.id)} : operation;
	};

	const refuseSecondChange = createRefusal(database);
	const deleted = (profile: string, limit: number) => deletions.all(hideSecrets(profile), limit).map(row => read(row));

	return {
		...createClaims(database, obstacle),
		...createRequests(database, now, obstacle),
		...createBatches(database, now, obstacle),
		...createBatchItems(database, now, obstacle),
		history: createHistory(database),
		begin: operation => inTransaction(database, () => {
			requireWritable(obstacle);
			refuseSecondChange(operation);
			const {pid, started} = thisProcess();
			const {lastInsertRowid} = insert.run(...toColumns(operation), now(), pid, started ?? null);
			const begun = toOperation(requireRow(database, Number(lastInsertRowid)));
			if (begun.isIncomplete) {
				whole.set(begun.id, {input: operation.input, snapshot: operation.snapshot});
			}

			return read(requireRow(database, begun.id));
		}),
		advance: (id, change) => inTransaction(database, () => {
			requireWritable(obstacle);
			const row = requireOpenRow(database, id);
			const progress = changedProgress(row, change);
			const state = change.state ?? row.state as OperationState;
			update.run(state, progress, finalStates.includes(state) ? now() : null, id);
			return read(requireRow(database, id));
		}),
		get(id) {
			const row = find.get(id);
			return row && read(row);
		},
		unfinished: profile => unfinished.all(hideSecrets(profile)).map(row => read(row)),
		deletions: profile => deleted(profile, -1),
		lastDeleted: profile => deleted(profile, 1)[0],
		deletion(id) {
			const row = deletion.get(id);
			return row && read(row);
		},
	};
}
