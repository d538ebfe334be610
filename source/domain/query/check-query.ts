import tokenizer, {types, type Root, type Token} from 'ret';
import safeRegex from 'safe-regex2';
import {parseQuery, type Query, type QueryPurpose, type UncheckedQuery} from './parse-query.ts';
import {patternOf} from './search.ts';

/** The result of checking a query: its terms, or a sentence that says what is wrong. The sentence quotes the query: sanitise it before it is shown. */
export type CheckedQuery = {readonly ok: true; readonly query: Query} | {readonly ok: false; readonly problem: string};

/** Parses a query as `parseQuery` does, and checks its patterns as well. */
export function checkQuery(text: string, purpose: QueryPurpose = 'find'): CheckedQuery {
	const parsed = parseQuery(text, purpose);
	if (parsed.ok !== 'unchecked') {
		return parsed;
	}

	return checkPatterns(parsed.query, purpose);
}

/** The text of a query, if a command that changes something accepts it. */
export const usableQuery = (text: string | undefined): string | undefined =>
	text !== undefined && checkQuery(text, 'change').ok ? text : undefined;

// The module itself is the parser, although its types say that the parser is a member.
const parse = tokenizer as unknown as typeof tokenizer.tokenizer;

/** The maximum number of repetitions in a pattern. */
const repetitions = 25;

/** The maximum number of times that a choice between alternatives may be repeated. */
const repeatedChoices = 8;

/** Checks the patterns of a query. Refuses an invalid regular expression, one that may take exponential time and, for a change, one that matches any text. */
export function checkPatterns({unchecked: query}: UncheckedQuery, purpose: QueryPurpose = 'find'): CheckedQuery {
	for (const {pattern} of query.flat()) {
		const problem =
			pattern === undefined
				? undefined
				: (patternProblem(pattern) ?? (purpose === 'change' ? matchAllProblem(pattern) : undefined));
		if (problem !== undefined) {
			return {ok: false, problem};
		}
	}

	return {ok: true, query};
}

/** Returns the reason why a regular expression is refused, in one sentence: it is invalid, or may take very long. Undefined if it is accepted. */
export function patternProblem(source: string): string | undefined {
	try {
		patternOf(source);
	} catch (error) {
		const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /v, '');
		return `/${source}/ is not a regular expression: ${reason}.`;
	}

	if (!safeRegex(source, {limit: repetitions})) {
		return `/${source}/ could take very long: it repeats a repetition, as in (a+)+, or has more than ${repetitions} of them. Simplify it.`;
	}

	return repeatsChoice(parse(source))
		? `/${source}/ could take very long: it repeats a choice, as in (a|aa)+. Simplify it.`
		: undefined;
}

/** Whether a group with alternatives is repeated. If two of them can match the same text, the time doubles with each repetition; safe-regex2 does not see that. */
function repeatsChoice(token: Root | Token, isRepeated = false): boolean {
	switch (token.type) {
		case types.REPETITION: {
			return repeatsChoice(token.value, isRepeated || token.max > repeatedChoices);
		}

		case types.ROOT:
		case types.GROUP: {
			const {options, stack = []} = token;
			return options === undefined
				? stack.some(each => repeatsChoice(each, isRepeated))
				: isRepeated || options.flat().some(each => repeatsChoice(each));
		}

		case types.POSITION:
		case types.SET:
		case types.REFERENCE:
		case types.CHAR: {
			return false;
		}
	}
}

/** A text that no name contains, so that only a pattern that matches any text matches it. */
const unlikelyText = '\u{E000}';

/** Refuses a pattern that matches any text, such as `/x?/`. One such as `/^$/`, for a field that is not set, is allowed. */
const matchAllProblem = (source: string): string | undefined =>
	['', unlikelyText].every(text => patternOf(source).test(text)) ? `/${source}/ matches any text.` : undefined;
