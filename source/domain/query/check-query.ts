import {parseQuery, type Query, type QueryPurpose} from './parse-query.ts';

/** What a query means, or in one sentence what is wrong with it. The sentence quotes the query: sanitise it before it is shown. */
export type CheckedQuery =
	| {readonly ok: true; readonly query: Query}
	| {readonly ok: false; readonly problem: string};

/** Parses a query as `parseQuery` does, and judges its patterns as well. The module that judges them is loaded when a query has one. */
export async function checkQuery(text: string, purpose: QueryPurpose = 'find'): Promise<CheckedQuery> {
	const parsed = parseQuery(text, purpose);
	if (parsed.ok !== 'unchecked') {
		return parsed;
	}

	const {checkPatterns} = await import('./check-patterns.ts');
	return checkPatterns(parsed.query, purpose);
}
