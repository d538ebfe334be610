/**
The text of an operation that a search looks through, as an SQL expression: everything in it is on one line of history.

The migration that made the index `operation_texts` has the same expression. SQLite reads the index only while both are the same.
*/
export const operationTextSql = [
	'strftime(\'%Y-%m-%dT%H:%M:%fZ\', operations.started_at / 1000.0, \'unixepoch\')',
	'operations.id',
	'operations.kind',
	'operations.state',
	'coalesce(operations.old_id, \'\')',
	...['label', 'channel', 'recipient', 'profileName'].map(name => `coalesce(operations.about -> '$.${name}', '')`),
	...['newId', 'note'].map(name => `coalesce(operations.progress -> '$.${name}', '')`),
	'CASE operations.is_undo WHEN 1 THEN \'undo\' ELSE \'\' END',
	...['operator', 'host'].map(name => `coalesce(json_quote(operations.${name}), '')`),
].join(' || \' \' || ');

/** The words of a search, in lower case. */
export const lowerCaseWords = (search: string): string[] => search.toLowerCase().split(/\s+/v).filter(word => word !== '');

/** Whether a text contains all words, ignoring case. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
	const lower = text.toLowerCase();
	return words.every(word => lower.includes(word));
}

/** An SQL condition, and the values of its parameters. */
export type WordCondition = {readonly sql: string; readonly values: readonly string[]};

/**
Returns the condition on a text that has JSON strings in it, true at least for each text with all words. SQLite ignores the case of ASCII letters only, and a JSON string escapes some characters, so that what it finds has to be compared with `hasAllWords`.

@param text - The text, in SQL.
@param words - The words, in lower case.
@param orElse - A condition that is enough for a word, if there is one.
*/
export function conditionOfWords(text: string, words: readonly string[], orElse: (word: string) => string | undefined = () => undefined): WordCondition {
	const conditions = words.map(word => {
		// U+212A (K) and U+0130 (İ) are the letters beyond ASCII whose lower case has a letter of ASCII.
		const patterns = [patternOf(word), ...(['i', 'k', '\u{307}'].some(letter => word.includes(letter)) ? ['%\u{212A}%', '%\u{130}%'] : [])];
		const other = orElse(word);
		return {
			sql: `(${[...patterns.map(() => `${text} LIKE ? ESCAPE '\\'`), ...other === undefined ? [] : [other]].join(' OR ')})`,
			values: patterns,
		};
	});
	return {sql: conditions.map(({sql}) => sql).join(' AND '), values: conditions.flatMap(({values}) => values)};
}

/** The LIKE pattern of a word in a JSON string. A letter beyond ASCII that has cases, and half of a character, stand for anything. */
function patternOf(word: string): string {
	const parts = Array.from(word, character => {
		const hasCases = character > '\u{7F}' && (character.toLowerCase() !== character || character.toUpperCase() !== character);
		return hasCases || !character.isWellFormed() ? '%' : JSON.stringify(character).slice(1, -1).replaceAll(/[%_\\]/gv, String.raw`\$&`);
	});
	return `%${parts.join('')}%`;
}
