import {kindWords, toldKind} from '../notification/operation-texts.ts';
import {statementOf, type Database} from '../platform/sqlite.ts';
import {foldText, nonEmpty} from '../platform/text.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {itemColumns} from './evidence.ts';
import {numberOf, type About, type ChangeSet, type Item, type Request} from './item.ts';
import {fromStored, type DatabaseRow} from './stored-json.ts';

/** One request with its item. Text from the service is unchanged: sanitise it before display. */
export type HistoryEntry = About & {
	/** See `numberOf`. */
	readonly number: string;
	readonly item: Item;
	readonly request: Request;
};

type HistoryQuery = {
	/** The `profileKey` of each account; all accounts by default. */
	readonly profiles?: readonly string[] | undefined;
	/** Words that an entry must contain, all of them, ignoring case. */
	readonly search?: string | undefined;
	/** Only what this member of the team did on other machines. */
	readonly operator?: string | undefined;
	readonly limit?: number | undefined;
	/** What is said of an item, in which words are looked for as well. */
	readonly say: (item: Item) => string;
};

/** A set as the list of changes has it, with its first item. */
export type ListedChange = About & {
	readonly set: ChangeSet;
	readonly first: Item;
	readonly isUndo: boolean;
	/** Whether later changes have undone it: the first and the last item of it. */
	readonly isUndone: boolean;
};

/** An SQL condition on a change: its first, or its last, item that is done is undone. */
const isUndoneAt = (order: 'ASC' | 'DESC') => `
	EXISTS (
		SELECT 1 FROM item AS undo
		WHERE undo.undoes = coalesce((SELECT id FROM item AS one WHERE one.change = change.id AND one.phase = 'done' ORDER BY position ${order} LIMIT 1), item.id)
			AND undo.phase = 'done'
	)
`;

/** Creates the lists of what was done, newest first. They may throw LedgerError. */
export function createHistory(
	database: Database,
	toItem: (row: DatabaseRow) => Item,
	toSet: (row: DatabaseRow) => ChangeSet,
) {
	const sql = (text: string) => statementOf(database, text);

	return {
		/** The requests that were sent from this machine and by the team. */
		history({profiles, search = '', operator, limit = Infinity, say}: HistoryQuery): HistoryEntry[] {
			const words = foldedWords(search);
			const conditions = nonEmpty([
				"event.kind = 'sent'",
				profiles !== undefined && 'item.profile IN (SELECT value FROM json_each(?))',
				operator !== undefined && 'coalesce(event.operator, change.operator) = ?',
			]);
			return sql(
				`SELECT ${itemColumns}, event.n FROM event JOIN item ON item.id = event.item JOIN change ON change.id = item.change WHERE ${conditions.join(' AND ')} ORDER BY event.id DESC`,
			)
				.iterate(...nonEmpty([profiles && JSON.stringify(profiles.map(profile => hideSecrets(profile))), operator]))
				.map((row): HistoryEntry => {
					const item = toItem(row);
					const request = item.requests.find(({n}) => n === Number(row.n))!;
					return {...fromStored<About>(row.about), number: numberOf(item), item, request};
				})
				.filter(entry => hasAllWords(words, () => wordsOfEntry(entry, say)))
				.take(limit)
				.toArray();
		},
		/** The changes of an account, `search` as in `history`. Without a search it reads only as many as it returns. */
		changes({
			profile,
			search = '',
			limit,
			say,
		}: HistoryQuery & {readonly profile: string; readonly limit: number}): ListedChange[] {
			const words = foldedWords(search);
			return sql(`
				SELECT change.*, change.at AS started_at, change.size AS of, item.*, change.id AS set_id, change.kind AS set_kind, change.profile_name, ${isUndoneAt('ASC')} AND ${isUndoneAt('DESC')} AS is_undone
				FROM change JOIN item ON item.change = change.id AND item.position = 1
				WHERE change.profile = ? AND change.is_whole = 1 ORDER BY change.id DESC
			`)
				.iterate(hideSecrets(profile))
				.map(row => ({
					...fromStored<About>(row.about),
					row,
					first: toItem(row),
					isUndo: row.is_undo === 1,
					isUndone: row.is_undone === 1,
				}))
				.filter(({row, ...change}) => hasAllWords(words, () => wordsOfChange(change, say)))
				.take(limit)
				.map(({row, ...change}): ListedChange => ({
					...change,
					set: toSet({...row, id: row.set_id, kind: row.set_kind, at: row.started_at}),
				}))
				.toArray();
		},
	};
}

/** The words of a search, folded. */
const foldedWords = (search: string): string[] =>
	foldText(search)
		.split(/\s+/v)
		.filter(word => word !== '');

/** Whether what is said of a change contains all words, which are folded. */
function hasAllWords(words: readonly string[], said: () => readonly unknown[]): boolean {
	// Joining makes nothing of what is undefined.
	const folded = words.length === 0 ? '' : foldText(said().join('\n'));
	return words.every(word => folded.includes(word));
}

function wordsOfEntry({number, item, request, ...about}: HistoryEntry, say: (item: Item) => string): unknown[] {
	const {method, target, outcome, status, summary, at} = request;
	const words = [number, ...wordsOf(item, say), ...Object.values(about), method, target, outcome, status, summary];
	return [new Date(at).toISOString(), ...words];
}

function wordsOfChange(
	{first, isUndo, isUndone, ...about}: Omit<ListedChange, 'set'>,
	say: (item: Item) => string,
): unknown[] {
	const marks = [first.of > 1 && 'bulk', isUndo && 'undo', isUndone && 'undone'].filter(Boolean);
	return [
		new Date(first.startedAt).toISOString(),
		first.set,
		...marks,
		...wordsOf(first, say),
		...Object.values(about),
	];
}

const wordsOf = (item: Item, say: (item: Item) => string): unknown[] => {
	const {phase, input, snapshot, newId, by, profileName} = item;
	const {noun, done} = kindWords[toldKind(item)];
	const {userId = ''} = input ?? snapshot?.input ?? {};
	return [profileName, noun, done, phase, snapshot?.id, newId, userId, say(item), by?.operator, by?.host];
};
