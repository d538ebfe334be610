import {parseQuery, type Query, type QueryPurpose} from './parse-query.ts';

/** The result of checking a query: its terms, or a sentence that says what is wrong. The sentence quotes the query: sanitise it before it is shown. */
export type CheckedQuery = {readonly ok: true; readonly query: Query} | {readonly ok: false; readonly problem: string};

/** Parses a query as `parseQuery` does, and checks its patterns as well. The module that checks patterns is loaded when a query has one. */
export async function checkQuery(text: string, purpose: QueryPurpose = 'find'): Promise<CheckedQuery> {
	const parsed = parseQuery(text, purpose);
	if (parsed.ok !== 'unchecked') {
		return parsed;
	}

	const {checkPatterns} = await import('./check-patterns.ts');
	return checkPatterns(parsed.query, purpose);
}
