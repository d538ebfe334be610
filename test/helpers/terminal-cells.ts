import type {IBuffer, IBufferCell} from '@xterm/headless';

/** A number of the 256-colour palette, or `#rrggbb`. */
export type Colour = number | string;

/** How text looks; what is absent is the terminal's default. */
export type Style = {
	readonly foreground?: Colour | undefined;
	readonly background?: Colour | undefined;
	readonly bold: boolean;
	readonly dim: boolean;
	readonly italic: boolean;
	readonly underline: boolean;
	readonly inverse: boolean;
};

/** Neighbouring cells of one style and one width: `columns` wide in all, wide characters (two each) apart from narrow ones. */
export type StyledRun = {
	readonly text: string;
	readonly column: number;
	readonly columns: number;
	readonly style: Style;
};

/**
The rows on show, each as runs of one style.

@param buffer - xterm's active buffer.
@param rows - The height of the viewport.
*/
export function styledRows(buffer: IBuffer, rows: number): StyledRun[][] {
	return Array.from({length: rows}, (_, row) => styledRow(buffer, buffer.baseY + row));
}

/** The characters of a row with their styles; of a blank only a style that can be seen, as blanks are erased or written. */
export const visibleCells = (runs: readonly StyledRun[]): unknown[] =>
	runs.flatMap(({text, style}) =>
		Array.from(text, character =>
			character !== ' ' || style.background !== undefined || style.inverse || style.underline
				? {character, ...style}
				: character,
		),
	);

function styledRow(buffer: IBuffer, row: number): StyledRun[] {
	const line = buffer.getLine(row);
	const runs: StyledRun[] = [];
	let previous = '';
	for (let column = 0; column < (line?.length ?? 0); column++) {
		const cell = line!.getCell(column)!;
		const columns = cell.getWidth();
		if (columns === 0) {
			continue; // The right half of a wide character.
		}

		const style = styleOf(cell);
		const text = cell.getChars() === '' ? ' ' : cell.getChars();
		const kind = JSON.stringify([style, columns]);
		if (kind === previous) {
			const last = runs.pop()!;
			runs.push({...last, text: last.text + text, columns: last.columns + columns});
		} else {
			runs.push({
				text,
				column,
				columns,
				style,
			});
		}

		previous = kind;
	}

	return runs;
}

function styleOf(cell: IBufferCell): Style {
	return {
		foreground: colour(cell.getFgColor(), cell.isFgDefault(), cell.isFgRGB()),
		background: colour(cell.getBgColor(), cell.isBgDefault(), cell.isBgRGB()),
		bold: cell.isBold() !== 0,
		dim: cell.isDim() !== 0,
		italic: cell.isItalic() !== 0,
		underline: cell.isUnderline() !== 0,
		inverse: cell.isInverse() !== 0,
	};
}

function colour(value: number, isDefault: boolean, isRgb: boolean): Colour | undefined {
	if (isDefault) {
		return undefined;
	}

	return isRgb ? `#${value.toString(16).padStart(6, '0')}` : value;
}
