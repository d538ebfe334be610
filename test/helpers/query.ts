import {checkQuery} from '../../source/domain/query/parse.ts';
import type {Query} from '../../source/domain/query/match.ts';

/** The conditions of a query that a test knows to be right. */
export function queryOf(text: string): Query {
	const parsed = checkQuery(text);
	if (!parsed.ok) {
		throw new TypeError(parsed.problem);
	}

	return parsed.query;
}
