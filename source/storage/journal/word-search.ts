import {foldText} from '../../platform/text.ts';

/**
The text of an operation that a search looks through, as an SQL expression: everything in it is on one line of history.

The migration that made the index `operation_texts` has the same expression. SQLite reads the index only while both are the same.
*/
export const operationTextSql = [
	"strftime('%Y-%m-%dT%H:%M:%fZ', operations.started_at / 1000.0, 'unixepoch')",
	'operations.id',
	'operations.kind',
	'operations.state',
	"coalesce(operations.old_id, '')",
	...['label', 'channel', 'recipient', 'profileName'].map(name => `coalesce(operations.about -> '$.${name}', '')`),
	...['newId', 'note'].map(name => `coalesce(operations.progress -> '$.${name}', '')`),
	"CASE operations.is_undo WHEN 1 THEN 'undo' ELSE '' END",
	...['operator', 'host'].map(name => `coalesce(json_quote(operations.${name}), '')`),
].join(" || ' ' || ");

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

/** An SQL condition, and the values of its parameters. */
export type WordCondition = {readonly sql: string; readonly values: readonly string[]};

/**
Returns the condition on a text that has JSON strings in it, true at least for each text with all words. SQLite ignores the case of ASCII letters only, and a JSON string escapes some characters, so that texts with others are all found, and what it finds has to be compared with `hasAllWords`.

@param text - The text, in SQL.
@param words - The words, folded.
@param orElse - A condition that is enough for a word, if there is one.
*/
export function conditionOfWords(
	text: string,
	words: readonly string[],
	orElse: (word: string) => string | undefined = () => undefined,
): WordCondition {
	const conditions = words.map(word => {
		// A letter beyond ASCII may be one of ASCII when it is folded, as ı and ß are.
		const other = orElse(word);
		return {
			sql: `(${[`${text} LIKE ? ESCAPE '\\'`, `${text} GLOB ?`, ...(other === undefined ? [] : [other])].join(' OR ')})`,
			values: [patternOf(word), '*[^\u{1}-~]*'],
		};
	});
	return {sql: conditions.map(({sql}) => sql).join(' AND '), values: conditions.flatMap(({values}) => values)};
}

/** The LIKE pattern of a word in a JSON string; only texts of ASCII need it. */
const patternOf = (word: string): string =>
	`%${JSON.stringify(word)
		.slice(1, -1)
		.replaceAll(/[%_\\]/gv, String.raw`\$&`)}%`;
