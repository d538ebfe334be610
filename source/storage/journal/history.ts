import type {OperationKind} from '../../domain/operation-kind.ts';
import {statementOf, type Database} from '../../system/sqlite.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation, OperationState, RequestEntry} from './operation.ts';
import {byOf, oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';
import {conditionOfWords, hasAllWords, operationTextSql, lowerCaseWords} from './word-search.ts';

/** One mutating request with its operation, without secrets. Text from the service is unchanged: sanitise it before display. */
export type HistoryEntry = RequestEntry & About & Pick<Operation, 'profile' | 'newId' | 'detail' | 'by'> & {
	readonly kind: OperationKind;
	readonly state: OperationState;
	readonly oldId: string | undefined;
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

/** The text of a request in history, in SQL. */
const requestTextSql = [
	'strftime(\'%Y-%m-%dT%H:%M:%fZ\', requests.at / 1000.0, \'unixepoch\')',
	'requests.at',
	'requests.id',
	'requests.operation',
	'requests.method',
	'coalesce(requests.target, \'\')',
	'requests.outcome',
	'coalesce(requests.status, \'\')',
	'coalesce(requests.what, \'\')',
	operationTextSql,
].join(' || \' \' || ');

/** Creates the query for the requests sent from this machine and by the team, newest first. It may throw LedgerError. */
export function createHistory(database: Database): (query: HistoryQuery) => HistoryEntry[] {
	const select = `
		SELECT requests.*, operations.profile, operations.kind, operations.state, operations.old_id, operations.about, operations.progress, operations.operator, operations.host
		FROM requests JOIN operations ON operations.id = requests.operation
		WHERE operations.profile = coalesce(?1, operations.profile) AND (?2 IS NULL OR operations.operator = ?2)
	`;

	return ({profile, search = '', operator, limit = Infinity}) => {
		const words = lowerCaseWords(search);
		const {sql, values} = conditionOfWords(requestTextSql, words);
		return statementOf(database, `${select} ${sql === '' ? '' : `AND ${sql}`} ORDER BY requests.id DESC`)
			.iterate(profile === undefined ? null : hideSecrets(profile), operator ?? null, ...values)
			.map(row => toEntry(row))
			.filter(entry => words.length === 0 || hasAll(entry, words))
			.take(limit)
			.toArray();
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
		newId,
		detail,
		...byOf(row),
	};
}

function hasAll(entry: HistoryEntry, words: readonly string[]): boolean {
	const {profile, moment, by, ...shown} = entry;
	return hasAllWords([new Date(entry.at).toISOString(), ...Object.values({...by, ...shown})].join('\n'), words);
}
