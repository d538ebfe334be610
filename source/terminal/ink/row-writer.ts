import stringWidth from 'string-width';
import {enterAlternateScreen, leaveAlternateScreen, wrapOff, wrapOn} from './alternate-screen.ts';
import {fastWidth} from './fast-segmenter.ts';
import {createPendingStyles} from './pending-styles.ts';
import {placedPieces} from './text-pieces.ts';

/** Matches Ink's output other than text: control sequences, strings such as links, and line feeds. */
const control =
	/\u{1B}\[(?<parameters>[\u{30}-\u{3F}]*)[\u{20}-\u{2F}]*(?<final>[\u{40}-\u{7E}])|\u{1B}[PX\]^_][^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)|\u{1B}[\u{30}-\u{7E}]|[\n\r]/gv;

/** Matches blanks in a text that take more bytes than to address what follows them. */
const longBlank = /(?<blank> {7,})/v;

const showCursor = '\u{1B}[?25h';
const home = '\u{1B}[H';
const eraseBelow = '\u{1B}[J';
/** The sequence that erases the rest of a row (EL). */
export const eraseLine = '\u{1B}[K';

/** Changes Ink's output so that text of unexpected width affects nothing but itself. */
export type RowWriter = (data: string) => string;

/**
Creates a writer of rows for the alternate screen. Ink moves the cursor relative to its assumed position, but terminals disagree about the width of many texts, so the cursor may be elsewhere. Therefore every row, and every piece of text after one of uncertain width, is written at its own address, and the terminal does not wrap.

@param getHeight - The rows of the terminal.
@param isEntered - The terminal shows the alternate screen already: it is erased instead of entered, since terminals differ in what entering it twice does.
*/
export function createRowWriter(getHeight: () => number, isEntered = false): RowWriter {
	let isOn = false;
	let isToEnter = !isEntered;
	/** The row where Ink assumes the cursor to be, from 1. */
	let row = 1;
	let column = 1;
	/** Whether the terminal's cursor is certain to be in this row; see `isInColumn` for the column. */
	let isInRow = true;
	let isInColumn = true;
	/** The column from which on this row was erased without a background and nothing was written since. */
	let erasedFrom = Infinity;
	const styles = createPendingStyles();

	const address = (): string => {
		const move = isInRow
			? isInColumn
				? ''
				: `\u{1B}[${column}G`
			: `\u{1B}[${row}${column === 1 ? '' : `;${column}`}H`;
		isInRow = true;
		isInColumn = true;
		return move;
	};

	const moveTo = (nextRow: number, nextColumn: number): string => {
		if (nextRow !== row || nextColumn < column) {
			erasedFrom = Infinity;
		}

		isInRow &&= nextRow === row;
		isInColumn &&= nextColumn === column;
		row = Math.max(1, nextRow);
		column = Math.max(1, nextColumn);
		return '';
	};

	const writeText = (text: string): string => {
		let written = '';
		for (const piece of placedPieces(text)) {
			const width = fastWidth(piece);
			if (width === undefined) {
				written += address() + styles.flush() + piece;
				column += stringWidth(piece);
				isInColumn = false;
				erasedFrom = Infinity;
			} else {
				written += writeCertain(piece);
			}
		}

		return written;
	};

	/** Writes text of certain width. What is erased already needs no blanks: they are skipped. */
	const writeCertain = (text: string): string => {
		let written = '';
		for (const part of styles.blanks().size === 0 && column >= erasedFrom ? text.split(longBlank) : [text]) {
			if (part.length > 6 && part.trim() === '' && styles.blanks().size === 0 && column >= erasedFrom) {
				column += part.length;
				isInColumn = false;
			} else if (part !== '') {
				written += address() + styles.flush() + part;
				column += fastWidth(part)!;
			}
		}

		return written;
	};

	const lineFeed = (): string => {
		if (row < getHeight()) {
			return moveTo(row + 1, 1);
		}

		// A line feed in the last row scrolls the screen.
		const scroll = `${address()}${styles.flush()}\n\r`;
		[column, isInColumn, erasedFrom] = [1, true, Infinity];
		return scroll;
	};

	const writeSequence = (sequence: string, parameters: string, final: string): string => {
		// A parameter of 0 means 1 (ECMA-48).
		const [count = 1, second = 1] = parameters.split(';').map(parameter => Math.max(1, Number(parameter)));
		switch (final) {
			case 'A': {
				return moveTo(row - count, column);
			}

			case 'B': {
				return moveTo(Math.min(getHeight(), row + count), column);
			}

			case 'E': {
				return moveTo(Math.min(getHeight(), row + count), 1);
			}

			case 'G': {
				return moveTo(row, count);
			}

			case 'H': {
				return moveTo(count, second);
			}

			case 'K': {
				const written = address() + styles.flush() + sequence;
				erasedFrom = sequence === eraseLine && !styles.blanks().has('background') ? column : Infinity;
				return written;
			}

			// These sequences erase or move text at the cursor.
			case 'J':
			case 'L':
			case 'M': {
				erasedFrom = Infinity;
				return address() + styles.flush() + sequence;
			}

			case 'm': {
				return styles.add(parameters);
			}

			// Modes do not depend on the cursor's position, unless it becomes visible.
			default: {
				return (sequence === showCursor ? address() : '') + styles.flush() + sequence;
			}
		}
	};

	const writeControl = (sequence: string, parameters: string | undefined, final: string | undefined): string => {
		if (sequence === enterAlternateScreen) {
			isOn = true;
			erasedFrom = Infinity;
			[row, column, isInRow, isInColumn] = [1, 1, true, true];
			const enter = isToEnter ? sequence : '';
			isToEnter = true;
			return enter + wrapOff + home + (enter === '' ? eraseBelow : '');
		}

		if (sequence === leaveAlternateScreen) {
			isOn = false;
			return styles.flush() + wrapOn + sequence;
		}

		if (!isOn) {
			return sequence;
		}

		if (sequence === '\n') {
			return lineFeed();
		}

		if (sequence === '\r') {
			return moveTo(row, 1);
		}

		return final === undefined ? styles.flush() + sequence : writeSequence(sequence, parameters ?? '', final);
	};

	return data => {
		// Something else may have written since.
		erasedFrom = Infinity;
		let written = '';
		let end = 0;
		for (const match of data.matchAll(control)) {
			const text = data.slice(end, match.index);
			written += text === '' || !isOn ? text : writeText(text);
			written += writeControl(match[0], match.groups?.parameters, match.groups?.final);
			end = match.index + match[0].length;
		}

		const rest = data.slice(end);
		return written + (rest === '' || !isOn ? rest : writeText(rest)) + styles.flush();
	};
}
