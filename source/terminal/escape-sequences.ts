/** What a terminal sends before the text of a paste, and after it. */
export const pasteStart = '\u{1B}[200~';
export const pasteEnd = '\u{1B}[201~';

/** What a text that starts with ESC begins with. */
export type Escape = {
	/**
	- `key`: a key.
	- `reply`: an answer of the terminal to a query, or a report. No key.
	- `paste-start`, `paste-end`: the brackets of a paste.
	- `broken`: a sequence that something else interrupted. No key.
	- `partial`: the text ends before it can be told.
	*/
	readonly kind: 'key' | 'reply' | 'paste-start' | 'paste-end' | 'broken' | 'partial';
	/** UTF-16 units. */
	readonly length: number;
};

/** A control sequence (ECMA-48 CSI or SS3; with a second ESC for alt) that is complete. rxvt ends keys with shift in `$`. */
const complete = /^\u{1B}{1,2}(?:\[[235-8]\$|\[(?:\[|(?!\[))[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*[\u{40}-\u{7E}]|O[\d;]*[\u{40}-\u{7E}])/v;

/** The first part of one. */
const unfinished = /^\u{1B}{1,2}(?:\[\[?[\u{30}-\u{3F}]*[\u{20}-\u{2F}]*|O[\d;]*)/v;

/**
What a terminal reports in a control sequence and no key sends: focus (`I`, `O`), anything private (device attributes, modes, the keyboard protocol, the mouse: a parameter that starts with `<`, `=`, `>` or `?`), the cursor's position (`R` with two numbers), device status (`n`), device attributes (`c` with a number), the window's size (`t`), modes (`$y`).
*/
const report = /^\u{1B}\[(?:[IO]|[<=>?][\u{20}-\u{3F}]*[\u{40}-\u{7E}]|\d+;\d+R|[\d;]*n|[\d;]+c|[\d;]+t|[\d;]*\$y)$/v;

/** The start of a string (ECMA-48 OSC, DCS, APC) that a terminal sends as an answer. What follows ESC there tells it from alt with a key. */
const stringStart = /^\u{1B}(?:\]\d|P[\d;]*[!$+>]|_G)/v;

/** What can still become such a start. */
const stringPrefix = /^\u{1B}(?:\]|P[\d;]*|_)$/v;

/** The rest of a string, with its end: BEL or ST. */
const stringEnd = /^\P{Control}*(?:\u{7}|\u{1B}\\|\u{9C})/v;

/** The rest of a string, as far as it came: ST may be cut in two. */
const stringPart = /^\P{Control}*\u{1B}?$/v;

/** No key is longer, and of a longer string of a terminal only the start is kept. In UTF-16 units. */
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

	const sequence = complete.exec(text)?.[0];
	if (sequence !== undefined) {
		return {kind: kindOf(sequence), length: sequence.length};
	}

	const part = unfinished.exec(text)?.[0];
	if (part !== undefined) {
		if (part.length === text.length) {
			return {kind: 'partial', length: part.length};
		}

		// No one types a sequence with parameters.
		return hasParameters(part) ? {kind: 'broken', length: part.length} : {kind: 'key', length: 1};
	}

	// Two ESC without a sequence are two keys; the second may be alt with what follows.
	return {kind: 'key', length: text.startsWith('\u{1B}\u{1B}') ? 1 : 1 + String.fromCodePoint(text.codePointAt(1)!).length};
}

/** Whether the first part of a sequence cannot be keys that were typed. */
export function hasParameters(part: string): boolean {
	return stringStart.test(part) || /^(?:\u{1B}P\d|\u{1B}{1,2}\[\[?[\u{20}-\u{3F}])/v.test(part);
}

/** The first part of a sequence, as far as what follows depends on it: a very long one is only passed over. */
export function shortened(part: string): string {
	if (part.length <= longestSequence) {
		return part;
	}

	const start = stringStart.exec(part)?.[0];
	if (start !== undefined) {
		// ST may be cut in two.
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

	return report.test(sequence) || sequence.length > longestSequence ? 'reply' : 'key';
}
