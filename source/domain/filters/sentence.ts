import type {Filter} from '../notification.ts';
import {operators} from '../vocabulary.ts';

/** A filter as a sentence: `value is greater than 1000 (int)`. An operator without words stands as it is; what is missing is `…`. */
export function filterSentence({fieldName, operator, value, valueType}: Filter): string {
	const words = operators.find(({name}) => name === operator)?.words ?? operator;
	const said = [quoteUnlessWord(fieldName), words === '' ? '…' : words, quoteUnlessWord(value)].join(' ');
	return valueType === '' ? said : `${said} (${valueType})`;
}

/** Text of more than one word in quotes, so that it cannot read as the rest of the sentence. */
function quoteUnlessWord(text: string): string {
	if (text === '') {
		return '…';
	}

	return /^[^\s"\(\)…]+$/v.test(text) ? text : JSON.stringify(text);
}

/** All filters of a notification as one sentence: every one of them must hold. */
export function filtersSentence(filters: readonly Filter[]): string {
	return filters.map(filter => filterSentence(filter)).join(' and ');
}

/** The items of a `list` value, which is typed with commas between them. */
export function listItems(value: string): string[] {
	return value.split(',').map(item => item.trim()).filter(item => item !== '');
}
