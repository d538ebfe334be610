import type {Filter} from './notification.ts';

/*
Values worth suggesting. interface.md leaves the allowed values open: these were seen there, in the documentation of a like service, or are in everyday use for the chains they name. They save typing and are never a closed list.
*/

export const networks: readonly string[] = [
	'ETH_MAINNET',
	'ETH_SEPOLIA',
	'BASE_MAINNET',
	'MATIC_MAINNET',
	'ARB_MAINNET',
	'OPT_MAINNET',
];

export const eventTypes: readonly string[] = ['ADDRESS_ACTIVITY', 'GRAPHQL'];

export const valueTypes: readonly string[] = ['int', 'float', 'str', 'boolean', 'list'];

type Operator = {
	readonly name: string;
	/** How a sentence says it. */
	readonly words: string;
	/** The value types it goes with. */
	readonly types: readonly string[];
};

export const operators: readonly Operator[] = [
	{name: 'eq', words: 'is', types: ['int', 'float', 'str', 'boolean']},
	{name: 'neq', words: 'is not', types: ['int', 'float', 'str', 'boolean']},
	{name: 'gt', words: 'is greater than', types: ['int', 'float']},
	{name: 'lt', words: 'is less than', types: ['int', 'float']},
	{name: 'in', words: 'is one of', types: ['list']},
	{name: 'nin', words: 'is none of', types: ['list']},
	{name: 'contains', words: 'contains', types: ['str']},
	{name: 'ncontains', words: 'does not contain', types: ['str']},
];

type EventField = {
	readonly name: string;
	/** What a filter on it usually looks like. */
	readonly operator: string;
	readonly valueType: string;
};

/** What a filter on an ADDRESS_ACTIVITY event can name. */
export const eventFields: readonly EventField[] = [
	{name: 'value', operator: 'gt', valueType: 'int'},
	{name: 'asset', operator: 'eq', valueType: 'str'},
	{name: 'fromAddress', operator: 'eq', valueType: 'str'},
	{name: 'toAddress', operator: 'eq', valueType: 'str'},
	{name: 'category', operator: 'eq', valueType: 'str'},
	{name: 'hash', operator: 'eq', valueType: 'str'},
	{name: 'blockNum', operator: 'gt', valueType: 'int'},
];

/** The value type under the name the vocabulary knows it by: `string` is written for `str` in places. */
export function plainType(valueType: string): string {
	return valueType === 'string' ? 'str' : valueType;
}

/** The operators to offer for a value type: those that go with it; all of them while it is open or unknown. */
export function operatorsFor(valueType: string): string[] {
	const fitting = operators.filter(({types}) => types.includes(plainType(valueType)));
	return (fitting.length === 0 ? operators : fitting).map(({name}) => name);
}

/** The value types to offer for an operator: those it goes with; all of them while it is open or unknown. */
export function typesFor(operator: string): readonly string[] {
	return operators.find(({name}) => name === operator)?.types ?? valueTypes;
}

/** Whether an operator and a value type are both known, and do not go together. */
export function isMismatch({operator, valueType}: Filter): boolean {
	return valueTypes.includes(plainType(valueType)) && !typesFor(operator).includes(plainType(valueType));
}
