import stringWidth from 'string-width';
import {fastWidth} from './fast-width.ts';

/** Matches the end of a gap. The text after it is written at its own address, because the width of the text before it may be uncertain. */
const gap = /(?<= {2})(?! )/v;

/** Splits a text of uncertain width into pieces, each of which is written at its own address. */
export const placedPieces = (text: string): readonly string[] =>
	fastWidth(text) === undefined ? text.split(gap) : [text];

/**
Finds how much of the beginning of a row can stay when the rest of it is written anew: up to a place where every terminal has the cursor, because the text before it has a certain width or ends at a gap.

@param text - The row without styles.
@param length - How much of the beginning has not changed.
@param following - What followed it on the screen.
*/
export function placedLength(text: string, length: number, following = ''): number {
	const unchanged = text.slice(0, length);
	// What follows may combine with what is before it.
	const isLoose = [text.charAt(length), following].some(next => fastWidth(next) === undefined);
	if (unchanged.endsWith('  ')) {
		return isLoose ? length - 1 : length;
	}

	const last = unchanged.split(gap).at(-1)!;
	return isLoose || fastWidth(last) === undefined ? length - last.length : length;
}

/** Matches a sequence of SGR, and the beginning of a sequence at the end of a text. */
const sgr = /\u{1B}\[[\d;]*m/gv;
const sequenceStart = /\u{1B}(?:\[[\d;]*)?$/v;

/**
Changes a row on the screen into another. It takes the place of Ink's own function, which keeps text whose width terminals disagree about (scripts/bundle/ink-patches.ts).

@param previous - The row on the screen, with its styles.
@param next - The row to show.
@param columns - The width of the terminal.
*/
export function lineUpdate(previous: string, next: string, columns: number): string {
	const whole = `\u{1B}[1G\u{1B}[K${next}`;
	const [before, after] = [previous.replaceAll(sgr, ''), next.replaceAll(sgr, '')];
	if (/\p{Control}/v.test(before + after)) {
		return whole;
	}

	let common = 0;
	while (common < next.length && previous[common] === next[common]) {
		common++;
	}

	const shared = next.slice(0, common).replace(sequenceStart, '');
	const unchanged = shared.replaceAll(sgr, '').length;
	const length = placedLength(after, unchanged, before.charAt(unchanged));
	const column = stringWidth(after.slice(0, length));
	if (column === 0 || column >= columns) {
		return whole;
	}

	let styles = '';
	let offset = 0;
	let left = length;
	for (const {0: code, index} of shared.matchAll(sgr)) {
		if (index - offset > left) {
			break;
		}

		left -= index - offset;
		offset = index + code.length;
		styles += code;
	}

	const rest = `\u{1B}[${column + 1}G\u{1B}[K${styles}${next.slice(offset + left)}`;
	return rest.length < whole.length ? rest : whole;
}
