import {fields} from '../fields.ts';
import {nearest} from '../../system/nearest.ts';
import {hasPattern} from './search.ts';
import {parseQuery, wordsOf, type Query} from './parse-query.ts';

/** What a query means, or in one sentence what is wrong with it. The sentence quotes the query: sanitise it before it is shown. */
export type CheckedQuery =
	| {readonly ok: true; readonly query: Query}
	| {readonly ok: false; readonly problem: string};

/** As `CheckedQuery`, or `unchecked` for a query with a pattern, which only `checkQuery` can judge. */
export type QuicklyCheckedQuery = CheckedQuery | {readonly ok: 'unchecked'; readonly query: Query};

/** Parses a query and refuses an unknown field. */
export function quicklyCheckQuery(text: string): QuicklyCheckedQuery {
	const problem = unknownField(text);
	if (problem !== undefined) {
		return {ok: false, problem};
	}

	const query = parseQuery(text);
	return {ok: hasPattern(query) ? 'unchecked' : true, query};
}

/** Parses a query, and refuses an unknown field and a pattern that is no regular expression or could take very long. What judges a pattern is loaded when a query has one. */
export async function checkQuery(text: string): Promise<CheckedQuery> {
	const checked = quicklyCheckQuery(text);
	if (checked.ok !== 'unchecked') {
		return checked;
	}

	const {checkPatterns} = await import('./check-patterns.ts');
	return checkPatterns(checked.query);
}

/** A word with a colon inside that follows no field's name. `https://…` is none, nor is a word that ends with its colon, nor anything in quotes. */
function unknownField(text: string): string | undefined {
	const names = fields.map(({name}) => name);
	const word = wordsOf(text).find(({prefix, value}) => prefix !== undefined && value !== '' && !value.startsWith('//') && !names.includes(prefix));
	if (word === undefined) {
		return undefined;
	}

	const similar = nearest(word.prefix!, names) ?? fields.find(({path}) => path.split('.').at(-1) === word.prefix)?.name;
	const advice = similar === undefined ? `The fields are ${names.join(', ')}` : `Did you mean ${similar}:`;
	return `Unknown field "${word.prefix}:". ${advice}${similar === undefined ? '.' : '?'} Put text with a colon in quotes.`;
}
