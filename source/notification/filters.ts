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

/** Shortens a part of a condition, quotes included. */
export type ShortenPart = (part: 'field' | 'value', text: string) => string;

const unshortened: ShortenPart = (_part, text) => text;

/** A filter as a condition: `value > 50,000`. Members that interface.md does not name follow: `[negate: true]`. An unknown operator is left as it is, one that looks like a sign is in quotes, and a missing part is `…`. */
export const filterText = (filter: Filter, shorten: ShortenPart = unshortened): string =>
	conditionText(filter, operatorText(filter.operator), shorten('value', groupedValue(filter)), shorten);

/** A filter as a condition with its type: `value > 50,000 (int)`. */
export const typedFilterText = (filter: Filter): string => `${filterText(filter)}${typeText(filter)}`;

/** A filter as it is searched, sorted and compared: `value > 50000 (int)`, the value as the service lists it. */
export const exactFilterText = (filter: Filter): string =>
	`${conditionText(filter, operatorText(filter.operator), quoteUnlessWord(filter.value))}${typeText(filter)}`;

/** A filter in words, for a screen reader: `value is greater than 50,000 (int)`. */
export function filterWords(filter: Filter): string {
	const words = operators.find(({name}) => name === filter.operator)?.words ?? operatorText(filter.operator);
	return `${conditionText(filter, words, groupedValue(filter))}${typeText(filter)}`;
}

/** All filters of a notification, which must all match: `value > 50,000 and asset = USDC`. Empty if there are none. */
export const filtersText = onceForShared(filters => filters.map(filter => filterText(filter)).join(' and '));

/** All filters of a notification as they are searched, sorted and compared. */
export const exactFiltersText = onceForShared(filters => filters.map(filter => exactFilterText(filter)).join(' and '));

/** A function that computes the text of filters once where notifications share them. Only a frozen list can be shared. */
function onceForShared(textOf: (filters: readonly Filter[]) => string): (filters: readonly Filter[]) => string {
	const texts = new WeakMap<readonly Filter[], string>();
	return filters => {
		const known = texts.get(filters);
		if (known !== undefined) {
			return known;
		}

		const text = textOf(filters);
		if (Object.isFrozen(filters)) {
			texts.set(filters, text);
		}

		return text;
	};
}

/** The first filter of a notification, and the number of the others: `value > 50,000 and 2 more`. */
export function shortFiltersText(filters: readonly Filter[], shorten?: ShortenPart): string {
	const [first, ...others] = filters;
	return first === undefined
		? ''
		: [filterText(first, shorten), ...(others.length === 0 ? [] : [`${others.length} more`])].join(' and ');
}

function conditionText(
	{fieldName, extras = {}}: Filter,
	operator: string,
	value: string,
	shorten = unshortened,
): string {
	const others = Object.entries(extras).map(([name, held]) => `${name}: ${JSON.stringify(held)}`);
	return [
		shorten('field', quoteUnlessWord(fieldName)),
		orDots(operator),
		value,
		...(others.length === 0 ? [] : [`[${others.join(', ')}]`]),
	].join(' ');
}

const typeText = ({valueType}: Filter): string => (valueType === '' ? '' : ` (${valueType})`);

/** A number in the usual form. One with leading zeros may be a code. */
const number = /^(?<sign>[+\-]?)(?<whole>[1-9]\d*|0)(?<fraction>\.\d+)?$/v;

/** A text that could be mistaken for a number with thousands separators. */
const separated = /^[+\-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/v;

/** The value of a filter, a number with thousands separators. */
function groupedValue({operator, value, valueType}: Filter): string {
	const isNumber =
		['int', 'float'].includes(resolveTypeAlias(valueType)) || ['>', '>=', '<', '<='].includes(operatorText(operator));
	const {sign, whole, fraction = ''} = (isNumber ? number.exec(value)?.groups : undefined) ?? {};
	if (whole !== undefined) {
		return `${sign}${withSeparators(whole)}${fraction}`;
	}

	return isNumber && separated.test(value) ? JSON.stringify(value) : quoteUnlessWord(value);
}

function withSeparators(digits: string): string {
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= 3) {
		groups.push(digits.slice(Math.max(0, end - 3), end));
	}

	return groups.toReversed().join(',');
}

/** A text without the thousands separators of its numbers. */
export const withoutSeparators = (text: string): string => text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/gv, '');

