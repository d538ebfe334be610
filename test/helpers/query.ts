import {checkQuery} from '../../source/query/parse.ts';
import type {Query} from '../../source/query/match.ts';

/** The conditions of a query that a test knows to be right. */
export function queryOf(text: string): Query {
	const parsed = checkQuery(text);
	if (!parsed.ok) {
		throw new TypeError(parsed.problem);
	}

	return parsed.query;
}
