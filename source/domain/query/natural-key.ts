const digits = /\d+/gv;

/** The longest number whose length fits into one character. */
const longest = 0xFF_FF;

/**
A text such that comparing two of them with `<` compares what they were made from in natural order: numbers by their value (`user-9` before `user-10`), letters whatever their case, everything else by its UTF-16 code units.

Each number becomes `0`, so that it stays where a digit stands among other characters, then how many digits it has, then these, without leading zeros.
*/
export function naturalKey(text: string): string {
	return text.toLowerCase().replaceAll(digits, run => {
		const number = stripZeros(run);
		return `0${String.fromCodePoint(Math.min(number.length, longest))}${number}`;
	});
}

function stripZeros(run: string): string {
	let start = 0;
	while (start < run.length - 1 && run[start] === '0') {
		start++;
	}

	return start === 0 ? run : run.slice(start);
}
