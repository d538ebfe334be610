import safeRegex from 'safe-regex2';
import type {CheckedQuery} from './check-query.ts';
import {patternOf} from './search.ts';
import type {Query} from './parse-query.ts';

/** Repetitions that a pattern may have. */
const repetitions = 25;

/** Refuses a query with a pattern that is no regular expression, or that may take time exponential in the length of what it is tried on. */
export function checkPatterns(query: Query): CheckedQuery {
	for (const {pattern} of query.flat()) {
		const problem = pattern === undefined ? undefined : patternProblem(pattern);
		if (problem !== undefined) {
			return {ok: false, problem};
		}
	}

	return {ok: true, query};
}

function patternProblem(source: string): string | undefined {
	try {
		patternOf(source);
	} catch (error) {
		const reason = (error as Error).message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /v, '');
		return `/${source}/ is not a regular expression: ${reason}.`;
	}

	return safeRegex(source, {limit: repetitions})
		? undefined
		: `/${source}/ could take very long: it repeats a repetition, as in (a+)+, or has more than ${repetitions} of them. Simplify it.`;
}
