import {patternProblem} from '../platform/pattern.ts';
import {foldText, nearest, patternOf, suggestion} from '../platform/text.ts';
import {labelNames} from '../notification/labels.ts';
import {findField, namedFields, namesOf, type FieldName} from '../notification/spec.ts';
import {withoutSeparators} from '../notification/filter-line.ts';
import {hasPattern, recordStates, type Query, type RecordState, type SearchTerm} from './match.ts';

/** A query that matches no record, for a query with a mistake. */
export const noRecordQuery: Query = [[{field: undefined, text: '', isNot: true}]];

/** The purpose of a query: to find records, possibly while it is still being typed, or to choose records to change; `parked`: as for a change, where it is known what is parked. */
export type QueryPurpose = 'find' | 'change' | 'parked';

/** The result of parsing a query: its terms, or a sentence that says what is wrong. The sentence quotes the query: sanitise it before it is shown. */
type CheckedQuery = {readonly ok: true; readonly query: Query} | {readonly ok: false; readonly problem: string};

/** A word of a query, as written. */
type QueryWord = ReturnType<typeof wordsOf>[number];

/** `-` or `not:`, then a prefix, then `/a pattern/`, `"quoted words"` or other text. */
const wordPattern =
	/(?<not>-(?=\S)|not:(?=\S))?(?<written>(?:(?<prefix>(?:event_details\.)?[a-z_]{1,24}):)?(?<value>\/(?:\\.|[^\/\\])+\/(?=\s|$)|"[^"]*"?|[^\s"]+)?)/giv;

/** The words of a query, in order; `or` is one of them. */
const wordsOf = (query: string) =>
	query
		.matchAll(wordPattern)
		.map(({0: whole, index: start, groups}) => {
			const {not, written = '', prefix, value = ''} = groups!;
			return {
				isNot: not !== undefined,
				/** The text before the colon, in lower case, whether it is a field's name or not. */
				prefix: prefix?.toLowerCase(),
				/** The text after the prefix. */
				value,
				/** The whole word, without the sign for `not`. */
				written,
				/** The start and the end (exclusive) of the word in the query. */
				start,
				end: start + whole.length,
			};
		})
		.filter(({written}) => written !== '')
		.toArray();

/**
Parses a query, or returns what is wrong with it. All terms must match, or all of those on one side of an `or`: `word`, `"two words"` as one term, `/a pattern/`, `-word` or `not:word` that must not occur, `channel:email` in one field, `user:=42` for a field that equals the text, `is:new` for a state. `id:` is always exact.

For finding records, a condition without a value yet, such as `channel:`, is left out. For a change every word must be a condition, so that an empty shell variable does not match everything. A regular expression is refused if it is invalid or may take exponential time and, for a change, if it matches any text.
*/
export function checkQuery(text: string, purpose: QueryPurpose = 'find'): CheckedQuery {
	const words = wordsOf(text);
	const isForChange = purpose !== 'find';
	const problem =
		stateProblemIn(words, purpose) ??
		(isForChange ? emptyConditionIn(words) : undefined) ??
		unknownFieldIn(words, isForChange);
	if (problem !== undefined) {
		return {ok: false, problem};
	}

	const query = queryOfWords(words);
	const refusal = query
		.flat()
		.map(term => termProblem(term, isForChange))
		.find(each => each !== undefined);
	return refusal === undefined ? {ok: true, query} : {ok: false, problem: refusal};
}

/** Why a term cannot be used. For a change a label must exist: `not:label:treasruy` would match everything. */
function termProblem({field, text, pattern, isExact}: SearchTerm, isForChange: boolean): string | undefined {
	if (pattern !== undefined) {
		return patternProblem(pattern) ?? (isForChange ? matchAllProblem(pattern) : undefined);
	}

	const names = labelNames().map(name => foldText(name));
	return !isForChange || field !== 'label' || names.some(name => (isExact ? name === text : name.includes(text)))
		? undefined
		: `There is no label "${text}".${suggestion(nearest(text, names))}`;
}

