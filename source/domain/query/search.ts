import {isDeepStrictEqual} from 'node:util';
import {fieldNamed, fields, recordText, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';

/** One condition of a query. */
export type SearchTerm = {
	/** The field to search; undefined for all fields. */
	readonly field: FieldName | undefined;
	/** In lower case. */
	readonly text: string;
	/** The text must not occur. */
	readonly isNot: boolean;
	/** The field must equal the text. Otherwise it must contain it. */
	readonly isExact?: true;
};

/** Stands between two fields, so that no word matches across them. */
const separator = '\n';

/**
Parses a query. All its terms must match: `word`, `"two words"` as one term, `-word` that must not occur, `channel:email` in one field, `user:=42` for a field that equals the text. `id:` is always exact. A prefix that is not the name of a field is part of the text.
*/
export function parseQuery(query: string): SearchTerm[] {
	const words = query.toLowerCase().match(/-?(?:[a-z]{1,12}:)?(?:"[^"]*"?|[^\s"]+)/gv) ?? [];
	return words.flatMap(word => {
		const isNot = word.startsWith('-') && word.length > 1;
		const rest = isNot ? word.slice(1) : word;
		const colon = rest.indexOf(':');
		const prefix = colon === -1 ? undefined : rest.slice(0, colon);
		const field = fields.find(({name}) => name === prefix)?.name as FieldName | undefined;
		const written = (field === undefined ? rest : rest.slice(colon + 1)).replaceAll('"', '');
		const isEqual = field !== undefined && written.startsWith('=');
		const text = isEqual ? written.slice(1) : written;
		const isExact = isEqual || field === 'id';
		return text === '' ? [] : [{field, text, isNot, ...(isExact && {isExact})}];
	});
}

/** Characters of a value that are searched. */
const searchedLength = 10_000;

/** Characters that are searched of a record that cannot be read. */
const searchedJsonLength = 100_000;

const searched = (text: string): string => text.slice(0, searchedLength).toLowerCase();

/** The text of all fields of a record, in lower case. Of a record that cannot be read, its JSON. */
export function searchTextOf(record: ListedRecord): string {
	return record.kind === 'notification'
		? fields.map(({read}) => searched(read(record))).join(separator)
		: (record.json ?? JSON.stringify(record.raw)).slice(0, searchedJsonLength).toLowerCase();
}

/** Whether a record matches. `searchText` is what `searchTextOf` returns for it. */
type Matcher = (record: ListedRecord, searchText: string) => boolean;

/** Returns what tells whether a record matches every term. Words that may occur anywhere, of which most queries consist, are sought without asking for each record what kind of terms they are. */
export function createMatcher(terms: readonly SearchTerm[]): Matcher {
	if (terms.some(({field, isNot}) => field !== undefined || isNot)) {
		return (record, searchText) => isMatch(record, searchText, terms);
	}

	const words = terms.map(({text}) => text);
	return (_record, searchText) => {
		for (const word of words) {
			if (!searchText.includes(word)) {
				return false;
			}
		}

		return true;
	};
}

function isMatch(record: ListedRecord, searchText: string, terms: readonly SearchTerm[]): boolean {
	return terms.every(term => {
		const {field, text, isNot} = term;
		// The search text holds every field, so that most records are refused without being parsed.
		const isFound = searchText.includes(text) && (field === undefined || isIn(searched(recordText(record, fieldNamed(field))), term));
		return isFound !== isNot;
	});
}

function isIn(value: string, {text, isExact}: SearchTerm): boolean {
	return isExact ? value === text : value.includes(text);
}

/** Whether every record that matches `next` also matches `previous`. If so, the matches of `previous` are all that has to be searched. */
export function isNarrower(next: readonly SearchTerm[], previous: readonly SearchTerm[]): boolean {
	return previous.every(old => next.some(term => isImplying(term, old)));
}

function isImplying(term: SearchTerm, old: SearchTerm): boolean {
	return term.isNot || old.isNot || old.isExact
		? isDeepStrictEqual(term, old)
		: (old.field === undefined || old.field === term.field) && term.text.includes(old.text);
}