/** Quotes a part of a filter unless it is a single word, so that it cannot be mistaken for another part. */
const quoteUnlessWord = (text: string): string =>
	text === '' || /^[^\s"\(\)…]+$/v.test(text) ? orDots(text) : JSON.stringify(text);

/** A text, or `…` if it is missing. */
export const orDots = (text: string): string => (text === '' ? '…' : text);

/** The items of a `list` value, which are separated by commas. */
export function listItems(value: string): string[] {
	return value
		.split(',')
		.map(item => item.trim())
		.filter(item => item !== '');
}

/** The signs by the names that are sent. An operator without one stands for itself. */
const signs: ReadonlyMap<string, string> = new Map(signedOperators.map(({name, sign}) => [name, sign]));
const names: ReadonlyMap<string, string> = new Map(signedOperators.map(({name, sign}) => [sign, name]));

/** The signs with their names in one line, for help and docs: `eq (=), neq (!=)`. */
export const signsText = signedOperators.map(({name, sign}) => (name === sign ? name : `${name} (${sign})`)).join(', ');

/** An operator in a condition: `>` for gt. One that looks like a sign is in quotes, because a service may have an operator `">"`. Some services say ne for neq. */
export const operatorText = (operator: string): string =>
	signs.get(operator === 'ne' ? 'neq' : operator) ?? typedOperator(operator);

/** The name of an operator that looks like the sign of another one: gt for `>`. */
export const nameOfSign = (operator: string): string | undefined => {
	const name = names.get(operator);
	return name === operator ? undefined : name;
};

/** Reads an operator that a person typed: a sign stands for a name, and what is in quotes is taken as it is. */
export function readOperator(text: string): string {
	const trimmed = text.trim();
	return unquoted(trimmed) ?? names.get(trimmed.replaceAll(/\s+/gv, ' ')) ?? text;
}

/** Reads an operator in a file: quotes are removed, and a sign stands for itself. */
export const operatorInFile = (text: string): string => unquoted(text.trim()) ?? text;

/** An operator as a person types it: in quotes where it would be read as another one. */
export const typedOperator = (operator: string): string =>
	operator === '' || (/^[^\s"]+$/v.test(operator) && nameOfSign(operator) === undefined)
		? operator
		: JSON.stringify(operator);

/** An operator at the beginning of a text: in quotes, of two words, or a word. */
export const operatorPattern = String.raw`"(?:[^"\\]|\\.)*"|not\s+(?:in|contains)(?!\S)|\S+`;

function unquoted(text: string): string | undefined {
	if (!text.startsWith('"')) {
		return undefined;
	}

	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
}

/** An exact decimal number of any length. */
type Decimal = {
	/** The digits, without the decimal point. */
	readonly digits: bigint;
	/** The number of digits after the decimal point. */
	readonly scale: number;
};

/** The maximum length of a number. Any amount is shorter than 100 characters; comparing very long ones would take seconds. */
const longestNumber = 1000;

const decimal = /^([+\-]?)(\d+)(?:\.(\d+))?$/v;

/** A hexadecimal quantity as in events of EVM chains (EIP-1474, "Quantity"), with or without leading zeros. */
const hexadecimal = /^0x[\da-f]+$/iv;

/** Whether a text is an integer of any length. */
export function isInteger(text: string): boolean {
	return /^[+\-]?\d+$/v.test(text);
}

/** Whether a text is a decimal number of any length, without exponent. */
export function isDecimal(text: string): boolean {
	return decimal.test(text);
}

/** Whether a text is a hexadecimal quantity of any length. */
export function isHexadecimal(text: string): boolean {
	return hexadecimal.test(text);
}

/**
Compares two numbers exactly, each decimal or hexadecimal. Token amounts exceed 2^53.

@returns Negative, zero or positive, as for sorting; undefined if one of them is not a number.
*/
export function compareDecimals(a: string, b: string): number | undefined {
	const left = parse(a);
	const right = parse(b);
	if (left === undefined || right === undefined) {
		return undefined;
	}

	const scale = Math.max(left.scale, right.scale);
	const difference = raise(left, scale) - raise(right, scale);
	return difference < 0n ? -1 : Number(difference > 0n);
}

function parse(text: string): Decimal | undefined {
	if (text.length > longestNumber) {
		return undefined;
	}

	if (hexadecimal.test(text)) {
		return {digits: BigInt(text), scale: 0};
	}

	const match = decimal.exec(text);
	if (match === null) {
		return undefined;
	}

	const [, sign, whole, fraction = ''] = match;
	return {digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), scale: fraction.length};
}

function raise({digits, scale}: Decimal, to: number): bigint {
	return digits * 10n ** BigInt(to - scale);
}
