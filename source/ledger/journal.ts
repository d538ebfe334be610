import {inTransaction, type Database} from '../platform/sqlite.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {createClaims, requireOpenRow, type Claims} from './claims.ts';
import {createHistory, type HistoryEntry, type HistoryQuery} from './history.ts';
import {LedgerError, requireLasting, type Obstacle} from './ledger-error.ts';
import {finalStates, type Operation} from './operation.ts';
import {insertOperation, maskFor, requireRow, toColumns, toOperation, type NewOperation, type OperationChange, type Row} from './operation-row.ts';
import {thisProcess} from './owner.ts';
import {createRequests, type Requests} from './requests.ts';
import {fromStored, toStored} from './stored-json.ts';

/**
What was asked of the service and how far it has come. Every change is committed and synced to disk when its method returns. Every method may throw LedgerError, and then has changed nothing; where the ledger is not writable, those that acting safely depends on do.
*/
export type Journal = Claims & Requests & {
	/** A new operation of state `planned`, owned by this process. Throws where it would replace or delete what an unfinished operation is about. */
	readonly begin: (operation: NewOperation) => Operation;
	/** Takes an operation further; a final state ends it. Throws where it has ended, or another living process owns it. */
	readonly advance: (id: number, change: OperationChange) => Operation;
	/** Undefined: there is none of this id. */
	readonly get: (id: number) => Operation | undefined;
	/** What has not ended, oldest first. `profile` is a `profileKey`. */
	readonly unfinished: (profile: string) => Operation[];
	/** The requests this machine sent, newest first. */
	readonly history: (query: HistoryQuery) => HistoryEntry[];
	/** The deletes of a profile that are done, last done first, without those that were restored or are being restored. */
	readonly deletions: (profile: string) => Operation[];
	/** The first of `deletions`. */
	readonly lastDeleted: (profile: string) => Operation | undefined;
};

/**
The journal of a database.

@param database - Of the present schema.
@param now - Milliseconds since the epoch.
@param obstacle - Where there is one, nothing is begun or taken further.
*/
export function createJournal(database: Database, now: () => number, obstacle: Obstacle): Journal {
	const insert = database.prepare(insertOperation);
	const update = database.prepare('UPDATE operations SET state = ?, progress = ?, ended_at = ? WHERE id = ?');
	const find = database.prepare('SELECT * FROM operations WHERE id = ?');
	const unfinished = database.prepare('SELECT * FROM operations WHERE profile = ? AND ended_at IS NULL ORDER BY id');
	const deletions = database.prepare(`
		SELECT * FROM operations AS deletion
		WHERE profile = ? AND kind = 'delete' AND state = 'done' AND NOT EXISTS (
			SELECT 1 FROM operations AS later
			WHERE later.profile = deletion.profile AND later.kind = 'restore' AND later.old_id = deletion.old_id
				AND later.id > deletion.id AND later.state NOT IN ('failed', 'rolled-back')
		)
		ORDER BY ended_at DESC, id DESC LIMIT ?
	`);
	// What the file may not hold, for as long as the process runs.
	const whole = new Map<number, Pick<NewOperation, 'input' | 'old'>>();
	const read = (row: Row): Operation => {
		const operation = toOperation(row);
		const {isIncomplete, ...rest} = operation;
		return isIncomplete && whole.has(operation.id) ? {...rest, ...whole.get(operation.id)} : operation;
	};

	const deleted = (profile: string, limit: number) => deletions.all(hideSecrets(profile), limit).map(row => read(row));

	return {
		...createClaims(database, obstacle),
		...createRequests(database, now, obstacle),
		history: createHistory(database),
		begin: operation => inTransaction(database, () => {
			requireLasting(obstacle);
			refuseSecondChange(operation, unfinished.all(hideSecrets(operation.profile)).map(row => read(row)));
			const {pid, started} = thisProcess();
			const {lastInsertRowid} = insert.run(...toColumns(operation), now(), pid, started ?? null);
			const begun = toOperation(requireRow(database, Number(lastInsertRowid)));
			if (begun.isIncomplete) {
				whole.set(begun.id, {input: operation.input, old: operation.old});
			}

			return read(requireRow(database, begun.id));
		}),
		advance: (id, change) => inTransaction(database, () => {
			requireLasting(obstacle);
			const row = requireOpenRow(database, id);
			const before = read(row);
			const note = change.note === undefined ? undefined : maskFor(before, change.note);
			const progress = merge(row.progress, {newId: change.newId, knownIds: change.knownIds, note});
			const state = change.state ?? before.state;
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
	};
}

/** A notification that an unfinished operation is about is not replaced or deleted by another one: both would be left behind, or none. */
function refuseSecondChange({kind, old}: NewOperation, open: readonly Operation[]): void {
	const id = kind === 'replace' || kind === 'delete' ? old?.id : undefined;
	const first = open.find(other => id !== undefined && (other.newId === id || (other.kind !== 'restore' && other.old?.id === id)));
	if (first !== undefined) {
		throw new LedgerError(`${sanitise(id!)} is in the middle of another change that has not ended: H finishes that first, or rolls it back.`);
	}
}

/** The stored JSON of an object, with those members replaced that are given. */
function merge(json: unknown, changes: Record<string, unknown>): string {
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	return toStored({...fromStored<object>(json), ...Object.fromEntries(given)}).json;
}
