import type {Filter} from './notification.ts';

const operatorWords: Readonly<Record<string, string>> = {
	eq: 'is',
	neq: 'is not',
	gt: 'is greater than',
	lt: 'is less than',
	in: 'is one of',
	nin: 'is none of',
	contains: 'contains',
	ncontains: 'does not contain',
};

/** A filter as a sentence: `value is greater than 1000 (int)`. An operator without words stands as it is. */
export function filterSentence({fieldName, operator, value, valueType}: Filter): string {
	const type = valueType === '' ? '' : ` (${valueType})`;
	return `${fieldName} ${operatorWords[operator] ?? operator} ${value}${type}`;
}

/** All filters of a notification as one sentence: every one of them must hold. */
export function filtersSentence(filters: readonly Filter[]): string {
	return filters.length === 0 ? 'every event' : filters.map(filter => filterSentence(filter)).join(' and ');
}
