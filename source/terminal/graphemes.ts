import {fastSegmenter} from './ink/fast-segmenter.ts';

/** The user-perceived characters of a text (UAX 29 extended grapheme clusters). */
export function graphemes(text: string): string[] {
	return Array.from(fastSegmenter.segment(text), ({segment}) => segment);
}
