/** Ranges in which neighbours have one width, and break and join alike: ideographs, Hangul syllables (every 28th is without a final consonant), surrogates and private use, and everything beyond emoji: ideographs, tags, selectors and private use. */
const alike: ReadonlyArray<readonly [first: number, last: number]> = [
	[0x34_00, 0x4d_bf],
	[0x4e_00, 0x9f_ff],
	[0xac_00, 0xd7_a3],
	[0xd8_00, 0xf8_ff],
	[0x1_70_00, 0x1_87_f7],
	[0x2_00_00, 0x10_ff_ff],
];

/**
Every code point up to a limit; of the long ranges that are alike the first and the last, and one of 61: a prime, so that it meets every remainder.

@yields A code point.
*/
export function* codePoints(limit = 0x10_ff_ff): Generator<number, void, void> {
	let next = 0;
	for (const [first, last] of alike) {
		for (; next <= Math.min(first, limit); next++) {
			yield next;
		}

		for (next = first + 61; next < Math.min(last, limit + 1); next += 61) {
			yield next;
		}

		next = last;
	}

	for (; next <= limit; next++) {
		yield next;
	}
}
