/** The sequence that a terminal sends before the text of a paste. `pasteEnd` follows the text. */
export const pasteStart = '\u{1B}[200~';
export const pasteEnd = '\u{1B}[201~';

/** The first escape sequence of a text that starts with ESC. */
export type Escape = {
	/**
	- `key`: a key.
	- `reply`: an answer of the terminal to a query, or a report. No key.
	- `paste-start`, `paste-end`: the brackets of a paste.
	- `broken`: a sequence that something else interrupted. No key.
	- `partial`: the text ends before it can be told.
	*/
	readonly kind: 'key' | 'reply' | 'paste-start' | 'paste-end' | 'broken' | 'partial';
	/** The length in UTF-16 units. */
	readonly length: number;
};

/** Matches a complete control sequence (ECMA-48 CSI or SS3; with a second ESC for alt). rxvt ends keys with shift in `$`. */
const complete =
	/^\u{1B}{1,2}(?:\[[235-8]\$|\[(?:\[|(?!\[))[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*[\u{40}-\u{7E}]|O[\d;]*[\u{40}-\u{7E}])/v;

/** Matches the first part of a control sequence. */
const unfinished = /^\u{1B}{1,2}(?:\[\[?[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*|O[\d;]*)/v;

/** Matches a report of the mouse of a terminal without SGR (xterm's control sequences, "Normal tracking mode"): three characters of any kind. */
const mouseReport = /^\u{1B}\[M[\s\S]{3}/v;

/** Matches the first part of such a report. */
const mousePart = /^\u{1B}\[M[\s\S]{0,2}$/v;

/**
Matches control sequences that a terminal reports and no key sends: focus (`I`, `O`), the beginning of such a report of the mouse (`M`), anything private (device attributes, modes, the keyboard protocol, the mouse: a parameter that starts with `<`, `=`, `>` or `?`), the cursor's position (`R` with two numbers), device status (`n`), device attributes (`c` with a number), the window's size (`t`), modes (`$y`).
*/
const report = /^\u{1B}\[(?:[IMO]|[<=>?][\u{20}-\u{3F}]*[\u{40}-\u{7E}]|\d+;\d+R|[\d;]*n|[\d;]+c|[\d;]+t|[\d;]*\$y)$/v;

/** Matches the start of a string (ECMA-48 OSC, DCS, APC) that a terminal sends as an answer. The characters after ESC distinguish it from alt with a key. */
const stringStart = /^\u{1B}(?:\]\d|P[\d;]*[!$+>]|_G)/v;

/** Matches text that can still become such a start. */
const stringPrefix = /^\u{1B}(?:\]|P[\d;]*|_)$/v;

/** Matches the rest of a string with its terminator: BEL or ST. */
const stringEnd = /^\P{Control}*(?:\u{7}|\u{1B}\\|\u{9C})/v;

/** Matches the rest of a string that is still incomplete; ST may be split in two. */
const stringPart = /^\P{Control}*\u{1B}?$/v;

/** The maximum length of a sequence in UTF-16 units. No key is longer, and only the start of a longer string is kept. */
const longestSequence = 4096;

/** Reads the first escape sequence of a text that starts with ESC. */
export function readEscape(text: string): Escape {
	const start = stringStart.exec(text)?.[0];
	if (start !== undefined) {
		return readString(text, start.length);
	}

	if (stringPrefix.test(text) || /^\u{1B}{1,2}$/v.test(text)) {
		return {kind: 'partial', length: text.length};
	}

	if (mousePart.test(text)) {
		return {kind: 'partial', length: text.length};
	}

	const sequence = mouseReport.exec(text)?.[0] ?? complete.exec(text)?.[0];
	if (sequence !== undefined) {
		// No terminal sends an answer with alt: the key Esc came right before it.
		return sequence.startsWith('\u{1B}\u{1B}') &&
			sequence.length <= longestSequence &&
			kindOf(sequence.slice(1)) !== 'key'
			? {kind: 'key', length: 1}
			: {kind: kindOf(sequence), length: sequence.length};
	}

	const part = unfinished.exec(text)?.[0];
	if (part !== undefined) {
		if (part.length === text.length) {
			return {kind: 'partial', length: part.length};
		}

		// Nobody types a sequence with parameters.
		return hasParameters(part) ? {kind: 'broken', length: part.length} : {kind: 'key', length: 1};
	}

	// Two ESC without a sequence are two keys; the second may be alt with the following key.
	return {
		kind: 'key',
		length: text.startsWith('\u{1B}\u{1B}') ? 1 : 1 + String.fromCodePoint(text.codePointAt(1)!).length,
	};
}

/** Whether the first part of a sequence cannot be keys that were typed. */
export function hasParameters(part: string): boolean {
	return stringStart.test(part) || /^(?:\u{1B}P\d|\u{1B}\[M|\u{1B}{1,2}\[\[?[\u{20}-\u{3F}])/v.test(part);
}

/** Shortens the first part of a sequence to what is needed to recognise its end. A very long one is only skipped. */
export function shortened(part: string): string {
	if (part.length <= longestSequence) {
		return part;
	}

	const start = stringStart.exec(part)?.[0];
	if (start !== undefined) {
		// ST may be split in two.
		return start + (part.endsWith('\u{1B}') ? '\u{1B}' : '');
	}

	// Digits after ESC P do not matter; any other sequence becomes the start of a report.
	return part.startsWith('\u{1B}P') ? part.slice(0, 3) : '\u{1B}[?';
}

function readString(text: string, from: number): Escape {
	const rest = text.slice(from);
	const end = stringEnd.exec(rest)?.[0];
	if (end !== undefined) {
		return {kind: 'reply', length: from + end.length};
	}

	return stringPart.test(rest)
		? {kind: 'partial', length: text.length}
		: {kind: 'broken', length: from + rest.search(/\p{Control}/v)};
}

function kindOf(sequence: string): Escape['kind'] {
	if (sequence === pasteStart) {
		return 'paste-start';
	}

	if (sequence === pasteEnd) {
		return 'paste-end';
	}

	return mouseReport.test(sequence) || report.test(sequence) || sequence.length > longestSequence ? 'reply' : 'key';
}
