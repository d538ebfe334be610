import stringWidth from 'string-width';
import {fastWidth} from './fast-width.ts';
import {placedPieces} from './line-update.ts';

/** The sequence with which Ink enters the alternate screen (DECSET 1049). */
export const enterAlternateScreen = '\u{1B}[?1049h';
export const leaveAlternateScreen = '\u{1B}[?1049l';
/** The sequence that turns off wrapping at the right edge (DECAWM). */
const wrapOff = '\u{1B}[?7l';
export const wrapOn = '\u{1B}[?7h';

/** Matches Ink's output other than text: control sequences, strings such as links, and line feeds. */
const control =
	/\u{1B}\[(?<parameters>[\u{30}-\u{3F}]*)[\u{20}-\u{2F}]*(?<final>[\u{40}-\u{7E}])|\u{1B}[PX\]^_][^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)|\u{1B}[\u{30}-\u{7E}]|[\n\r]/gv;

const showCursor = '\u{1B}[?25h';
const home = '\u{1B}[H';
const eraseBelow = '\u{1B}[J';

/** Changes Ink's output so that text of unexpected width affects nothing but itself. */
type RowWriter = (data: string) => string;

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
	/** The parameters of SGR without text after them yet: they are written as one sequence when the next text is. */
	let styles = '';

	const address = (): string => {
		let move = '';
		if (!isInRow) {
			move = `\u{1B}[${row}${column === 1 ? '' : `;${column}`}H`;
		} else if (!isInColumn) {
			move = `\u{1B}[${column}G`;
		}

		isInRow = true;
		isInColumn = true;
		return move;
	};

	const moveTo = (nextRow: number, nextColumn: number): string => {
		isInRow &&= nextRow === row;
		isInColumn &&= nextColumn === column;
		row = Math.max(1, nextRow);
		column = Math.max(1, nextColumn);
		return '';
	};

	const flushStyles = (): string => {
		const sequence = styles === '' ? '' : `\u{1B}[${styles}m`;
		styles = '';
		return sequence;
	};

	const addStyles = (parameters: string): string => {
		const added = parameters === '' ? '0' : parameters;
		const before = styles.length + added.length > maxParameters ? flushStyles() : '';
		styles = styles === '' ? added : `${styles};${added}`;
		return before;
	};

	const writeText = (text: string): string => {
		let written = '';
		for (const piece of placedPieces(text)) {
			written += address() + flushStyles() + piece;
			column += fastWidth(piece) ?? stringWidth(piece);
			isInColumn = fastWidth(piece) !== undefined;
		}

		return written;
	};

	const lineFeed = (): string => {
		if (row < getHeight()) {
			return moveTo(row + 1, 1);
		}

		// A line feed in the last row scrolls the screen.
		const scroll = `${address()}${flushStyles()}\n\r`;
		[column, isInColumn] = [1, true];
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

			case 'J':
			case 'K': {
				return address() + flushStyles() + sequence;
			}

			case 'm': {
				return addStyles(parameters);
			}

			// Modes do not depend on the cursor's position, unless it becomes visible.
			default: {
				return (sequence === showCursor ? address() : '') + flushStyles() + sequence;
			}
		}
	};

	const writeControl = (sequence: string, parameters: string | undefined, final: string | undefined): string => {
		if (sequence === enterAlternateScreen) {
			isOn = true;
			[row, column, isInRow, isInColumn] = [1, 1, true, true];
			const enter = isToEnter ? sequence : '';
			isToEnter = true;
			return enter + wrapOff + home + (enter === '' ? eraseBelow : '');
		}

		if (sequence === leaveAlternateScreen) {
			isOn = false;
			return flushStyles() + wrapOn + sequence;
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

		return final === undefined ? flushStyles() + sequence : writeSequence(sequence, parameters ?? '', final);
	};

	return data => {
		let written = '';
		let end = 0;
		for (const match of data.matchAll(control)) {
			const text = data.slice(end, match.index);
			written += text === '' || !isOn ? text : writeText(text);
			written += writeControl(match[0], match.groups?.parameters, match.groups?.final);
			end = match.index + match[0].length;
		}

		const rest = data.slice(end);
		return written + (rest === '' || !isOn ? rest : writeText(rest)) + flushStyles();
	};
}

/**
Creates a function that draws a page from the top of the alternate screen, which the terminal shows already.

@returns The sequences for a page: all of its rows at first, then those that differ from the page before. All pages have the same number of rows.
*/
export function createPageWriter(): (rows: readonly string[]) => string {
	let drawn: readonly string[] = [];
	let height = 0;
	const write = createRowWriter(() => height, true);
	return rows => {
		height = rows.length;
		const isFirst = drawn.length === 0;
		const changed = rows
			.map((row, index) => (row === drawn[index] ? '' : `\u{1B}[${index + 1}H${isFirst ? '' : '\u{1B}[K'}${row}`))
			.join('');
		const written = write(`${isFirst ? enterAlternateScreen : ''}${changed}`);
		drawn = rows;
		return written;
	};
}

/** The most characters of the parameters of styles that are sent as one sequence; terminals read at least sixteen parameters. */
const maxParameters = 24;
