import type {FieldName} from '../fields.ts';
import {fieldOf, hasPattern, isOr, isStateWord, queryOfWords, valueOf, wordsOf, type Query} from './parse-query.ts';

/** The condition on a field, or on the state, that is being typed in a query. */
export type TypedCondition = {
	/** The field; undefined for a state, as in `is:new`. */
	readonly field: FieldName | undefined;
	/** The text typed so far, in lower case. */
	readonly text: string;
	/** Whether the field must equal the text. */
	readonly isExact: boolean;
	/** The other conditions that a record must meet, on this side of an `or`. */
	readonly others: Query;
	/** The start and the end (exclusive) of the condition after its prefix, in the query. */
	readonly start: number;
	readonly end: number;
};

/** Finds the condition that the cursor of a query is in; undefined if it is in a word without a field, in an ID, which is its own, in a pattern, or beside another pattern, which would take long to try. */
export function typedCondition(query: string, cursor: number): TypedCondition | undefined {
	const words = wordsOf(query);
	const index = words.findIndex(({start, end}) => start < cursor && cursor <= end);
	const word = words[index];
	const field = word && fieldOf(word);
	if (
		word === undefined ||
		(field === undefined && !isStateWord(word)) ||
		field === 'id' ||
		word.end - word.value.length > cursor ||
		word.value.startsWith('/')
	) {
		return undefined;
	}

	const before = words.slice(0, index);
	const after = words.slice(index + 1);
	const nextOr = after.findIndex(each => isOr(each));
	const others = queryOfWords([
		...before.slice(before.findLastIndex(each => isOr(each)) + 1),
		...(nextOr === -1 ? after : after.slice(0, nextOr)),
	]);
	return hasPattern(others)
		? undefined
		: {field, ...valueOf(word), others, start: word.end - word.value.length, end: word.end};
}

/** A query in which the condition being typed has become the one that finds a value exactly, and the cursor after it. Undefined for a value that cannot be written in a query. */
export function completeCondition(
	query: string,
	{field, start, end}: TypedCondition,
	value: string,
): {readonly text: string; readonly cursor: number} | undefined {
	if (value.includes('"')) {
		return undefined;
	}

	const sought = field === undefined ? value : `=${value}`;
	const written = `${/\s/v.test(value) ? `"${sought}"` : sought} `;
	return {text: `${query.slice(0, start)}${written}${query.slice(end).trimStart()}`, cursor: start + written.length};
}
