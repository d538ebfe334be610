const named: Readonly<Record<string, string>> = {
	Enter: '\r',
	Escape: '\u{1B}',
	Tab: '\t',
	'S-Tab': '\u{1B}[Z',
	Space: ' ',
	Backspace: '\u{7F}',
	Delete: '\u{1B}[3~',
	Up: '\u{1B}[A',
	Down: '\u{1B}[B',
	Right: '\u{1B}[C',
	Left: '\u{1B}[D',
	Home: '\u{1B}[H',
	End: '\u{1B}[F',
	PageUp: '\u{1B}[5~',
	PageDown: '\u{1B}[6~',
};

/**
What a terminal sends for a key.

@param key - A name (`Enter`, `S-Tab`), a letter with Control (`C-c`), a key with Alt (`M-b`, `M-Backspace`), or else literal text.
*/
export function bytesOfKey(key: string): string {
	if (/^M-./v.test(key)) {
		return `\u{1B}${bytesOfKey(key.slice(2))}`;
	}

	const [, letter] = /^C-(.)$/v.exec(key) ?? [];
	return letter === undefined ? (named[key] ?? key) : String.fromCodePoint(letter.toUpperCase().codePointAt(0)! % 32);
}

/**
What a terminal sends when text is pasted: carriage returns for line ends, between brackets if the program asked for them.
*/
export function bytesOfPaste(text: string, isBracketed: boolean): string {
	const lines = text.replaceAll(/\r?\n/gv, '\r');
	return isBracketed ? `\u{1B}[200~${lines}\u{1B}[201~` : lines;
}