/** Whether a query asks for a state, which only the list knows. */
export const hasState = (query: Query): boolean => query.some(terms => terms.some(({state}) => state !== undefined));

/** The query of words, which have no mistake. A side of an `or` without conditions is ignored, such as after a trailing `or`. */
function queryOfWords(words: readonly QueryWord[]): Query {
	const alternatives: SearchTerm[][] = [[]];
	for (const word of words) {
		const term = termOf(word);
		if (isOr(word)) {
			alternatives.push([]);
		} else if (term !== undefined) {
			alternatives.at(-1)!.push(term);
		}
	}

	return alternatives.filter(terms => terms.length > 0);
}

/** Whether a word is the `or` between two alternatives. */
const isOr = ({isNot, written}: QueryWord): boolean => !isNot && written.toLowerCase() === 'or';

/** Whether a word begins with the prefix of a state, as in `is:new`. */
const isStateWord = ({prefix, value}: QueryWord): boolean => prefix === 'is' && !value.startsWith('//');

/** The term of a word; undefined if it has no value yet, as in `channel:`. */
function termOf(word: QueryWord): SearchTerm | undefined {
	const {isNot, value, written} = word;
	if (isStateWord(word)) {
		const state = stateNamed(valueOf(word).text);
		return state === undefined ? undefined : {field: undefined, text: '', isNot, state};
	}

	const field = fieldOf(word);
	const pattern = /^\/(?<source>.+)\/$/v.exec(field === undefined ? written : value)?.groups?.source;
	if (pattern !== undefined) {
		return {field, text: '', isNot, pattern};
	}

	const {text, plain, isExact} = valueOf(word);
	return text === '' ? undefined : {field, text, ...(plain !== undefined && {plain}), isNot, ...(isExact && {isExact})};
}

/** The field of a word such as `user:42`; undefined if it has none. */
const fieldOf = ({prefix}: QueryWord): FieldName | undefined =>
	prefix === undefined ? undefined : (findField(prefix)?.name as FieldName | undefined);

/** The text that a word looks for, folded, and whether its field must equal it. Only filters show numbers with separators: a name such as `1,000` is not another one. */
function valueOf(word: QueryWord): Pick<SearchTerm, 'text' | 'plain'> & {readonly isExact: boolean} {
	const field = fieldOf(word);
	const unquoted = foldText(
		(field === undefined && !isStateWord(word) ? word.written : word.value).replaceAll('"', ''),
	);
	const isEqual = field !== undefined && unquoted.startsWith('=');
	const text = isEqual ? unquoted.slice(1) : unquoted;
	const plain = field === undefined || field === 'filter' ? withoutSeparators(text) : text;
	return {text, ...(plain !== text && {plain}), isExact: isEqual || field === 'id'};
}

/** Finds a word with a prefix that is not a field's name. URLs and quoted text are allowed and, for finding records, so is a word that ends with its colon. */
function unknownFieldIn(words: readonly QueryWord[], isForChange: boolean): string | undefined {
	const word = words.find(each => isFieldMissing(each) && (each.value !== '' || isForChange));
	if (word === undefined) {
		return undefined;
	}

	const names = namedFields.map(({name}) => name);
	const similar = nearest(
		word.prefix!,
		namedFields.flatMap(field => namesOf(field)),
	);
	const advice = similar === undefined ? `The fields are ${names.join(', ')}.` : `Did you mean ${similar}:?`;
	return `Unknown field "${word.prefix}:". ${advice} Put text with a colon in quotes.`;
}

const isFieldMissing = (word: QueryWord): boolean =>
	word.prefix !== undefined &&
	!isStateWord(word) &&
	!word.value.startsWith('//') &&
	findField(word.prefix) === undefined;

