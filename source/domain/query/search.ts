import {isDeepStrictEqual} from 'node:util';
import {fieldNames, recordText, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';

/** One condition of a query. */
export type SearchTerm = {
	/** The field it has to occur in; anywhere without one. */
	readonly field: FieldName | undefined;
	/** In lower case. */
	readonly text: string;
	/** It must not occur. */
	readonly isNot: boolean;
	/** The field has to be it, not only to hold it. */
	readonly isExact?: true;
};

/** Between two fields, so that a word cannot match across them. */
const border = '\n';

/**
Reads a query: words that must all occur, `"two words"` as one, `-word` that must not occur, `channel:email` for one field only, `user:=42` for all that it says; an ID is always meant whole. A prefix that is no field is plain text.
*/
export function parseQuery(query: string): SearchTerm[] {
	const words = query.toLowerCase().match(/-?(?:[a-z]{1,12}:)?(?:"[^"]*"?|[^\s"]+)/gv) ?? [];
	return words.flatMap(word => {
		const isNot = word.startsWith('-') && word.length > 1;
		const rest = isNot ? word.slice(1) : word;
		const colon = rest.indexOf(':');
		const field = fieldNames.find(name => colon !== -1 && name === rest.slice(0, colon));
		const written = (field === undefined ? rest : rest.slice(colon + 1)).replaceAll('"', '');
		const isEqual = field !== undefined && written.startsWith('=');
		const text = isEqual ? written.slice(1) : written;
		const isExact = isEqual || field === 'id';
		return text === '' ? [] : [{field, text, isNot, ...(isExact && {isExact})}];
	});
}

/** Everything a record says, in lower case. One that cannot be read is searched in its JSON. */
export function searchTextOf(record: ListedRecord): string {
	return record.kind === 'notification'
		? fieldNames.map(field => recordText(record, field)).join(border).toLowerCase()
		: (record.json ?? JSON.stringify(record.raw)).toLowerCase();
}

/** Whether a record meets every term of a query; `hay` is its `haystackOf`. */
export function isMatch(record: ListedRecord, hay: string, terms: readonly SearchTerm[]): boolean {
	return terms.every(term => {
		const {field, text, isNot} = term;
		// What a field says stands in the haystack, too.
		const isThere = hay.includes(text) && (field === undefined || isIn(recordText(record, field).toLowerCase(), term));
		return isThere !== isNot;
	});
}

function isIn(said: string, {text, isExact}: SearchTerm): boolean {
	return isExact ? said === text : said.includes(text);
}

/** Whether every record that meets `next` also meets `previous`: what was found can be narrowed instead of searched anew. */
export function isNarrower(next: readonly SearchTerm[], previous: readonly SearchTerm[]): boolean {
	return previous.every(old => next.some(term => isImpliedBy(old, term)));
}

function isImpliedBy(old: SearchTerm, term: SearchTerm): boolean {
	return term.isNot || old.isNot || old.isExact ? isDeepStrictEqual(term, old) : (old.field === undefined || old.field === term.field) && term.text.includes(old.text);
}
