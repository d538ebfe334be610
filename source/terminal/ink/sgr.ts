import {cacheIn} from './frame-cache.ts';

/** The codes of sequences that a frame has had. */
const splitCodes = new Map<string, readonly string[]>();

/** Splits the parameters of SGR into codes, each with its own parameters: `1;38;5;75` is `1` and `38;5;75`. */
export const codesOf = (parameters: string): readonly string[] =>
	cacheIn(splitCodes, parameters, () => splitParameters(parameters));

function splitParameters(parameters: string): readonly string[] {
	const numbers = parameters.split(';');
	const codes: string[] = [];
	for (let index = 0; index < numbers.length;) {
		// A colour of the palette has one more parameter after its kind, any other three.
		const length = ['38', '48', '58'].includes(numbers[index]!) ? (numbers[index + 1] === '5' ? 3 : 5) : 1;
		codes.push(numbers.slice(index, index + length).join(';'));
		index += length;
	}

	return codes;
}

/** Whether a code sets the colour behind text. */
export function isBackground(code: string): boolean {
	const number = Number(code.split(';', 1)[0]);
	return (number >= 40 && number <= 48) || (number >= 100 && number <= 107);
}

/** Whether a code sets the colour of text. */
export function isForeground(code: string): boolean {
	const number = Number(code.split(';', 1)[0]);
	return (number >= 30 && number <= 38) || (number >= 90 && number <= 97);
}
