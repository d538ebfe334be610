/** The parts of a filter that say how it compares. */
type Comparison = Readonly<Record<'operator' | 'valueType', string>>;

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
	/** The value types that the operator is normally used with. */
	readonly types: readonly string[];
};

/** The operators to suggest, each with its sign. */
export const operators: readonly Operator[] = [
	{name: 'eq', sign: '=', words: 'is', types: ['int', 'float', 'str', 'boolean']},
	{name: 'neq', sign: '!=', words: 'is not', types: ['int', 'float', 'str', 'boolean']},
	{name: 'gt', sign: '>', words: 'is greater than', types: ['int', 'float']},
	{name: 'gte', sign: '>=', words: 'is at least', types: ['int', 'float']},
	{name: 'lt', sign: '<', words: 'is less than', types: ['int', 'float']},
	{name: 'lte', sign: '<=', words: 'is at most', types: ['int', 'float']},
	{name: 'in', sign: 'in', words: 'is one of', types: ['list']},
	{name: 'nin', sign: 'not in', words: 'is none of', types: ['list']},
	{name: 'contains', sign: 'contains', words: 'contains', types: ['str']},
	{name: 'ncontains', sign: 'not contains', words: 'does not contain', types: ['str']},
];

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

/** The value type that follows from the other parts of a filter: the only one of its operator, the usual one of a field that events are known to have, or that of the value. Empty without a field. */
export function typeOf({
	fieldName,
	operator,
	value,
}: Readonly<Record<'fieldName' | 'operator' | 'value', string>>): string {
	const text = value.trim();
	const [ofOperator, ...others] = typesFor(operator);
	const usual = eventFields.find(({name}) => name === fieldName)?.valueType;
	if (fieldName === '' || others.length === 0) {
		return fieldName === '' ? '' : ofOperator!;
	}

	// A number with leading zeros may be a code.
	if (usual === 'int' || (usual === undefined && /^[+\-]?(?:0|[1-9]\d*)(?:\.\d+)?$/v.test(text))) {
		return isDecimal(text) && !isInteger(text) ? 'float' : 'int';
	}

	return usual ?? (text === 'true' || text === 'false' ? 'boolean' : 'str');
}

/** Whether the value of a filter is a number: by its operator, or by its type. */
export function isNumeric({operator, valueType}: Comparison): boolean {
	const sign = operatorSigns.get(operator) ?? '';
	return (
		['>', '>=', '<', '<='].includes(sign) ||
		(!['in', 'not in'].includes(sign) && ['int', 'float'].includes(resolveTypeAlias(valueType)))
	);
}

/** The name of a value type in this vocabulary: `str` for the common `string`. */
export function resolveTypeAlias(valueType: string): string {
	return valueType === 'string' ? 'str' : valueType;
}

/** The value types of an operator; all of them if it is empty or unknown. */
function typesFor(operator: string): readonly string[] {
	return operators.find(({name}) => name === operator)?.types ?? valueTypes;
}

/** Whether a filter's operator and value type are both known, but are not normally used together. */
export function isMismatch({operator, valueType}: Comparison): boolean {
	return valueTypes.includes(resolveTypeAlias(valueType)) && !typesFor(operator).includes(resolveTypeAlias(valueType));
}

/** The items of a `list` value, which are separated by commas. */
export function listItems(value: string): string[] {
	return value
		.split(',')
		.map(item => item.trim())
		.filter(item => item !== '');
}

/** The signs by the names that are sent. An operator without one stands for itself. */
export const operatorSigns: ReadonlyMap<string, string> = new Map(operators.map(({name, sign}) => [name, sign]));
const names: ReadonlyMap<string, string> = new Map(operators.map(({name, sign}) => [sign, name]));

/** The signs with their names in one line, for help and docs: `eq (=), neq (!=)`. */
export const signsText = operators.map(({name, sign}) => (name === sign ? name : `${name} (${sign})`)).join(', ');

/** The name of an operator that looks like the sign of another one: gt for `>`. */
export const nameOfSign = (operator: string): string | undefined => {
	const name = names.get(operator);
	return name === operator ? undefined : name;
};

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

/** The units of Ether as powers of ten in wei (Ethereum Yellow Paper, section 2.1). */
const units: Readonly<Record<string, number>> = {wei: 0, gwei: 9, ether: 18};

/** A number as people write it: digits in groups, an exponent, a unit of Ether. */
const spoken =
	/^(?<sign>[+\-]?)(?<whole>\d+(?:_\d+)*)(?:\.(?<fraction>\d+))?(?:e\+?(?<power>-?\d{1,3}))?(?:\s+(?<unit>wei|gwei|ether))?$/iv;

/**
Writes out a number that a person wrote in short, exactly: `1_000_000`, `1e18`, `1.5e18`, `10 gwei` (in wei).

@returns Its digits; undefined for any other text, for a number without anything short in it, and for a part of a wei.
*/
export function writtenOut(text: string): string | undefined {
	const {sign = '', whole = '', fraction = '', power = '', unit = ''} = spoken.exec(text.trim())?.groups ?? {};
	if (power === '' && unit === '' && !whole.includes('_')) {
		return undefined;
	}

	const digits = `${whole.replaceAll('_', '')}${fraction}`;
	/** How many of the digits are before the decimal point. */
	const point = digits.length - fraction.length + Number(power) + (units[unit.toLowerCase()] ?? 0);
	const before = String(BigInt(digits.slice(0, Math.max(0, point)).padEnd(point, '0')));
	const rest = digits.slice(Math.max(0, point)).padStart(digits.length - point, '0');
	const after = rest.slice(0, Array.from(rest).findLastIndex(digit => digit !== '0') + 1);
	if (after === '') {
		return `${sign}${before}`;
	}

	return unit === '' ? `${sign}${before}.${after}` : undefined;
}

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
