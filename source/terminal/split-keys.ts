import {graphemes} from './graphemes.ts';

const pasteStart = '\u{1B}[200~';
const pasteEnd = '\u{1B}[201~';

/** A control sequence (ECMA-48 CSI or SS3, with a second ESC for alt), complete or cut off by the end of the chunk; or alt with a character; or a lone ESC. */
const escapeSequence = /^\u{1B}(?:\u{1B}?(?:\[\[?[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*|O[\d;]*)(?:[\u{40}-\u{7E}]|$)|[^\u{1B}O\[])?/v;

/** More characters than anyone types between two reads: a paste in a terminal without bracketed paste. */
const pasteLength = 100;

export type KeySplitter = (chunk: string) => string[];

/**
Splits the input of a terminal into single keys.

On a slow connection, with a held key or with fast typing, several keys arrive as one chunk, which Ink would report as one event. Escape sequences and bracketed pastes stay whole; a long run of different characters is treated as a paste.

@returns A function from a chunk to its keys, in order. It keeps track of pastes across chunks.
*/
export function createKeySplitter(): KeySplitter {
	let isPasting = false;
	/** The end of the previous chunk, if it may be the first part of a paste's start or end marker. */
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

/** Enter followed by Ctrl+J is two keys, although CR LF is one grapheme. */
function typedKeys(text: string): string[] {
	return graphemes(text).flatMap(key => key === '\r\n' ? ['\r', '\n'] : [key]);
}

function isLikelyPaste(text: string): boolean {
	return text.length > pasteLength && new Set(text).size > 3;
}
