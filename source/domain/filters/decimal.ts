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
