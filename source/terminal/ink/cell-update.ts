import {isSameStyle, plainCell, sequenceBetween, styleOnBlank, type CellStyle} from './cell-style.ts';
import {blankCell, cellsOf, type ScreenCell} from './cells.ts';

/** The most equal cells between two changes that are written again: to move past them takes more bytes. */
const shortestMove = 4;

const eraseRest = '\u{1B}[K';

const isSame = (one: ScreenCell, other: ScreenCell): boolean =>
	one.text === other.text && isSameStyle(one.style, other.style);

/**
Returns what changes a row on the screen into another with the fewest bytes, for a slow connection: only cells that differ are written. Undefined where terminals may disagree about columns.

@param previous - The row on the screen, with its styles.
@param next - The row to show.
@param columns - The width of the terminal.
*/
export function cellUpdate(previous: string, next: string, columns: number): string | undefined {
	const [before, after] = [cellsOf(previous), cellsOf(next)];
	if (before === undefined || after === undefined || Math.max(before.length, after.length) > columns) {
		return undefined;
	}

	const length = after.findLastIndex(cell => !isSame(cell, blankCell)) + 1;
	const first = after.findIndex((cell, column) => !isSame(cell, before[column] ?? blankCell));
	const start = first === -1 ? length : Math.min(first, length);
	const erased = `${moveTo(start)}${eraseRest}`;
	const isShorter = before.slice(length).some(cell => !isSame(cell, blankCell));
	const changed = `${changes(before, after, length)}${isShorter ? `${moveTo(length)}${eraseRest}` : ''}`;
	const anew = `${erased}${changes(before.slice(0, start), after, length)}`;
	return changed.length <= anew.length ? changed : anew;
}

const moveTo = (column: number): string => `\u{1B}[${column + 1}G`;

/** Writes the cells up to a column that differ. */
function changes(before: readonly ScreenCell[], after: readonly ScreenCell[], length: number): string {
	let written = '';
	let style: CellStyle = plainCell;
	/** The column of the cursor. */
	let column = -1;
	for (let index = 0; index < length; index++) {
		const cell = after[index]!;
		if (isSame(cell, before[index] ?? blankCell)) {
			continue;
		}

		const skipped = after.slice(Math.max(0, column), index);
		const needsNoMove = column >= 0 && skipped.length <= shortestMove && areWrittenIn(style, skipped);
		written += needsNoMove ? skipped.map(({text}) => text).join('') : moveTo(index);
		if (!isWrittenIn(style, cell)) {
			written += sequenceBetween(style, cell.style);
			style = cell.style;
		}

		written += cell.text;
		column = index + 1;
	}

	return `${written}${sequenceBetween(style, plainCell)}`;
}

/** Whether a cell looks as it should when it is written in a style. */
const isWrittenIn = (style: CellStyle, {text, style: wanted}: ScreenCell): boolean =>
	isSameStyle(text === ' ' ? styleOnBlank(style) : style, wanted);

const areWrittenIn = (style: CellStyle, cells: readonly ScreenCell[]): boolean =>
	cells.every(cell => isWrittenIn(style, cell));
