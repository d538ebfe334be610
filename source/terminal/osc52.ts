import {Buffer} from 'node:buffer';

/** The maximum number of base64 characters: xterm and others discard longer texts. */
const longest = 100_000;

/** The number of base64 characters in one piece for GNU screen, which limits strings to 768 bytes. */
const pieceLength = 512;

/** The sequence that copies a text to the terminal's clipboard (OSC 52, xterm's control sequences); undefined if the text is too long. */
export function osc52(text: string, multiplexer: 'tmux' | 'screen' | undefined): string | undefined {
	const base64 = Buffer.from(text).toString('base64');
	if (base64.length > longest) {
		return undefined;
	}

	const sequence = `\u{1B}]52;c;${base64}\u{7}`;
	switch (multiplexer) {
		case 'tmux': {
			// Where tmux itself could not be asked: with `set-clipboard on` tmux handles the first sequence; with `allow-passthrough on` it passes on the second.
			return `${sequence}\u{1B}Ptmux;${sequence.replaceAll('\u{1B}', '\u{1B}\u{1B}')}\u{1B}\\`;
		}

		case 'screen': {
			return sequence
				.match(new RegExp(String.raw`[\s\S]{1,${pieceLength}}`, 'gv'))!
				.map(piece => `\u{1B}P${piece}\u{1B}\\`)
				.join('');
		}

		case undefined: {
			return sequence;
		}
	}
}

/** The maximum size in bytes of a text for OSC 52. */
export const clipboardLimit = (longest / 4) * 3;
