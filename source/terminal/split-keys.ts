import {graphemes} from './graphemes.ts';

const pasteStart = '\u{1B}[200~';
const pasteEnd = '\u{1B}[201~';

/** A control sequence (ECMA-48 CSI, SS3, with one more ESC for alt), or alt and a character, or a lone ESC. */
const escapeSequence = /^\u{1B}(?:\u{1B}?(?:\[\[?[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*[\u{40}-\u{7E}]|O[\d;]*[\u{40}-\u{7E}])|[^\u{1B}O\[])?/v;

/** Nobody types this much between two reads; a terminal without bracketed paste sends it so. */
const pasteLength = 100;

export type KeySplitter = (chunk: string) => string[];

/**
Splits what a terminal sends into single keys.

A slow link, a held key or a fast typist makes several keys arrive as one chunk, and Ink reports a chunk as one event. Sequences stay whole, a bracketed paste goes through in one piece, and a long run of unlike characters is taken for a paste.

@returns A function from a chunk to its keys, in order; it remembers a paste that is still open.
*/
export function createKeySplitter(): KeySplitter {
	let isPasting = false;

	return chunk => {
		const keys: string[] = [];
		let rest = chunk;
		while (rest !== '') {
			const piece = isPasting || rest.startsWith(pasteStart) ? pastePiece(rest) : undefined;
			if (piece !== undefined) {
				isPasting = !piece.endsWith(pasteEnd);
				keys.push(piece);
				rest = rest.slice(piece.length);
				continue;
			}

			const escapeAt = rest.indexOf('\u{1B}');
			if (escapeAt === 0) {
				const sequence = escapeSequence.exec(rest)![0];
				keys.push(sequence);
				rest = rest.slice(sequence.length);
				continue;
			}

			const text = escapeAt === -1 ? rest : rest.slice(0, escapeAt);
			keys.push(...isLikelyPaste(text) ? [pasteStart + text + pasteEnd] : graphemes(text));
			rest = rest.slice(text.length);
		}

		return keys;
	};
}

function pastePiece(text: string): string {
	const end = text.indexOf(pasteEnd);
	return end === -1 ? text : text.slice(0, end + pasteEnd.length);
}

function isLikelyPaste(text: string): boolean {
	return text.length > pasteLength && new Set(text).size > 3;
}
