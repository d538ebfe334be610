import {fastWidth} from './fast-segmenter.ts';

/** Matches the end of a gap. The text after it is written at its own address, because the width of the text before it may be uncertain. */
const gap = /(?<= {2})(?! )/v;

/** Splits a text of uncertain width into pieces, each of which is written at its own address. */
export const placedPieces = (text: string): readonly string[] =>
	fastWidth(text) === undefined ? text.split(gap) : [text];

/**
Finds how much of the beginning of a row can stay when the rest of it is written anew: up to a place where every terminal has the cursor, because the text before it has a certain width or ends at a gap.

@param text - The row without styles.
@param length - How much of the beginning has not changed.
*/
export function placedLength(text: string, length: number): number {
	const unchanged = text.slice(0, length);
	const pieces = unchanged.split(gap);
	const last = unchanged.endsWith('  ') ? '' : pieces.at(-1)!;
	return fastWidth(last) === undefined ? length - last.length : length;
}
