import {parseQuery, type Query} from '../../source/domain/query/parse-query.ts';

/** The conditions of a query that a test knows to be right, without a check of its patterns. */
export function queryOf(text: string): Query {
	const parsed = parseQuery(text);
	if (parsed.ok === false) {
		throw new TypeError(parsed.problem);
	}

	return parsed.ok === 'unchecked' ? parsed.query.unchecked : parsed.query;
}
