import {isDeepStrictEqual} from 'node:util';
import {foldText} from '../../platform/text.ts';
import {fieldNamed, fields, recordText, type Field, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import type {Query, SearchTerm} from './parse-query.ts';
import {noStateIds, type StateIds} from './record-state.ts';

/** The separator between two fields, so that no word matches across them. */
const separator = '\n';

/** The maximum number of characters of a value that are searched. */
const searchedLength = 10_000;

/** The maximum number of characters searched in a record that cannot be read. */
const searchedJsonLength = 100_000;

/** A field that ends with the text, without a separator. */
const lastField = fields.at(-1);

const searched = (text: string): string => foldText(text.slice(0, searchedLength));

/** The searchable text of a record: all fields, folded. For a record that cannot be read it is the JSON. */
export function searchTextOf(record: ListedRecord): string {
	if (record.kind === 'unreadable') {
		return foldText((record.json ?? JSON.stringify(record.raw)).slice(0, searchedJsonLength));
	}

	const all = fields.map(({read}) => read(record));
	const text = all.join(separator);
	// In one piece, because that is faster; all are shorter than what is searched of one.
	return text.length <= searchedLength ? foldText(text) : all.map(value => searched(value)).join(separator);
}

/** The searched text of a field, from the result of `searchTextOf` for a notification; undefined if that does not say where it begins and ends, or has only the beginning of it. */
export function fieldInSearchText(searchText: string, field: Field): string | undefined {
	if (searchText.length > searchedLength) {
		return undefined;
	}

	let start = 0;
	let found: string | undefined;
	for (const each of fields) {
		const end = searchText.indexOf(separator, start);
		// A value may contain line breaks.
		if ((end === -1) !== (each === lastField)) {
			return undefined;
		}

		if (each === field) {
			found = searchText.slice(start, end === -1 ? undefined : end);
		}

		start = end + separator.length;
	}

	return found;
}

/** A function that checks whether a record matches. `searchText`: the result of `searchTextOf` for it. */
type Matcher = (record: ListedRecord, searchText: string) => boolean;

/**
Creates a function that checks whether a record matches a query. The kind of each term is decided here, once instead of for each record, and a query of words alone, the usual kind, has the fastest check.

@param query - The query.
@param states - The notifications in each state, for the states in the query.
@throws SyntaxError if a pattern is not a regular expression. `checkQuery` finds that earlier.
*/
export function createMatcher(query: Query, states: StateIds = noStateIds): Matcher {
	if (
		query.length === 1 &&
		query[0]!.every(
			({field, isNot, pattern, state}) => field === undefined && !isNot && pattern === undefined && state === undefined,
		)
	) {
		return wordsMatcher(query[0]!.map(({text}) => text));
	}

	const alternatives = query.map(terms => terms.map(term => termMatcher(term, states)));
	return (record, searchText) =>
		alternatives.length === 0 || alternatives.some(tests => tests.every(test => test(record, searchText)));
}

function wordsMatcher(words: readonly string[]): Matcher {
	return (_record, searchText) => {
		for (const word of words) {
			if (!searchText.includes(word)) {
				return false;
			}
		}

		return true;
	};
}

function termMatcher({field: name, text, isNot, isExact, pattern, state}: SearchTerm, states: StateIds): Matcher {
	if (state !== undefined) {
		const ids = states[state];
		return record => (record.kind === 'notification' && ids.has(record.id)) !== isNot;
	}

	const field = name === undefined ? undefined : fieldNamed(name);
	if (pattern !== undefined) {
		const expression = patternOf(pattern);
		return field === undefined
			? (_record, searchText) => searchText.split(separator).some(value => expression.test(value)) !== isNot
			: record => expression.test(recordText(record, field).slice(0, searchedLength)) !== isNot;
	}

	if (field === undefined) {
		return (_record, searchText) => searchText.includes(text) !== isNot;
	}

	const isIn = isExact ? (value: string) => value === text : (value: string) => value.includes(text);
	// The search text contains every field, so most records are refused without being parsed.
	return (record, searchText) => (searchText.includes(text) && isIn(searched(recordText(record, field)))) !== isNot;
}

/**
Compiles a pattern, case-insensitive unless other flags are given. Syntax that only older JavaScript allows is accepted as well.

@throws SyntaxError
*/
export function patternOf(source: string, flags = 'i'): RegExp {
	const expressionWith = (all: string) => new RegExp(source, all);
	try {
		return expressionWith(`${flags}v`);
	} catch {
		return expressionWith(flags);
	}
}

/** A word to highlight in a match. */
export type SoughtWord = {
	/** The word, folded. */
	readonly text: string;
	/** The field that was searched; undefined for all fields. */
	readonly field: FieldName | undefined;
};

/** The words to highlight in a match: those of every term that must occur. */
export const soughtWords = (query: Query): SoughtWord[] =>
	query.flatMap(terms => terms.flatMap(({field, text, isNot}) => (isNot || text.length === 0 ? [] : [{text, field}])));

/** The texts of the words that were searched in a field. */
export const wordsIn = (words: readonly SoughtWord[], name: string | undefined): string[] =>
	words.filter(({field}) => field === undefined || field === name).map(({text}) => text);

/** Whether every record that matches `next` also matches `previous`. Then only the matches of `previous` have to be searched. */
export function isNarrower(next: Query, previous: Query): boolean {
	return previous.length === 0 || next.length === 0
		? previous.length === 0
		: next.every(terms => previous.some(earlier => earlier.every(old => terms.some(term => isImplying(term, old)))));
}

function isImplying(term: SearchTerm, old: SearchTerm): boolean {
	const isAllOrNothing = [term.isNot, old.isNot, old.isExact, old.pattern !== undefined, old.state !== undefined].some(
		Boolean,
	);
	return isAllOrNothing
		? isDeepStrictEqual(term, old)
		: term.pattern === undefined &&
				(old.field === undefined || old.field === term.field) &&
				term.text.includes(old.text);
}
