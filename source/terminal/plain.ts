/** Signs that never join another: Latin, and what this program draws with. One column each where ambiguous characters (UAX 11) are. */
const signs = String.raw`\u{A1}-\u{AC}\u{AE}-\u{2FF}\u{2010}-\u{2027}\u{2030}-\u{205E}\u{2190}-\u{2193}\u{2500}-\u{25A0}\u{2713}\u{2717}\u{276F}`;
const plain = new RegExp(String.raw`^[\u{20}-\u{7E}${signs}]*$`, 'v');
/** Controls join nothing either, but for CR and LF (UAX 29, GB3 to GB5). */
const separate = new RegExp(String.raw`^(?:[\u{0}-\u{C}\u{E}-\u{7F}${signs}]|\r(?!\n))*$`, 'v');

/** Whether every UTF-16 unit of a text takes one column. */
export function isPlain(text: string): boolean {
	return plain.test(text);
}

export type Segment = {readonly segment: string; readonly index: number; readonly input: string};

/** The part of `Intl.Segments` that this program and its dependencies use. */
export type Segments = Iterable<Segment> & {
	/** The segment at an index; undefined outside of the text. */
	readonly containing: (index?: number) => Segment | undefined;
};

let segmenter: Intl.Segmenter | undefined;

/** As `new Intl.Segmenter()`. The first real one costs milliseconds, so text whose every UTF-16 unit is a grapheme does without. */
export const plainSegmenter = {
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
