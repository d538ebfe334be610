/** Without CR LF, which is one. */
const ascii = /^(?:[\u{0}-\u{C}\u{E}-\u{7F}]|\r(?!\n))*$/v;

let segmenter: Intl.Segmenter | undefined;

/** The user-perceived characters of a text (UAX 29 extended grapheme clusters). */
export function graphemes(text: string): string[] {
	// The first Segmenter costs milliseconds, so plain text does without one.
	if (ascii.test(text)) {
		return [...text];
	}

	segmenter ??= new Intl.Segmenter();
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}
