/** Esc in the form of the kitty protocol, after which Ink does not wait for the rest of a sequence. */
const escape = '\u{1B}[27u';

/** Whether the keys of a sequence that begins with ESC are alt with another key, or Esc and that key. */
export const isAlt = (sequence: string): boolean =>
	sequence.startsWith('\u{1B}') && sequence.length > 1 && !/^\[.|^O./sv.test(sequence.slice(1));

/**
The keys to deliver for a key. What arrived in one read is one key, also where nothing is bound to it: acting on Esc, and then on a key of the screen below, would surprise whoever pressed alt.

@param key - The key as the terminal sent it.
@param isSplit - Whether ESC and the rest came in two reads. Then they are two keys, unless they mean something with alt.
@param isAltKey - Whether a key with alt has a meaning now.
*/
export function deliveredKeys(
	key: string,
	isSplit: boolean,
	isAltKey: (key: string) => boolean,
): [string] | [string, string] {
	if (key === '\u{1B}') {
		return [escape];
	}

	const rest = key.slice(1);
	return isSplit && isAlt(key) && !isAltKey(rest) ? [escape, rest] : [key];
}
