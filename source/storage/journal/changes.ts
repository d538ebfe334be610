import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import type {Batch} from '../batches/batch.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation} from './operation.ts';
import {byOf, oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {conditionOfWords, hasAllWords, operationTextSql, foldedWords} from './word-search.ts';

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

export type ChangesQuery = {
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
	const all = `SELECT operations.*, ${undoneSql} AS is_undone FROM operations`;
	const ofBatches = `
		SELECT operations.*, ${undoneSql} AS is_undone FROM batches JOIN operations ON operations.id = (SELECT id FROM operations WHERE batch = batches.id LIMIT 1)
		WHERE batches.profile = ? AND is_whole = 1
	`;
	const newestFirst = 'ORDER BY operations.id DESC';

	/** The rows of single operations and those of batches, each represented by any one of its items, whose ID determines its position. */
	const rowsOf = (account: string, words: readonly string[], limit: number) => {
		if (words.length === 0) {
			return [`${all} WHERE profile = ? AND batch IS NULL`, ofBatches].map(sql =>
				statementOf(database, `${sql} ${newestFirst} LIMIT ?`).iterate(account, limit),
			);
		}

		const isUndone = (word: string) => ('undone'.includes(word) ? undoneSql : undefined);
		const single = conditionOfWords(operationTextSql, words, isUndone);
		const bulk = conditionOfWords(`'bulk ' || ${operationTextSql}`, words, isUndone);
		return [
			// The index has the texts without the contents, which are ten times as long.
			statementOf(
				database,
				`${all} INDEXED BY operation_texts WHERE profile = ? AND batch IS NULL AND ${single.sql} ${newestFirst}`,
			).iterate(account, ...single.values),
			statementOf(database, `${ofBatches} AND ${bulk.sql} ${newestFirst}`).iterate(account, ...bulk.values),
		];
	};

	return ({profile, search = '', limit}) => {
		const words = foldedWords(search);
		const found = rowsOf(hideSecrets(profile), words, limit).flatMap(rows =>
			rows
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
