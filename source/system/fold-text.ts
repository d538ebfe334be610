const ascii = /^\p{ASCII}*$/v;

/**
Folds a text, so that texts which differ only in case or in their Unicode form are equal: full case folding, and NFC. The dotted and the dotless i of Turkish are an i like any other, and a final sigma is a sigma.

ASCII, which most texts are, is only lower-cased.
*/
export function foldText(text: string): string {
	const lower = text.toLowerCase();
	return ascii.test(lower)
		? lower
		: lower
				.normalize('NFC')
				.toUpperCase()
				.toLowerCase()
				.replaceAll('ς', 'σ')
				.replaceAll('i\u{307}', 'i')
				.normalize('NFC');
}

/** A folded text, and the places in the original. */
export type FoldedPlaces = {
	readonly text: string;
	/** The start in the original of the character that has an offset in the folded text. */
	readonly startOf: (at: number) => number;
	/** The end in the original of the character that ends at an offset in the folded text, or after it. */
	readonly endOf: (at: number) => number;
};

/** Folds a text whose places are needed. */
export function foldWithPlaces(text: string): FoldedPlaces {
	if (ascii.test(text)) {
		return {text: text.toLowerCase(), startOf: at => at, endOf: at => at};
	}

	let folded = '';
	const starts: number[] = [];
	const ends: number[] = [];
	for (const {0: character, index} of text.matchAll(/\P{Mark}\p{Mark}*|\p{Mark}+/gv)) {
		const piece = foldText(character);
		folded += piece;
		starts.push(...Array.from({length: piece.length}, () => index));
		ends.push(...Array.from({length: piece.length}, () => index + character.length));
	}

	return {text: folded, startOf: at => starts[at] ?? text.length, endOf: at => ends[at - 1] ?? 0};
}
