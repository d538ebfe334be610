import {cellStyleAfter, plainCell, styleOnBlank, type CellStyle} from './cell-style.ts';
import {fastWidth} from './fast-segmenter.ts';

/** A column of a row on the screen. */
export type ScreenCell = {
	/** The character; empty in the second column of a wide one. */
	readonly text: string;
	readonly style: CellStyle;
};

/** A cell that is erased. */
export const blankCell: ScreenCell = {text: ' ', style: plainCell};

/** Matches a sequence of SGR. */
const sgr = /\u{1B}\[(?<parameters>[\d;]*)m/gv;

/** Returns the cells of a row; undefined if it has other sequences, or characters whose width is uncertain. */
export function cellsOf(row: string): readonly ScreenCell[] | undefined {
	const cells: ScreenCell[] = [];
	let style: CellStyle | undefined = plainCell;
	let end = 0;
	const add = (text: string): boolean => {
		for (const character of text) {
			const width = fastWidth(character);
			if (width === undefined) {
				return false;
			}

			const cell = {text: character, style: character === ' ' ? styleOnBlank(style!) : style!};
			cells.push(cell, ...(width === 2 ? [{...cell, text: ''}] : []));
		}

		return true;
	};

	for (const match of row.matchAll(sgr)) {
		if (!add(row.slice(end, match.index))) {
			return undefined;
		}

		style = cellStyleAfter(style, match.groups!.parameters!);
		if (style === undefined) {
			return undefined;
		}

		end = match.index + match[0].length;
	}

	return add(row.slice(end)) ? cells : undefined;
}
