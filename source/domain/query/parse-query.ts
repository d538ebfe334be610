import {foldText, nearest} from '../../platform/text.ts';
import {withoutSeparators} from '../filters/sentence.ts';
import {fields, findField, namesOf, type FieldName} from '../fields.ts';
import {beginsState, findState, stateRefusal, unknownState, type RecordState} from './record-state.ts';

/** One condition of a query. */
export type SearchTerm = {
	/** The field to search; undefined for all fields. */
	readonly field: FieldName | undefined;
	/** The text to find, folded; empty if there is a pattern or a state. */
	readonly text: string;
	/** Whether the text must not occur. */
	readonly isNot: boolean;
	/** Whether the field must equal the text. Otherwise it must contain it. */
	readonly isExact?: true;
	/** The source of a regular expression that must match, instead of the text. */
	readonly pattern?: string;
	/** The state that the notification must have, instead of the text. */
	readonly state?: RecordState;
};

/** A parsed query: a record matches if it meets every term of at least one of these lists. An empty query matches every record. */
export type Query = ReadonlyArray<readonly SearchTerm[]>;

/** A query that matches no record, for a query with a mistake. */
export const noRecordQuery: Query = [[{field: undefined, text: '', isNot: true}]];

/** A query whose patterns `checkPatterns` has not checked yet. */
export type UncheckedQuery = {readonly unchecked: Query};

/** The purpose of a query: to find records, possibly while it is still being typed, or to choose records to change. */
export type QueryPurpose = 'find' | 'change';

/** The result of parsing a query: its terms, or a sentence that says what is wrong. The sentence quotes the query: sanitise it before it is shown. `unchecked`: it has a pattern. */
export type ParsedQuery =
	| {readonly ok: true; readonly query: Query}
	| {readonly ok: false; readonly problem: string}
	| {readonly ok: 'unchecked'; readonly query: UncheckedQuery};

/** A word of a query, as written. */
export type QueryWord = {
	readonly isNot: boolean;
	/** The text before the colon, in lower case, whether it is a field's name or not. */
	readonly prefix: string | undefined;
	/** The text after the prefix. */
	readonly value: string;
	/** The whole word, without the sign for `not`. */
	readonly written: string;
	/** The start and the end (exclusive) of the word in the query. */
	readonly start: number;
	readonly end: number;
};

/** `-` or `not:`, then a prefix, then `/a pattern/`, `"quoted words"` or other text. */
const wordPattern =
	/(?<not>-(?=\S)|not:(?=\S))?(?<written>(?:(?<prefix>(?:event_details\.)?[a-z_]{1,24}):)?(?<value>\/(?:\\.|[^\/\\])+\/(?=\s|$)|"[^"]*"?|[^\s"]+)?)/giv;

/** The words of a query, in order; `or` is one of them. */
export function wordsOf(query: string): QueryWord[] {
	return query
		.matchAll(wordPattern)
		.flatMap(({0: whole, index, groups}) => {
			const {not, written = '', prefix, value = ''} = groups!;
			return written === ''
				? []
				: [
						{
							isNot: not !== undefined,
							prefix: prefix?.toLowerCase(),
							value,
							written,
							start: index,
							end: index + whole.length,
						},
					];
		})
		.toArray();
}

/**
Parses a query, or returns what is wrong with it. All terms must match, or all of those on one side of an `or`: `word`, `"two words"` as one term, `/a pattern/`, `-word` or `not:word` that must not occur, `channel:email` in one field, `user:=42` for a field that equals the text, `is:new` for a state. `id:` is always exact.

For finding records, a condition without a value yet, such as `channel:`, is left out. For a change every word must be a condition, so that an empty shell variable does not match everything.
*/
export function parseQuery(text: string, purpose: QueryPurpose = 'find'): ParsedQuery {
	const words = wordsOf(text);
	const problem =
		stateProblemIn(words, purpose) ??
		(purpose === 'change' ? emptyConditionIn(words) : undefined) ??
		unknownFieldIn(words, purpose);
	if (problem !== undefined) {
		return {ok: false, problem};
	}

	const query = purpose === 'find' ? withPlainNumbers(queryOfWords(words)) : queryOfWords(words);
	return hasPattern(query) ? {ok: 'unchecked', query: {unchecked: query}} : {ok: true, query};
}

/** Whether a query has a pattern, which can be slow to search for. */
export const hasPattern = (query: Query): boolean =>
	query.some(terms => terms.some(({pattern}) => pattern !== undefined));

/** Whether a query asks for a state, which only the list knows. */
export const hasState = (query: Query): boolean => query.some(terms => terms.some(({state}) => state !== undefined));

/** The query of words, which have no mistake. */
export function queryOfWords(words: readonly QueryWord[]): Query {
	const alternatives: SearchTerm[][] = [[]];
	for (const word of words) {
		if (isOr(word)) {
			alternatives.push([]);
			continue;
		}

		const term = termOf(word);
		if (term !== undefined) {
			alternatives.at(-1)!.push(term);
		}
	}

	// A side of an `or` without conditions is ignored, such as after a trailing `or`.
	return alternatives.filter(terms => terms.length > 0);
}

