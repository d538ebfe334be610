/** Letters and symbols that never combine with their neighbours. One column each, ambiguous ones (UAX 11) counting as narrow. */
const latin = String.raw`\u{A1}-\u{AC}\u{AE}-\u{2FF}`;
const signs = String.raw`\u{2010}-\u{2027}\u{2030}-\u{205E}\u{2190}-\u{2193}\u{2500}-\u{25A0}\u{2713}\u{2717}\u{276F}`;
/** Greek and Cyrillic letters, which never combine either. */
const letters = String.raw`\u{391}-\u{3A1}\u{3A3}-\u{3A9}\u{3B1}-\u{3C9}\u{400}-\u{482}\u{48A}-\u{52F}`;
/** Two columns each, never combining: kana, ideographs and their punctuation, Hangul syllables. */
const wide = String.raw`\u{3001}\u{3002}\u{3008}-\u{3011}\u{3041}-\u{3096}\u{30A1}-\u{30FC}\u{4E00}-\u{9FFF}\u{AC00}-\u{D7A3}`;
const plain = new RegExp(String.raw`^[\u{20}-\u{7E}${latin}${letters}${signs}${wide}]*$`, 'v');
const wideOnes = new RegExp(`[${wide}]`, 'gv');
/** Control characters never combine either, except CR with LF (UAX 29, GB3 to GB5). */
const separate = new RegExp(String.raw`^(?:[\u{0}-\u{C}\u{E}-\u{7F}${latin}${letters}${signs}${wide}]|\r(?!\n))*$`, 'v');

/** The width of a text in columns (UAX 11, ambiguous characters counting as narrow) if each of its UTF-16 units is one grapheme; otherwise undefined. */
export function fastWidth(text: string): number | undefined {
	return plain.test(text) ? text.length + (text.match(wideOnes)?.length ?? 0) : undefined;
}

export type Segment = {readonly segment: string; readonly index: number; readonly input: string};

/** The part of `Intl.Segments` that this program and its dependencies use. */
export type Segments = Iterable<Segment> & {
	/** The segment at an index; undefined outside the text. */
	readonly containing: (index?: number) => Segment | undefined;
};

let segmenter: Intl.Segmenter | undefined;

/** Behaves as `new Intl.Segmenter()`. Creating the first real one takes milliseconds, so text whose UTF-16 units are all graphemes is segmented without it. */
export const fastSegmenter = {
	segment(input: string): Segments {
		if (!separate.test(input)) {
			segmenter ??= new Intl.Segmenter();
			return segmenter.segment(input);
		}

		const at = (index: number): Segment => ({segment: input[index]!, index, input});
		return {
			containing: (index = 0) => index >= 0 && index < input.length ? at(Math.trunc(index)) : undefined,
			* [Symbol.iterator]() {
				for (let index = 0; index < input.length; index++) {
					yield at(index);
				}
			},
		};
	},
};
