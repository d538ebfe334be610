/** The control sequence that asks a terminal for its background colour (xterm control sequences, OSC 11). */
export const backgroundQuery = '\u{1B}]11;?\u{1B}\\';

/** Matches a colour in X11's notation (XParseColor): one to four hexadecimal digits for each of red, green and blue. */
const answer = /^\u{1B}\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?![\da-f])/iv;

/** The contributions of red, green and blue to the brightness (ITU-R BT.709). */
const weights = [0.2126, 0.7152, 0.0722] as const;

/**
Whether the background colour in a terminal's answer is light, so that dark text is more legible on it.

@param reply - Any answer of a terminal.
@returns undefined if it is no answer to `backgroundQuery`, or one that cannot be read.
*/
export function isLightBackground(reply: string): boolean | undefined {
	const parts = answer.exec(reply)?.slice(1);
	if (parts === undefined) {
		return undefined;
	}

	const values = parts.map(digits => Number.parseInt(digits, 16) / (16 ** digits.length - 1));
	return weights.reduce((sum, weight, index) => sum + weight * values[index]!, 0) > 0.5;
}
