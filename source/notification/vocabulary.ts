import {isDecimal, isInteger} from './filters.ts';
import type {Filter} from './notification.ts';

/*
Values to suggest. interface.md does not define the allowed values. These are shown there, or in the documentation of similar services, or are common names of the chains. They save typing; any other value can be sent.
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
	/** The name that is sent. */
	readonly name: string;
	/** The sign that is shown and typed. */
	readonly sign: string;
	/** The operator in words, for a screen reader, which may leave out signs. */
	readonly words: string;
	/** The value types that the operator is normally used with; none for one that is only read. */
	readonly types: readonly string[];
};

/** All operators that have a sign. */
export const signedOperators: readonly Operator[] = [
	{name: 'eq', sign: '=', words: 'is', types: ['int', 'float', 'str', 'boolean']},
	{name: 'neq', sign: '!=', words: 'is not', types: ['int', 'float', 'str', 'boolean']},
	{name: 'gt', sign: '>', words: 'is greater than', types: ['int', 'float']},
	{name: 'gte', sign: '>=', words: '>=', types: []},
	{name: 'lt', sign: '<', words: 'is less than', types: ['int', 'float']},
	{name: 'lte', sign: '<=', words: '<=', types: []},
	{name: 'in', sign: 'in', words: 'is one of', types: ['list']},
	{name: 'nin', sign: 'not in', words: 'is none of', types: ['list']},
	{name: 'contains', sign: 'contains', words: 'contains', types: ['str']},
	{name: 'ncontains', sign: 'not contains', words: 'does not contain', types: ['str']},
];

/** The operators to suggest. */
export const operators = signedOperators.filter(({types}) => types.length > 0);

type EventField = {
	readonly name: string;
	/** The usual operator for a filter on this field. */
	readonly operator: string;
	readonly valueType: string;
};

/** The fields of an ADDRESS_ACTIVITY event. */
export const eventFields: readonly EventField[] = [
	{name: 'value', operator: 'gt', valueType: 'int'},
	{name: 'asset', operator: 'eq', valueType: 'str'},
	{name: 'fromAddress', operator: 'eq', valueType: 'str'},
	{name: 'toAddress', operator: 'eq', valueType: 'str'},
	{name: 'category', operator: 'eq', valueType: 'str'},
	{name: 'hash', operator: 'eq', valueType: 'str'},
	{name: 'blockNum', operator: 'gt', valueType: 'int'},
];

/** The value type of a filter on a field that events are known to have: that of its value where it is a number, or else the usual one. Undefined for another field. */
export function typeOfValue(fieldName: string, value: string): string | undefined {
	const usual = eventFields.find(({name}) => name === fieldName)?.valueType;
	const text = value.trim();
	return usual === 'int' && isDecimal(text) && !isInteger(text) ? 'float' : usual;
}

/** The name of a value type in this vocabulary: `str` for the common `string`. */
export function resolveTypeAlias(valueType: string): string {
	return valueType === 'string' ? 'str' : valueType;
}

/** The operators to suggest for a value type; all of them if it is empty or unknown. */
export function operatorsFor(valueType: string): string[] {
	const usual = operators.filter(({types}) => types.includes(resolveTypeAlias(valueType)));
	return (usual.length === 0 ? operators : usual).map(({name}) => name);
}

/** The value types to suggest for an operator; all of them if it is empty or unknown. */
export function typesFor(operator: string): readonly string[] {
	return operators.find(({name}) => name === operator)?.types ?? valueTypes;
}

/** Whether a filter's operator and value type are both known, but are not normally used together. */
export function isMismatch({operator, valueType}: Filter): boolean {
	return valueTypes.includes(resolveTypeAlias(valueType)) && !typesFor(operator).includes(resolveTypeAlias(valueType));
}
