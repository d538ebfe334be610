/** A piece of a text, and whether it matches one of the words. */
export type Piece = {
	readonly text: string;
	readonly isMatch: boolean;
};

/** Splits a text at the words that occur in it, ignoring case. The pieces joined are the text. */
export function highlight(text: string, words: readonly string[]): Piece[] {
	const lower = text.toLowerCase();
	// Some letters change their length with their case, so positions would not match. Then nothing is highlighted.
	const sought = lower.length === text.length ? words.filter(word => word !== '') : [];
	const pieces: Piece[] = [];
	let from = 0;
	while (from < text.length) {
		const next = nextMatch(lower, sought, from);
		if (next === undefined) {
			break;
		}

		if (next.start > from) {
			pieces.push({text: text.slice(from, next.start), isMatch: false});
		}

		pieces.push({text: text.slice(next.start, next.end), isMatch: true});
		from = next.end;
	}

	return from < text.length ? [...pieces, {text: text.slice(from), isMatch: false}] : pieces;
}

function nextMatch(lower: string, words: readonly string[], from: number): {readonly start: number; readonly end: number} | undefined {
	let found: {start: number; end: number} | undefined;
	for (const word of words) {
		const start = lower.indexOf(word, from);
		if (start !== -1 && (found === undefined || start < found.start)) {
			found = {start, end: start + word.length};
		}
	}

	return found;
}