/** A query that also finds a number typed as it is shown, `50,000`, where it is listed without separators. */
const withPlainNumbers = (query: Query): Query =>
	query.flatMap(terms => {
		const plain = terms.map(term =>
			term.isNot || term.isExact === true ? term : {...term, text: withoutSeparators(term.text)},
		);
		return plain.every(({text}, index) => text === terms[index]!.text) ? [terms] : [terms, plain];
	});

/** Whether a word is the `or` between two alternatives. */
export const isOr = ({isNot, written}: QueryWord): boolean => !isNot && written.toLowerCase() === 'or';

/** The prefix of a state, as in `is:new`. */
const statePrefix = 'is';

/** Whether a word begins with the prefix of a state. */
export const isStateWord = ({prefix, value}: QueryWord): boolean => prefix === statePrefix && !value.startsWith('//');

/** The term of a word; undefined if it has no value yet, as in `channel:`. */
function termOf(word: QueryWord): SearchTerm | undefined {
	const {isNot, value, written} = word;
	if (isStateWord(word)) {
		const state = findState(valueOf(word).text);
		return state === undefined ? undefined : {field: undefined, text: '', isNot, state};
	}

	const field = fieldOf(word);
	const pattern = /^\/(?<source>.+)\/$/v.exec(field === undefined ? written : value)?.groups?.source;
	if (pattern !== undefined) {
		return {field, text: '', isNot, pattern};
	}

	const {text, isExact} = valueOf(word);
	return text === '' ? undefined : {field, text, isNot, ...(isExact && {isExact})};
}

/** The field of a word such as `user:42`; undefined if it has none. */
export const fieldOf = ({prefix}: QueryWord): FieldName | undefined =>
	prefix === undefined ? undefined : (findField(prefix)?.name as FieldName | undefined);

/** The text that a word looks for, folded, and whether its field must equal it. */
export function valueOf(word: QueryWord): {readonly text: string; readonly isExact: boolean} {
	const field = fieldOf(word);
	const unquoted = foldText(
		(field === undefined && !isStateWord(word) ? word.written : word.value).replaceAll('"', ''),
	);
	const isEqual = field !== undefined && unquoted.startsWith('=');
	return {text: isEqual ? unquoted.slice(1) : unquoted, isExact: isEqual || field === 'id'};
}

/** Finds a word with a prefix that is not a field's name. URLs and quoted text are allowed and, for finding records, so is a word that ends with its colon. */
function unknownFieldIn(words: readonly QueryWord[], purpose: QueryPurpose): string | undefined {
	const word = words.find(each => isFieldMissing(each) && (each.value !== '' || purpose === 'change'));
	if (word === undefined) {
		return undefined;
	}

	const names = fields.map(({name}) => name);
	const similar = nearest(
		word.prefix!,
		fields.flatMap(field => namesOf(field)),
	);
	const advice = similar === undefined ? `The fields are ${names.join(', ')}.` : `Did you mean ${similar}:?`;
	return `Unknown field "${word.prefix}:". ${advice} Put text with a colon in quotes.`;
}

const isFieldMissing = (word: QueryWord): boolean =>
	word.prefix !== undefined &&
	!isStateWord(word) &&
	!word.value.startsWith('//') &&
	findField(word.prefix) === undefined;

/** Finds a state that does not exist or, in a command, any state. The beginning of a state may still be being typed. */
function stateProblemIn(words: readonly QueryWord[], purpose: QueryPurpose): string | undefined {
	const isCommand = purpose === 'change';
	for (const name of words.filter(word => isStateWord(word)).map(word => valueOf(word).text)) {
		const state = findState(name);
		if (isCommand ? state === undefined && name !== '' : !beginsState(name)) {
			return unknownState(name);
		}

		if (isCommand && state !== undefined) {
			return stateRefusal(state);
		}
	}

	return undefined;
}

/** Finds a word that is no condition, where the records to change must be chosen. */
function emptyConditionIn(words: readonly QueryWord[]): string | undefined {
	if (words.length === 0) {
		return 'The query is empty.';
	}

	if (
		words.some((word, index) => isOr(word) && (index === 0 || index === words.length - 1 || isOr(words[index + 1]!)))
	) {
		return '"or" needs a condition on both sides.';
	}

	const word = words.find(
		each => !isOr(each) && (/^(?:-|not:)$/iv.test(each.written) || isEmptyPattern(each) || isBlank(termOf(each))),
	);
	return word && `"${word.written}" is no condition: it has no value. Is a variable empty?`;
}

/** Whether a word is an empty pattern, as when the variable in `/$PATTERN/` is empty. */
const isEmptyPattern = ({prefix, value}: QueryWord): boolean =>
	value === '//' && (prefix === undefined || findField(prefix) !== undefined);

const isBlank = (term: SearchTerm | undefined): boolean =>
	term === undefined || (term.pattern === undefined && term.state === undefined && term.text.trim() === '');
