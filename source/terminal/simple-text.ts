/*
Letters and punctuation of common scripts that take one or two columns each (UAX 11), never combine with others, and are always visible: ASCII, Latin, Greek, Cyrillic, typographic punctuation; Japanese and Chinese letters, Korean syllables. Most text has only these, and needs no segmentation (UAX 29).
*/

const narrow = String.raw`\u{20}-\u{7E}\u{A1}-\u{AC}\u{AE}-\u{17F}\u{391}-\u{3A1}\u{3A3}-\u{3C9}\u{400}-\u{481}\u{48A}-\u{52F}\u{2010}-\u{2015}\u{2018}-\u{201F}\u{2026}\u{20AC}`;
const wide = String.raw`\u{3001}-\u{3003}\u{3041}-\u{3096}\u{30A1}-\u{30FC}\u{4E00}-\u{9FFF}\u{AC00}-\u{D7A3}`;

/** The first of the wide characters. */
const firstWide = 0x30_01;

let simple: RegExp | undefined;

/** Whether a text consists of such characters only. */
export function isSimple(text: string): boolean {
	// Compiled when needed: ASCII does not need it.
	simple ??= new RegExp(`^[${narrow}${wide}]*$`, 'v');
	return simple.test(text);
}

/** The number of terminal columns that a simple text takes. */
export function simpleWidthOf(text: string): number {
	let width = text.length;
	for (let index = 0; index < text.length; index++) {
		if (text.codePointAt(index)! >= firstWide) {
			width++;
		}
	}

	return width;
}