/** The states of a notification that a search can ask for, such as `is:new`, with the sentence that says what to use in a command instead. */
const states = {
	new: 'chainbell watch prints what appears.',
	gone: 'chainbell watch prints what vanishes.',
	pending: 'chainbell recover prints the pending changes.',
	marked: 'Nothing is marked in a command: name the IDs.',
	parked: 'chainbell list is:parked prints what is parked.',
} as const;

/** The state with a name, given in lower case. */
const stateNamed = (name: string): RecordState | undefined => recordStates.find(state => state === name);

/** Finds a state that does not exist or, in a command, which has no screen to take it from, any state. The beginning of a state may still be being typed. */
function stateProblemIn(words: readonly QueryWord[], purpose: QueryPurpose): string | undefined {
	const isForChange = purpose !== 'find';
	for (const name of words.filter(word => isStateWord(word)).map(word => valueOf(word).text)) {
		const state = stateNamed(name);
		if (purpose === 'parked' && state === 'parked') {
			continue;
		}

		if (isForChange && state !== undefined) {
			return `"is:${state}" can be searched only in the list on the screens. ${states[state]}`;
		}

		if (isForChange ? name !== '' : recordStates.every(each => !each.startsWith(name))) {
			const all = recordStates.map(each => `is:${each}`);
			return `Unknown state "is:${name}". Use ${all.slice(0, -1).join(', ')} or ${all.at(-1)}.`;
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

/** The text of a query, if a command that changes something accepts it. */
export const usableQuery = (text: string | undefined): string | undefined =>
	text !== undefined && checkQuery(text, 'change').ok ? text : undefined;

/** Refuses a pattern that matches any text, such as `/x?/`: it matches no text and one that no name contains. One such as `/^$/`, for a field that is not set, is allowed. */
const matchAllProblem = (source: string): string | undefined =>
	['', '\u{E000}'].every(text => patternOf(source).test(text)) ? `/${source}/ matches any text.` : undefined;

/** The condition on a field, or on the state, that is being typed in a query. */
export type TypedCondition = NonNullable<ReturnType<typeof typedCondition>>;

/** Finds the condition that the cursor of a query is in; undefined if it is in a word without a field, in an ID, which is its own, in a pattern, or beside another pattern, which would take long to try. */
export function typedCondition(query: string, cursor: number) {
	const words = wordsOf(query);
	const index = words.findIndex(({start, end}) => start < cursor && cursor <= end);
	const word = words[index];
	const field = word && fieldOf(word);
	if (
		word === undefined ||
		(field === undefined && !isStateWord(word)) ||
		field === 'id' ||
		word.end - word.value.length > cursor ||
		word.value.startsWith('/')
	) {
		return undefined;
	}

	const before = words.slice(0, index);
	const after = words.slice(index + 1);
	const nextOr = after.findIndex(each => isOr(each));
	const others = queryOfWords([
		...before.slice(before.findLastIndex(each => isOr(each)) + 1),
		...(nextOr === -1 ? after : after.slice(0, nextOr)),
	]);
	if (hasPattern(others)) {
		return undefined;
	}

	return {
		/** The field; undefined for a state, as in `is:new`. */
		field,
		...valueOf(word),
		/** The other conditions that a record must meet, on this side of an `or`. */
		others,
		/** The start and the end (exclusive) of the condition after its prefix, in the query. */
		start: word.end - word.value.length,
		end: word.end,
	};
}

/** A query in which the condition being typed has become the one that finds a value exactly, and the cursor after it. Undefined for a value that cannot be written in a query. */
export function completeCondition(
	query: string,
	{field, start, end}: TypedCondition,
	value: string,
): {readonly text: string; readonly cursor: number} | undefined {
	if (value.includes('"')) {
		return undefined;
	}

	const sought = field === undefined ? value : `=${value}`;
	const written = `${/\s/v.test(value) ? `"${sought}"` : sought} `;
	return {text: `${query.slice(0, start)}${written}${query.slice(end).trimStart()}`, cursor: start + written.length};
}
