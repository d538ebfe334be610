import {graphemes} from './graphemes.ts';

const pasteStart = '\u{1B}[200~';
const pasteEnd = '\u{1B}[201~';

/** A control sequence (ECMA-48 CSI, SS3, with one more ESC for alt), whole or as far as the chunk goes, or alt and a character, or a lone ESC. */
const escapeSequence = /^\u{1B}(?:\u{1B}?(?:\[\[?[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*|O[\d;]*)(?:[\u{40}-\u{7E}]|$)|[^\u{1B}O\[])?/v;

/** Nobody types this much between two reads; a terminal without bracketed paste sends it so. */
const pasteLength = 100;

export type KeySplitter = (chunk: string) => string[];

/**
Splits what a terminal sends into single keys.

A slow link, a held key or a fast typist makes several keys arrive as one chunk, and Ink reports a chunk as one event. Sequences stay whole, a bracketed paste goes through in one piece, and a long run of unlike characters is taken for a paste.

@returns A function from a chunk to its keys, in order; it remembers what is still open at the end of a chunk.
*/
export function createKeySplitter(): KeySplitter {
	let isPasting = false;
	/** How the chunk before ended, where the next one may complete it to a paste's start or end. */
	let tail = '';

	const takePaste = (text: string): string => {
		const seen = tail + text;
		const end = seen.indexOf(pasteEnd);
		isPasting = end === -1;
		const piece = isPasting ? text : text.slice(0, end + pasteEnd.length - tail.length);
		tail = isPasting ? seen.slice(1 - pasteEnd.length) : '';
		return piece;
	};

	const takeSequence = (text: string): string => {
		const [sequence] = escapeSequence.exec(text)!;
		tail = sequence === text && pasteStart.startsWith(sequence) ? sequence : '';
		return sequence;
	};

	return chunk => {
		const keys: string[] = [];
		let rest = chunk;
		while (rest !== '') {
			isPasting ||= (tail + rest).startsWith(pasteStart);
			const escapeAt = rest.indexOf('\u{1B}');
			if (isPasting || escapeAt === 0) {
				const piece = isPasting ? takePaste(rest) : takeSequence(rest);
				keys.push(piece);
				rest = rest.slice(piece.length);
				continue;
			}

			tail = '';
			const text = escapeAt === -1 ? rest : rest.slice(0, escapeAt);
			keys.push(...isLikelyPaste(text) ? [pasteStart + text + pasteEnd] : typedKeys(text));
			rest = rest.slice(text.length);
		}

		return keys;
	};
}

/** Enter and Ctrl+J in a row are two keys, though one grapheme. */
function typedKeys(text: string): string[] {
	return graphemes(text).flatMap(key => key === '\r\n' ? ['\r', '\n'] : [key]);
}

function isLikelyPaste(text: string): boolean {
	return text.length > pasteLength && new Set(text).size > 3;
}
