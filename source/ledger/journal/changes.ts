import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {Batch} from '../batches/batch.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation} from './operation.ts';
import {byOf, oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {foldedWords, hasAllWords} from './history.ts';

/** A change as history lists it, without secrets: one operation, or one bulk operation. Text from the service is unchanged: sanitise it before display. */
export type Change = About &
	Pick<Operation, 'id' | 'kind' | 'state' | 'startedAt' | 'newId' | 'detail' | 'by'> & {
		readonly oldId: string | undefined;
		readonly isUndo: boolean;
		/** Whether a later operation has undone it or is undoing it. */
		readonly isUndone: boolean;
		/** The bulk operation; all other values are those of one of its items. */
		readonly batch: Batch | undefined;
	};

type ChangesQuery = {
	/** A `profileKey`. */
	readonly profile: string;
	/** Words that a change must contain, all of them, ignoring case. */
	readonly search?: string | undefined;
	readonly limit: number;
};

/** Whether a later operation has undone an operation or is undoing it, in SQL. */
const undoneSql =
	"EXISTS (SELECT 1 FROM operations AS undo WHERE undo.undoes = operations.id AND undo.state NOT IN ('failed', 'rolled-back'))";

/** Creates the query for the changes made from this machine and by the team, newest first. Without a search it reads only as many operations as it returns. It may throw LedgerError. */
export function createChanges(database: Database, batchOf: (id: number) => Batch): (query: ChangesQuery) => Change[] {
	// The contents, which are ten times as long as the rest, are not read.
	const columns = `operations.id, operations.kind, state, operations.started_at, old_id, about, progress, batch, is_undo, operations.operator, operations.host, ${undoneSql} AS is_undone`;
	const newestFirst = 'ORDER BY operations.id DESC';
	const single = statementOf(
		database,
		`SELECT ${columns} FROM operations WHERE profile = ? AND batch IS NULL ${newestFirst}`,
	);
	// Any one of its items stands for a batch, and determines its place.
	const ofBatches = statementOf(
		database,
		`
		SELECT ${columns} FROM batches JOIN operations ON operations.id = (SELECT id FROM operations WHERE batch = batches.id LIMIT 1)
		WHERE batches.profile = ? AND is_whole = 1 ${newestFirst}
	`,
	);

	return ({profile, search = '', limit}) => {
		const words = foldedWords(search);
		const found = [single, ofBatches].flatMap(statement =>
			statement
				.iterate(hideSecrets(profile))
				.map(row => toChange(row, batchOf))
				.filter(change => hasAll(change, words))
				.take(limit)
				.toArray(),
		);
		return found.toSorted((a, b) => b.id - a.id).slice(0, limit);
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
		...byOf(row),
	};
}

function hasAll({batch, startedAt, isUndo, isUndone, by, ...shown}: Change, words: readonly string[]): boolean {
	return (
		words.length === 0 ||
		hasAllWords(
			[
				new Date(startedAt).toISOString(),
				...(batch === undefined ? [] : ['bulk']),
				...(isUndo ? ['undo'] : []),
				...(isUndone ? ['undone'] : []),
				...Object.values({...by, ...shown}),
			].join('\n'),
			words,
		)
	);
}
