import {foldWithPlaces} from '../platform/text.ts';

/** A piece of a text, and whether it matches one of the words. */
export type Piece = {
	readonly text: string;
	readonly isMatch: boolean;
};

/** Splits a text at the words that occur in it; they are folded (`foldText`). The pieces joined are the text. */
export function highlight(text: string, words: readonly string[]): Piece[] {
	const folded = foldWithPlaces(text);
	const sought = words.filter(word => word !== '');
	const pieces: Piece[] = [];
	let from = 0;
	for (
		let next = nextMatch(folded.text, sought, 0);
		next !== undefined;
		next = nextMatch(folded.text, sought, next.end)
	) {
		const [start, end] = [Math.max(from, folded.startOf(next.start)), folded.endOf(next.end)];
		if (start > from) {
			pieces.push({text: text.slice(from, start), isMatch: false});
		}

		if (end > start) {
			pieces.push({text: text.slice(start, end), isMatch: true});
		}

		from = end;
	}

	return from < text.length ? [...pieces, {text: text.slice(from), isMatch: false}] : pieces;
}

function nextMatch(
	folded: string,
	words: readonly string[],
	from: number,
): {readonly start: number; readonly end: number} | undefined {
	let found: {start: number; end: number} | undefined;
	for (const word of words) {
		const start = folded.indexOf(word, from);
		if (start !== -1 && (found === undefined || start < found.start)) {
			found = {start, end: start + word.length};
		}
	}

	return found;
}
