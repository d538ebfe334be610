import {codePointName, replaceUnseen, numberText} from '../platform/text.ts';
import {fastWidth} from './ink/fast-width.ts';
import {graphemes} from './width.ts';
import {hideSecrets} from './secrets.ts';

/** The maximum number of code points in a character: as many as the longest emoji of Unicode has (UTS 51, RGI_Emoji). */
const clusterLimit = 10;

/** The maximum number of UTF-16 units shown of one value. Measuring and breaking longer text can delay keys. */
const shownLength = 10_000;

/** Returns the beginning of a text that is too long to be shown, and how much is left out. */
const withinLength = (text: string): string =>
	text.length > shownLength
		? `${text.slice(0, shownLength)}… <${numberText(text.length - shownLength)} more characters>`
		: text;

/**
Makes external text safe to show on one line. If it has more than 10,000 characters, only the beginning is shown, and how much is left out. Secrets are hidden, and characters that a terminal would interpret, hide or reorder are replaced by a visible mark: a control picture (`␛` for ESC, `␍` for CR) or the code point (`<U+202E>`).

All text that this program did not write goes through here before it reaches a screen, a title or a log: records, errors and headers of the service, files, pastes. Requests and exports use the original text.
*/
export function sanitise(text: string): string {
	const shown = withinLength(hideSecrets(text));
	if (fastWidth(shown) !== undefined) {
		return shown;
	}

	// These are compiled when needed, as in system/invisible.ts.
	// Matches more combining marks than any script puts on one letter, which would cover the lines above and below.
	const excessMarks = /(?<=\p{Mark}{4})\p{Mark}+/gv;
	// Matches letters that combine with the following one (UAX 29, Prepend) and characters that combine with the preceding one, if there is none to combine with.
	const danglingMark =
		/[\u{D4E}\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}](?![\p{Letter}\p{Mark}])|(?<=^|\s)[\p{Emoji_Modifier}\u{E33}\u{EB3}]/gv;
	const visible = replaceUnseen(
		shown.replaceAll(danglingMark, part => mark(part)),
		mark,
	).replaceAll(excessMarks, marks => `<${[...marks].length} marks>`);
	return visible.length > clusterLimit
		? graphemes(visible)
				.map(cluster => limitCluster(cluster))
				.join('')
		: visible;
}

/** Limits a character made of more parts than any script or emoji needs, whose width terminals would disagree about. */
function limitCluster(cluster: string): string {
	if (cluster.length <= clusterLimit) {
		return cluster;
	}

	const parts = [...cluster];
	if (parts.length <= clusterLimit) {
		return cluster;
	}

	const kept = parts
		.slice(0, clusterLimit)
		.join('')
		.replace(/\u{200D}$/v, '');
	return `${kept}<${parts.length - [...kept].length} code points>`;
}

/** The maximum width of a table cell: no screen is wider. */
const cellLength = 2000;

/**
Like `sanitise`, for a table cell: only the beginning and the end of a text longer than any cell are processed.
*/
export function sanitiseCell(text: string): string {
	const shown = text.length > cellLength ? hideSecrets(text) : text;
	return sanitise(
		shown.length > cellLength ? `${shown.slice(0, cellLength / 2)}…${shown.slice(-cellLength / 2)}` : shown,
	);
}

/**
Like `sanitise`, for several lines: line breaks (LF, CR LF) become LF, and tabs become two spaces.
*/
export function sanitiseLines(text: string): string {
	return text
		.replaceAll('\r\n', '\n')
		.split('\n')
		.map(line => sanitise(line.replaceAll('\t', '  ')))
		.join('\n');
}

function mark(character: string): string {
	const code = character.codePointAt(0)!;
	if (code < 0x20) {
		return String.fromCodePoint(0x24_00 + code);
	}

	return code === 0x7f ? '␡' : `<${codePointName(character)}>`;
}

/**
Escapes characters in JSON that a terminal would interpret, hide or reorder, or that YAML does not allow. The JSON value stays the same.

@param json - The output of JSON.stringify, with or without line breaks.
*/
export function safeJson(json: string): string {
	return json.replaceAll(
		/[[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\uFFFE\uFFFF]--\n]/gv,
		character =>
			character
				.split('')
				.map(unit => String.raw`\u${unit.codePointAt(0)!.toString(16).padStart(4, '0')}`)
				.join(''),
	);
}

/** What stands for the value of a field that has none, on screens and in the output of commands for people. */
export const noValue = 'none';

/** A value beside the name of its field, safe to show. Where no field is named beside it, a row says which is missing: `no name`. */
export const shownValue = (text: string): string => (text === '' ? noValue : sanitiseCell(text));
