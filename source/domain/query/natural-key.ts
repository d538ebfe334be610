const digits = /\d+/gv;

/** The maximum digit count that fits into one UTF-16 code unit. */
const maxCount = 0xff_ff;

/**
Returns a key for natural order: comparing two keys with `<` compares numbers by value (`user-9` before `user-10`), letters without case, and anything else by UTF-16 code unit.

Each number becomes `0`, so that it sorts among other characters as a digit does, then its digit count as one character, then its digits without leading zeros.
*/
export function naturalKey(text: string): string {
	return text.toLowerCase().replaceAll(digits, run => {
		const number = stripZeros(run);
		return `0${String.fromCodePoint(Math.min(number.length, maxCount))}${number}`;
	});
}

function stripZeros(run: string): string {
	let start = 0;
	while (start < run.length - 1 && run[start] === '0') {
		start++;
	}

	return start === 0 ? run : run.slice(start);
}
