import type {OperationKind} from '../../notification/operation-texts.ts';
import {statementOf, type Database} from '../../platform/sqlite.ts';
import {foldText} from '../../platform/text.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {fromStored} from '../stored-json.ts';
import type {Operation, OperationState, RequestEntry} from './operation.ts';
import {byOf, oldIdOf, progressOf, type About, type DatabaseRow} from './operation-row.ts';
import {toRequest} from './requests.ts';

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

type HistoryQuery = {
	/** A `profileKey`; all profiles by default. */
	readonly profile?: string;
	/** Words that an entry must contain, all of them, ignoring case. */
	readonly search?: string | undefined;
	/** Only what this member of the team did on other machines. */
	readonly operator?: string | undefined;
	readonly limit?: number | undefined;
};

const columns =
	'requests.*, operations.profile, operations.kind, operations.state, operations.old_id, operations.batch, operations.about, operations.progress, operations.operator, operations.host';

/** Creates the query for the requests sent from this machine and by the team, newest first. It may throw LedgerError. */
export function createHistory(database: Database): (query: HistoryQuery) => HistoryEntry[] {
	return ({profile, search = '', operator, limit = Infinity}) => {
		const words = foldedWords(search);
		const conditions = [
			...(profile === undefined ? [] : ['operations.profile = ?']),
			...(operator === undefined ? [] : ['operations.operator = ?']),
		];
		const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
		return statementOf(
			database,
			`SELECT ${columns} FROM requests JOIN operations ON operations.id = requests.operation ${where} ORDER BY requests.id DESC`,
		)
			.iterate(...(profile === undefined ? [] : [hideSecrets(profile)]), ...(operator === undefined ? [] : [operator]))
			.map(row => toEntry(row))
			.filter(entry => hasAll(entry, words))
			.take(limit)
			.toArray();
	};
}

/** The words of a search, folded. */
export const foldedWords = (search: string): string[] =>
	foldText(search)
		.split(/\s+/v)
		.filter(word => word !== '');

/** Whether a text contains all words, which are folded. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
	const folded = foldText(text);
	return words.every(word => folded.includes(word));
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
	return (
		words.length === 0 ||
		hasAllWords([new Date(entry.at).toISOString(), ...Object.values({...by, ...shown})].join('\n'), words)
	);
}
