import type {OperationKind} from '../../notification/operation-texts.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation, OperationState, RequestEntry} from './operation.ts';
import {byOf, oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';
import {conditionOfWords, hasAllWords, operationTextSql, foldedWords, type WordCondition} from './word-search.ts';

/** One mutating request with its operation, without secrets. Text from the service is unchanged: sanitise it before display. */
export type HistoryEntry = RequestEntry &
	About &
	Pick<Operation, 'profile' | 'newId' | 'detail' | 'by'> & {
		readonly kind: OperationKind;
		readonly state: OperationState;
		readonly oldId: string | undefined;
		/** The ID of its bulk operation; undefined for a change on its own. */
		readonly batch: number | undefined;
	};

export type HistoryQuery = {
	/** A `profileKey`; all profiles by default. */
	readonly profile?: string;
	/** Words that an entry must contain, all of them, ignoring case. */
	readonly search?: string | undefined;
	/** Only what this member of the team did on other machines. */
	readonly operator?: string | undefined;
	readonly limit?: number | undefined;
};

/** The text of a request in history, in SQL; that of its operation comes besides. */
const requestTextSql = [
	"strftime('%Y-%m-%dT%H:%M:%fZ', requests.at / 1000.0, 'unixepoch')",
	'requests.at',
	'requests.id',
	'requests.operation',
	'requests.method',
	"coalesce(requests.target, '')",
	'requests.outcome',
	"coalesce(requests.status, '')",
	"coalesce(requests.what, '')",
].join(" || ' ' || ");

const columns =
	'requests.*, operations.profile, operations.kind, operations.state, operations.old_id, operations.batch, operations.about, operations.progress, operations.operator, operations.host';

/** The condition that each word is in the text of the request or in that of its operation. No word has a space, so that none is in both. */
function conditionOf(words: readonly string[]): WordCondition {
	const conditions = words.map(
		word => [conditionOfWords(operationTextSql, [word]), conditionOfWords(requestTextSql, [word])] as const,
	);
	return {
		sql: conditions.map(([operation, request]) => `(${operation.sql} OR ${request.sql})`).join(' AND '),
		values: conditions.flatMap(([operation, request]) => [...operation.values, ...request.values]),
	};
}

/** The number of requests, the newest, that are searched before the index is: often they are enough. */
const latestCount = 2000;

/** Creates the query for the requests sent from this machine and by the team, newest first. It may throw LedgerError. */
export function createHistory(database: Database): (query: HistoryQuery) => HistoryEntry[] {
	return ({profile, search = '', operator, limit = Infinity}) => {
		const words = foldedWords(search);
		const {sql, values} = conditionOf(words);
		const conditions = [
			...(profile === undefined ? [] : ['operations.profile = ?']),
			...(operator === undefined ? [] : ['operations.operator = ?']),
			...(sql === '' ? [] : [sql]),
		];
		const rowsOf = (tables: string, kind: readonly string[]) => {
			const where = [...kind, ...conditions].join(' AND ');
			return statementOf(
				database,
				`SELECT ${columns} FROM ${tables}${where === '' ? '' : ` WHERE ${where}`} ORDER BY requests.id DESC`,
			)
				.iterate(
					...(profile === undefined ? [] : [hideSecrets(profile)]),
					...(operator === undefined ? [] : [operator]),
					...values,
				)
				.map(row => toEntry(row))
				.filter(entry => words.length === 0 || hasAll(entry, words))
				.take(limit)
				.toArray();
		};

		const all = 'requests JOIN operations ON operations.id = requests.operation';
		if (words.length === 0) {
			return rowsOf(all, []);
		}

		const latest =
			limit === Infinity ? [] : rowsOf(all, [`requests.id > (SELECT max(id) FROM requests) - ${latestCount}`]);
		if (latest.length === limit) {
			return latest;
		}

		// The index has the texts of single operations without the contents, which are ten times as long.
		const found = [
			...rowsOf('operations INDEXED BY operation_texts JOIN requests ON requests.operation = operations.id', [
				'operations.batch IS NULL',
			]),
			...rowsOf('operations INDEXED BY items JOIN requests ON requests.operation = operations.id', [
				'operations.batch IS NOT NULL',
			]),
		];
		return found.toSorted((a, b) => b.id - a.id).slice(0, limit);
	};
}

function toEntry(row: DatabaseRow): HistoryEntry {
	const {newId, detail} = progressOf(row);
	return {
		...toRequest(row),
		...fromStored<About>(row.about),
		profile: String(row.profile),
		kind: row.kind as OperationKind,
		state: row.state as OperationState,
		oldId: oldIdOf(row),
		batch: row.batch === null ? undefined : Number(row.batch),
		newId,
		detail,
		...byOf(row),
	};
}

function hasAll(entry: HistoryEntry, words: readonly string[]): boolean {
	const {profile, moment, by, batch, ...shown} = entry;
	return hasAllWords([new Date(entry.at).toISOString(), ...Object.values({...by, ...shown})].join('\n'), words);
}
