import {fields, type FieldName} from '../fields.ts';

/** One condition of a query. */
export type SearchTerm = {
	/** The field to search; undefined for all fields. */
	readonly field: FieldName | undefined;
	/** In lower case; empty if there is a pattern. */
	readonly text: string;
	/** The text must not occur. */
	readonly isNot: boolean;
	/** The field must equal the text. Otherwise it must contain it. */
	readonly isExact?: true;
	/** The source of a regular expression that must match, instead of the text. */
	readonly pattern?: string;
};

/** A parsed query: a record matches if it meets every term of one of these lists. Without any, every record matches. */
export type Query = ReadonlyArray<readonly SearchTerm[]>;

/** Matches no record: what a query with a mistake finds. */
export const noRecordQuery: Query = [[{field: undefined, text: '', isNot: true}]];

/** A word of a query as it was written. */
export type QueryWord = {
	readonly isNot: boolean;
	/** What stands before the colon, in lower case, whether it is the name of a field or not. */
	readonly prefix: string | undefined;
	/** What follows the prefix. */
	readonly value: string;
	/** All of it, without the sign for `not`. */
	readonly written: string;
};

/** `-` or `not:`, then a prefix, then `/a pattern/`, `"quoted words"` or other text. */
const wordPattern = /(?<not>-(?=\S)|not:(?=\S))?(?<written>(?:(?<prefix>[a-z_]{1,24}):)?(?<value>\/(?:\\.|[^\/\\])+\/(?=\s|$)|"[^"]*"?|[^\s"]+)?)/giv;

/** The words of a query, in order; `or` is one of them. */
export function wordsOf(query: string): QueryWord[] {
	return query.matchAll(wordPattern).flatMap(({groups}) => {
		const {not, written = '', prefix, value = ''} = groups!;
		return written === '' ? [] : [{isNot: not !== undefined, prefix: prefix?.toLowerCase(), value, written}];
	}).toArray();
}

/**
Parses a query. All terms must match, or all of those on one side of an `or`: `word`, `"two words"` as one term, `/a pattern/`, `-word` or `not:word` that must not occur, `channel:email` in one field, `user:=42` for a field that equals the text. `id:` is always exact. A prefix that is not the name of a field is part of the text; check-query.ts tells of it.
*/
export function parseQuery(query: string): Query {
	const alternatives: SearchTerm[][] = [[]];
	for (const word of wordsOf(query)) {
		if (!word.isNot && word.written.toLowerCase() === 'or') {
			alternatives.push([]);
			continue;
		}

		const term = termOf(word);
		if (term !== undefined) {
			alternatives.at(-1)!.push(term);
		}
	}

	// `a or`, with nothing after it yet, is `a`.
	return alternatives.filter(terms => terms.length > 0);
}

/** The term of a word; undefined where nothing is to be found yet, as in `channel:`. */
function termOf({isNot, prefix, value, written}: QueryWord): SearchTerm | undefined {
	const field = fields.find(({name}) => name === prefix)?.name as FieldName | undefined;
	const said = field === undefined ? written : value;
	const pattern = /^\/(?<source>.+)\/$/v.exec(said)?.groups?.source;
	if (pattern !== undefined) {
		return {field, text: '', isNot, pattern};
	}

	const unquoted = said.replaceAll('"', '').toLowerCase();
	const isEqual = field !== undefined && unquoted.startsWith('=');
	const text = isEqual ? unquoted.slice(1) : unquoted;
	const isExact = isEqual || field === 'id';
	return text === '' ? undefined : {field, text, isNot, ...(isExact && {isExact})};
}
