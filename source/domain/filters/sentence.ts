import type {Filter} from '../notification.ts';
import {operators} from '../vocabulary.ts';

/** Describes a filter: `value is greater than 1000 (int)`. Members that interface.md does not name follow at the end: `[negate: true]`. An unknown operator is left as it is; a missing part is `…`. */
export function filterSentence({fieldName, operator, value, valueType, extras = {}}: Filter): string {
	const words = operators.find(({name}) => name === operator)?.words ?? operator;
	const sentence = [quoteUnlessWord(fieldName), words === '' ? '…' : words, quoteUnlessWord(value)].join(' ');
	const others = Object.entries(extras).map(([name, held]) => `${name}: ${JSON.stringify(held)}`);
	return [sentence, ...valueType === '' ? [] : [`(${valueType})`], ...others.length === 0 ? [] : [`[${others.join(', ')}]`]].join(' ');
}

/** Quotes a text of several words, so that it cannot be mistaken for part of the sentence. */
function quoteUnlessWord(text: string): string {
	if (text === '') {
		return '…';
	}

	return /^[^\s"\(\)…]+$/v.test(text) ? text : JSON.stringify(text);
}

/** Describes all filters of a notification, which must all match. */
export function filtersSentence(filters: readonly Filter[]): string {
	return filters.map(filter => filterSentence(filter)).join(' and ');
}

/** The items of a `list` value, which are separated by commas. */
export function listItems(value: string): string[] {
	return value.split(',').map(item => item.trim()).filter(item => item !== '');
}
