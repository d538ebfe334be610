import {Buffer} from 'node:buffer';

/** Base64 characters that a terminal takes at most: xterm and others drop what is longer. */
const longest = 100_000;

/** Base64 characters in one piece for GNU screen, whose longest string is 768 bytes. */
const pieceLength = 512;

/** The bytes that put a text on the clipboard of the terminal (OSC 52, xterm's control sequences). Undefined where the text is too long. */
export function osc52(text: string, multiplexer: 'tmux' | 'screen' | undefined): string | undefined {
	const base64 = Buffer.from(text).toString('base64');
	if (base64.length > longest) {
		return undefined;
	}

	const sequence = `\u{1B}]52;c;${base64}\u{7}`;
	switch (multiplexer) {
		case 'tmux': {
			// Tmux takes the first with `set-clipboard on`, and passes on the second with `allow-passthrough on`.
			return `${sequence}\u{1B}Ptmux;${sequence.replaceAll('\u{1B}', '\u{1B}\u{1B}')}\u{1B}\\`;
		}

		case 'screen': {
			return sequence.match(new RegExp(String.raw`[\s\S]{1,${pieceLength}}`, 'gv'))!.map(piece => `\u{1B}P${piece}\u{1B}\\`).join('');
		}

		case undefined: {
			return sequence;
		}
	}
}

/** Bytes of a text that OSC 52 takes at most. */
export const clipboardLimit = longest / 4 * 3;
