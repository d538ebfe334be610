import {statementOf, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {Batch} from '../batches/batch.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation} from './operation.ts';
import {oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';

/** A change as history lists it, without secrets: one operation, or one bulk operation. Text from the service is unchanged: sanitise it before display. */
export type Change = About & Pick<Operation, 'id' | 'kind' | 'state' | 'startedAt' | 'newId' | 'detail'> & {
	readonly oldId: string | undefined;
	readonly isUndo: boolean;
	/** Whether a later operation has undone it or is undoing it. */
	readonly isUndone: boolean;
	/** The bulk operation; all other values are those of one of its items. */
	readonly batch: Batch | undefined;
};

export type ChangesQuery = {
	/** A `profileKey`. */
	readonly profile: string;
	/** Words that a change must contain, all of them, ignoring case. */
	readonly search?: string | undefined;
	readonly limit: number;
};

/** The maximum number of operations searched. */
const searchLimit = 20_000;

/** Creates the query for the changes made from this machine, newest first. Without a search it reads only as many operations as it returns. It may throw LedgerError. */
export function createChanges(database: Database, batchOf: (id: number) => Batch): (query: ChangesQuery) => Change[] {
	const undone = 'EXISTS (SELECT 1 FROM operations AS undo WHERE undo.undoes = operations.id AND undo.state NOT IN (\'failed\', \'rolled-back\')) AS is_undone';
	const singles = statementOf(database, `SELECT operations.*, ${undone} FROM operations WHERE profile = ? AND batch IS NULL ORDER BY id DESC LIMIT ?`);
	// Each batch is represented by any one of its items, whose ID determines its position.
	const batches = statementOf(database, `
		SELECT operations.*, ${undone} FROM batches JOIN operations ON operations.id = (SELECT id FROM operations WHERE batch = batches.id LIMIT 1)
		WHERE batches.profile = ? AND is_whole = 1 ORDER BY operations.id DESC LIMIT ?
	`);

	return ({profile, search = '', limit}) => {
		const words = search.toLowerCase().split(/\s+/v).filter(word => word !== '');
		const most = words.length === 0 ? limit : searchLimit;
		const account = hideSecrets(profile);
		const rows = [...singles.all(account, most), ...batches.all(account, most)].toSorted((a, b) => Number(b.id) - Number(a.id));
		return rows.values().map(row => toChange(row, batchOf)).filter(change => words.length === 0 || hasAll(change, words)).take(limit).toArray();
	};
}

function toChange(row: DatabaseRow, batchOf: (id: number) => Batch): Change {
	const {newId, detail} = progressOf(row);
	return {
		...fromStored<About>(row.about),
		id: Number(row.id),
		kind: row.kind as Operation['kind'],
		state: row.state as Operation['state'],
		startedAt: Number(row.started_at),
		oldId: oldIdOf(row),
		newId,
		detail,
		isUndo: row.is_undo === 1,
		isUndone: row.is_undone === 1,
		batch: row.batch === null ? undefined : batchOf(Number(row.batch)),
	};
}

function hasAll({batch, startedAt, ...shown}: Change, words: readonly string[]): boolean {
	const text = [new Date(startedAt).toISOString(), batch === undefined ? '' : 'bulk', ...Object.values(shown)].join('\n').toLowerCase();
	return words.every(word => text.includes(word));
}
