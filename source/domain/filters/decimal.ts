/** An exact decimal number of any length. */
type Decimal = {
	/** The digits, without the decimal point. */
	readonly digits: bigint;
	/** How many of the digits are after the decimal point. */
	readonly scale: number;
};

/** Characters of a number. Any amount has fewer than 100; longer ones would take seconds. */
const longestNumber = 1000;

const decimal = /^([+\-]?)(\d+)(?:\.(\d+))?$/v;

/** Whether a text is an integer of any length. */
export function isInteger(text: string): boolean {
	return /^[+\-]?\d+$/v.test(text);
}

/** Whether a text is a decimal number of any length, without exponent. */
export function isDecimal(text: string): boolean {
	return decimal.test(text);
}

/**
Compares two decimal numbers exactly. Token amounts exceed 2^53.

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
	const match = text.length > longestNumber ? null : decimal.exec(text);
	if (match === null) {
		return undefined;
	}

	const [, sign, whole, fraction = ''] = match;
	return {digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), scale: fraction.length};
}

function raise({digits, scale}: Decimal, to: number): bigint {
	return digits * (10n ** BigInt(to - scale));
}
