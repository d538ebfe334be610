import {hideSecrets} from './secrets.ts';

const plain = /^[\u{20}-\u{7E}]*$/v;

/** Harmless parts of an emoji: the joiner between pictographs (UTS 51, `emoji_zwj_sequence`), and the selector that asks for colour. */
const emojiPart = /(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\u{FE0F}]?)\u{200D}(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\u{FE0F}/vy;

/** Whatever a terminal obeys, hides or reorders, instead of drawing: controls, formats, separators, fillers, lone surrogates. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Private_Use}\p{Surrogate}\p{Unassigned}]/gv;

/** More combining marks than any script stacks on one letter would cover the lines above and below. */
const pileOfMarks = /(?<=\p{Mark}{4})\p{Mark}+/gv;

/**
Text from outside, made harmless to show on one line: secrets hidden, and every character that a terminal would obey, hide or reorder replaced by a visible mark: a control picture (`␛` for ESC, `␍` for CR) or its code point (`<U+202E>`).

Everything not written by this program passes here before a screen, a title or a log: the service's records, errors and headers, files, pastes. The raw bytes are kept for the wire and for export.
*/
export function sanitise(text: string): string {
	const shown = hideSecrets(text);
	if (plain.test(shown)) {
		return shown;
	}

	return shown
		.replaceAll(unseen, (character, offset: number) => mark(character, shown, offset))
		.replaceAll(pileOfMarks, marks => `<${[...marks].length} marks>`);
}

/** No screen is wider than this, so what is cut away was never to be seen. */
const cellLength = 2000;

/**
As `sanitise`, for a cell of a table: of a text far longer than any cell, only its beginning and end are looked at.
*/
export function sanitiseCell(text: string): string {
	const shown = text.length > cellLength ? hideSecrets(text) : text;
	return sanitise(shown.length > cellLength ? `${shown.slice(0, cellLength / 2)}…${shown.slice(-cellLength / 2)}` : shown);
}

/**
As `sanitise`, for text of several lines: line ends (LF, CR LF) are kept as LF and tabs become two spaces.
*/
export function sanitiseLines(text: string): string {
	return text
		.replaceAll('\r\n', '\n')
		.split('\n')
		.map(line => sanitise(line.replaceAll('\t', '  ')))
		.join('\n');
}

function mark(character: string, text: string, offset: number): string {
	emojiPart.lastIndex = offset;
	if (emojiPart.test(text)) {
		return character;
	}

	const code = character.codePointAt(0)!;
	if (code < 0x20) {
		return String.fromCodePoint(0x24_00 + code);
	}

	return code === 0x7F ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
