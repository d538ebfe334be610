import {isDeepStrictEqual} from 'node:util';
import {hasRunWithin} from '../platform/clock.ts';
import {escapePattern, foldText, nonEmpty, numberText, patternOf} from '../platform/text.ts';
import {itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';
import {fieldNamed, fields, recordText, type FieldName} from '../notification/spec.ts';
import type {ListedRecord, Notification} from '../notification/notification.ts';

/** One condition of a query. */
export type SearchTerm = {
	/** The field to search; undefined for all fields. */
	readonly field: FieldName | undefined;
	/** The text to find, folded; empty if there is a pattern or a state. */
	readonly text: string;
	/** The text without the thousands separators of its numbers, if it has any: filters show them, but are listed without them. It is looked for as well. */
	readonly plain?: string;
	/** Whether the text must not occur. */
	readonly isNot: boolean;
	/** Whether the field must equal the text. Otherwise it must contain it. */
	readonly isExact?: true;
	/** The source of a regular expression that must match, instead of the text. */
	readonly pattern?: string;
	/** The state that the notification must have, instead of the text. */
	readonly state?: RecordState;
};

/** A parsed query: a record matches if it meets every term of at least one of these lists. An empty query matches every record. */
export type Query = ReadonlyArray<readonly SearchTerm[]>;

/** A state of a notification in the list: it appeared or vanished since the changes were last acknowledged, has a pending change, is marked, or is parked. */
export type RecordState = 'new' | 'gone' | 'pending' | 'marked' | 'parked';

/** The IDs of the notifications in each state. */
export type StateIds = Readonly<Record<RecordState, ReadonlySet<string>>>;

const noIds: ReadonlySet<string> = new Set();

/** The default where nothing has a state. */
export const noStateIds: StateIds = {new: noIds, gone: noIds, pending: noIds, marked: noIds, parked: noIds};

/** The names of the states, in the order to show them. */
export const recordStates = Object.keys(noStateIds) as readonly RecordState[];

/** Whether the IDs of every state are identical objects. */
export const areSameStateIds = (one: StateIds, other: StateIds): boolean =>
	recordStates.every(state => one[state] === other[state]);

/** Whether a query has a pattern, which can be slow to search for. */
export const hasPattern = (query: Query): boolean =>
	query.some(terms => terms.some(({pattern}) => pattern !== undefined));

/** The separator between two fields, so that no word matches across them. */
const separator = '\n';

/** The maximum number of characters of a value that are searched. */
const searchedLength = 10_000;

/** The maximum number of characters searched in a record that cannot be read. */
const searchedJsonLength = 100_000;

const labelField = fieldNamed('label');

/** The searchable text of a record: all fields, folded. For a record that cannot be read it is the JSON. `hasLabels`: whether the labels of this machine are searched, too. */
export function searchTextOf(record: ListedRecord, hasLabels = true): string {
	if (record.kind === 'unreadable') {
		return foldText((record.json ?? JSON.stringify(record.raw)).slice(0, searchedJsonLength));
	}

	const label = hasLabels ? labelField.read(record) : '';
	const text = fields.map(({read}) => read(record).slice(0, searchedLength)).join(separator);
	return foldText(label === '' ? text : `${text}${separator}${label}`);
}

/** A function that checks whether a record matches. `searchText`: the result of `searchTextOf` for it. */
type Matcher = (record: ListedRecord, searchText: string) => boolean;

/**
Creates a function that checks whether a record matches a query. The kind of each term is decided here, once instead of for each record.

@param query - The query.
@param states - The notifications in each state, for the states in the query.
@throws SyntaxError if a pattern is not a regular expression. `checkQuery` finds that earlier.
*/
export function createMatcher(query: Query, states: StateIds = noStateIds): Matcher {
	const alternatives = query.map(terms => terms.map(term => termMatcher(term, states)));
	const [terms = []] = alternatives;
	// Most queries are one word, which is sought in 100,000 texts at each letter.
	if (alternatives.length === 1 && terms.length === 1) {
		return terms[0]!;
	}

	return (record, searchText) =>
		alternatives.length === 0 || alternatives.some(tests => tests.every(test => test(record, searchText)));
}

function termMatcher(term: SearchTerm, states: StateIds): Matcher {
	const {field: name, text, plain, isNot, isExact, pattern, state} = term;
	if (plain !== undefined) {
		const tests = [text, plain].map(each =>
			termMatcher({field: name, text: each, isNot: false, ...(isExact && {isExact})}, states),
		);
		return (...found) => tests.some(test => test(...found)) !== isNot;
	}

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
	return (record, searchText) =>
		(searchText.includes(text) && isIn(foldText(recordText(record, field).slice(0, searchedLength)))) !== isNot;
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
	query
		.flat()
		.flatMap(({field, text, plain, isNot}) =>
			isNot ? [] : nonEmpty([text, plain]).map(each => ({text: each, field})),
		);

/** The texts of the words that were searched in a field. */
export const wordsIn = (words: readonly SoughtWord[], name: string | undefined): string[] =>
	words
		.filter(({field}) => field === undefined || field === name || (field === 'label' && name === 'address'))
		.map(({text}) => text);

/** Whether every record that matches `next` also matches `previous`. Then only the matches of `previous` have to be searched. */
export function isNarrower(next: Query, previous: Query): boolean {
	return previous.length === 0 || next.length === 0
		? previous.length === 0
		: next.every(terms => previous.some(earlier => earlier.every(old => terms.some(term => isImplying(term, old)))));
}

function isImplying(term: SearchTerm, old: SearchTerm): boolean {
	const isAllOrNothing = [term.isNot, old.isNot, old.isExact, old.plain, old.pattern, old.state].some(Boolean);
	return isAllOrNothing
		? isDeepStrictEqual(term, old)
		: term.pattern === undefined &&
				(old.field === undefined || old.field === term.field) &&
				[term.text, term.plain ?? term.text].every(text => text.includes(old.text));
}

type SearchResult = {
	/** The positions of the matching records, in the given order. */
	readonly matches: readonly number[];
	/** Whether a pattern took too long: then there are no matches. */
	readonly isTooSlow: boolean;
};

/** The time limit of a pattern for the records of one slice, in milliseconds. A key waits no longer than that. */
const patternTime = 150;

/**
Creates a function that searches the records of a listing, in a given order, for those that match a query. Run a search to its end before you start the next one.

It reads each record once. It keeps the matches of each prefix of a query: another letter searches only those matches, and deleting a letter finds the previous ones again.
*/
export function createSearcher(): (
	records: readonly ListedRecord[],
	order: readonly number[],
	query: Query,
	states: StateIds,
) => Sliced<SearchResult> {
	let indexed: readonly ListedRecord[] = [];
	let texts: string[] = [];
	let ordered: readonly number[] = [];
	let stated = noStateIds;
	let results: Array<{readonly query: Query; readonly matches: readonly number[]}> = [];

	return function* (records, order, query, states) {
		if (indexed !== records) {
			texts = yield* mapInSlices(records, itemsPerSlice, record => searchTextOf(record));
			indexed = records;
		}

		if (ordered !== order || stated !== states) {
			results = [];
			ordered = order;
			stated = states;
		}

		while (results.length > 0 && !isNarrower(query, results.at(-1)!.query)) {
			results.pop();
		}

		const last = results.at(-1) ?? {query: [], matches: order};
		if (isDeepStrictEqual(query, last.query)) {
			return {matches: last.matches, isTooSlow: false};
		}

		const isMatching = createMatcher(query, states);
		const isSlow = hasPattern(query);
		const matches: number[] = [];
		for (let start = 0; start < last.matches.length; start += itemsPerSlice) {
			const slice = last.matches.slice(start, start + itemsPerSlice);
			let found = slice;
			const searchSlice = () => {
				found = slice.filter(position => isMatching(records[position]!, texts[position]!));
			};

			if (!isSlow) {
				searchSlice();
			} else if (!hasRunWithin(patternTime, searchSlice)) {
				return {matches: [], isTooSlow: true};
			}

			matches.push(...found);
			yield;
		}

		results.push({query, matches});
		return {matches, isTooSlow: false};
	};
}

/** The fields whose values say whose notifications they are. */
const owners: ReadonlySet<FieldName> = new Set(['user', 'recipient']);

/** The first condition of a query that also found other values than the one that was probably meant: `user:42` finds `customer-104205`, too. It finds a value as a whole, and others that only contain it, among the notifications to change. */
export const findPartialMatch = (query: Query, targets: readonly Notification[]) =>
	query
		.flat()
		.values()
		.map(term => partialMatchOf(term, targets))
		.find(found => found !== undefined);

function partialMatchOf({field: named, text, isNot, isExact}: SearchTerm, targets: readonly Notification[]) {
	// A word alone is meant as a user only if it is one. A pattern has no text.
	const field = named ?? 'user';
	if (isNot || isExact === true || text === '' || !owners.has(field)) {
		return undefined;
	}

	const {read} = fieldNamed(field);
	const found = [...Map.groupBy(targets.map(read), foldText)]
		.filter(([folded]) => folded.includes(text))
		.toSorted(([, a], [, b]) => b.length - a.length);
	const equal = found.filter(([folded]) => folded === text);
	const meant = equal.length > 0 || named === undefined ? equal : found.filter(([folded]) => isWholeWord(folded, text));
	const others = found.filter(each => !meant.includes(each)).map(([, values]) => values.at(-1)!);
	const best = meant[0]?.[1] ?? [];
	const value = best.at(-1);
	// No condition can have a quotation mark.
	return value === undefined || value.includes('"') || others.length === 0
		? undefined
		: {
				/** The condition: `user:42`. */
				term: named === undefined ? text : conditionText(field, text),
				/** The other values that it found, the most frequent first. */
				others,
				/** The condition that finds only what was meant: `user:=user-42`. */
				exact: conditionText(field, `=${value}`),
				/** The number of notifications with the value that was meant. */
				count: best.length,
				/** The field, and the number of its values that were found. */
				field,
				values: found.length,
			};
}

/** Whether a text stands in a value without a letter or digit next to it: `42` in `user-42`, but not in `1042`. */
const isWholeWord = (value: string, text: string): boolean =>
	new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(text)}(?![\p{L}\p{N}])`, 'v').test(value);

const conditionText = (field: FieldName, text: string): string =>
	/\s/v.test(text) ? `${field}:"${text}"` : `${field}:${text}`;

/** Warns of a condition that also found others, in a sentence; not yet safe to show: `23 users: user:42 also matches customer-104205. user:=user-42 finds 154.` */
export function partialMatchText({
	term,
	others,
	exact,
	count,
	field,
	values,
}: NonNullable<ReturnType<typeof findPartialMatch>>): string {
	const more = others.length - 1;
	return `${numberText(values)} ${field}s: ${term} also matches ${others[0]!}${more === 0 ? '' : ` and ${numberText(more)} more`}. ${exact} finds ${numberText(count)}.`;
}
