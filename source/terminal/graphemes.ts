import {plainSegmenter} from './plain.ts';

/** The user-perceived characters of a text (UAX 29 extended grapheme clusters). */
export function graphemes(text: string): string[] {
	return Array.from(plainSegmenter.segment(text), ({segment}) => segment);
}
