/** Esc in the form of the kitty protocol, after which Ink does not wait for the rest of a sequence. */
const escape = '\u{1B}[27u';

/** Splits a key with alt that has no meaning into Esc and the key: a slow connection can deliver two keys in one read. */
export function splitAlt(key: string, isAltKey: (key: string) => boolean): [string] | [string, string] {
	if (key === '\u{1B}') {
		return [escape];
	}

	const rest = key.slice(1);
	const hasAlt = key.startsWith('\u{1B}') && !/^\[.|^O./sv.test(rest);
	return hasAlt && !isAltKey(rest) ? [escape, rest] : [key];
}
