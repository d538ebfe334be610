/** The first and last of a range of UTF-16 units that never combine with their neighbours. */
type Range = readonly [first: number, last: number];

/** Punctuation, arrows, box drawing, block elements, ▸, ▾, ●, ✓, ✗ and ❯. They take one column each; ambiguous characters (UAX 11) count as narrow. */
const signs: readonly Range[] = [
	[0x20_10, 0x20_27],
	[0x20_30, 0x20_5e],
	[0x21_90, 0x21_93],
	[0x25_00, 0x25_a0],
	[0x25_b8, 0x25_b8],
	[0x25_be, 0x25_be],
	[0x25_cf, 0x25_cf],
	[0x27_13, 0x27_13],
	[0x27_17, 0x27_17],
	[0x27_6f, 0x27_6f],
];
const latin: readonly Range[] = [
	[0xa1, 0xac],
	[0xae, 0x2_ff],
];
const greekAndCyrillic: readonly Range[] = [
	[0x3_91, 0x3_a1],
	[0x3_a3, 0x3_a9],
	[0x3_b1, 0x3_c9],
	[0x4_00, 0x4_82],
	[0x4_8a, 0x5_2f],
];
const narrow = [...signs, ...latin, ...greekAndCyrillic];
/** Kana, ideographs and their punctuation, and Hangul syllables, which take two columns each. */
const wide: readonly Range[] = [
	[0x30_01, 0x30_02],
	[0x30_08, 0x30_11],
	[0x30_41, 0x30_96],
	[0x30_a1, 0x30_fc],
	[0x4e_00, 0x9f_ff],
	[0xac_00, 0xd7_a3],
];

/** Whether a unit is in one of the ranges. A regular expression would take many times as long. */
function isIn(unit: number, ranges: readonly Range[]): boolean {
	for (const [first, last] of ranges) {
		if (unit >= first && unit <= last) {
			return true;
		}
	}

	return false;
}

/** The columns of a unit beyond ASCII; 0 if it may combine. */
function columnsOf(unit: number): number {
	if (isIn(unit, narrow)) {
		return 1;
	}

	return isIn(unit, wide) ? 2 : 0;
}

/** The width of a text in columns (UAX 11, ambiguous characters counting as narrow) if each of its UTF-16 units is one grapheme; otherwise undefined. */
export function fastWidth(text: string): number | undefined {
	let width = 0;
	for (let index = 0; index < text.length; index++) {
		const unit = text.codePointAt(index)!;
		const columns = unit >= 0x20 && unit <= 0x7e ? 1 : columnsOf(unit);
		if (columns === 0) {
			return undefined;
		}

		width += columns;
	}

	return width;
}

/** Whether each UTF-16 unit is one grapheme. Control characters never combine either, except CR with LF (UAX 29, GB3 to GB5). */
function isSeparate(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		const unit = text.codePointAt(index)!;
		if (unit === 0x0d ? text[index + 1] === '\n' : unit > 0x7f && columnsOf(unit) === 0) {
			return false;
		}
	}

	return true;
}

let segmenter: Intl.Segmenter | undefined;

/** The part of `Intl.Segments` that this program and its dependencies use. */
type Segments = Iterable<Intl.SegmentData> & {
	/** The segment at an index; undefined outside the text. */
	readonly containing: (index?: number) => Intl.SegmentData | undefined;
};

/** Takes the place of `new Intl.Segmenter()`, which takes milliseconds: only a text that needs it has it made. */
export const fastSegmenter = {
	segment(input: string): Segments {
		if (!isSeparate(input)) {
			segmenter ??= new Intl.Segmenter();
			return segmenter.segment(input);
		}

		const at = (index: number) => ({segment: input[index]!, index, input});
		return {
			containing: (index = 0) => (index >= 0 && index < input.length ? at(Math.trunc(index)) : undefined),
			[Symbol.iterator]: () => Array.from(input, (_, index) => at(index)).values(),
		};
	},
};

/** Takes the place of a regular expression, which is made when it is first used: to parse one with tables of Unicode takes milliseconds. */
export function latePattern(make: () => RegExp) {
	let pattern: RegExp | undefined;
	const made = () => (pattern ??= make());
	return {
		test: (text: string): boolean => made().test(text),
		[Symbol.search]: (text: string): number => text.search(made()),
		[Symbol.match]: (text: string) => text.match(made()),
	};
}
