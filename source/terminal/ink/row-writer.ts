import stringWidth from 'string-width';
import {fastWidth} from './fast-width.ts';
import {placedPieces} from './line-update.ts';

/** The sequence with which Ink enters the alternate screen (DECSET 1049). */
export const enterAlternateScreen = '\u{1B}[?1049h';
export const leaveAlternateScreen = '\u{1B}[?1049l';
/** The sequence that turns off wrapping at the right edge (DECAWM). */
export const wrapOff = '\u{1B}[?7l';
export const wrapOn = '\u{1B}[?7h';

/** Matches Ink's output other than text: control sequences, strings such as links, and line feeds. */
const control =
	/\u{1B}\[(?<parameters>[\u{30}-\u{3F}]*)[\u{20}-\u{2F}]*(?<final>[\u{40}-\u{7E}])|\u{1B}[PX\]^_][^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)|\u{1B}[\u{30}-\u{7E}]|[\n\r]/gv;

/** Matches blanks in a text that take more bytes than to address what follows them. */
const longBlank = /(?<blank> {7,})/v;

const showCursor = '\u{1B}[?25h';
const home = '\u{1B}[H';
const eraseBelow = '\u{1B}[J';
/** The sequence that erases the rest of a row (EL). */
const eraseLine = '\u{1B}[K';

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

			case 'J': {
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
			.map((row, index) => (row === drawn[index] ? '' : `\u{1B}[${index + 1}H${isFirst ? '' : eraseLine}${row}`))
			.join('');
		const written = write(`${isFirst ? enterAlternateScreen : ''}${changed}`);
		drawn = rows;
		return written;
	};
}

/** The most characters of the parameters of styles that are sent as one sequence; terminals read at least sixteen parameters. */
const maxParameters = 24;

/** Styles that are written when the next text is: those without text between them as one sequence. */
type PendingStyles = {
	/** Adds a sequence of SGR by its parameters, and returns what must be written before it. */
	readonly add: (parameters: string) => string;
	/** Returns the sequence that was not written yet. */
	readonly flush: () => string;
	/** The styles of a blank after all that was added. */
	readonly blanks: () => BlankStyle;
};

/** Creates them, with none. */
function createPendingStyles(): PendingStyles {
	let blanks = plainBlanks;
	let pending = '';
	const flush = (): string => {
		const sequence = pending === '' ? '' : `\u{1B}[${pending}m`;
		pending = '';
		return sequence;
	};

	return {
		add(parameters) {
			const added = parameters === '' ? '0' : parameters;
			blanks = blankStyleAfter(blanks, added);
			const before = pending.length + added.length > maxParameters ? flush() : '';
			pending = pending === '' ? added : `${pending};${added}`;
			return before;
		},
		flush,
		blanks: () => blanks,
	};
}

/** A style that can be seen on a blank. */
type Seen = 'background' | 'inverse' | 'underline' | 'strike' | 'overline';

/** The styles that are on and can be seen on a blank. */
type BlankStyle = ReadonlySet<Seen>;

const plainBlanks: BlankStyle = new Set();

/** The codes of SGR that switch them on and off (ECMA-48), without those of backgrounds that are on. */
const switches: ReadonlyArray<{readonly style: Seen; readonly on: readonly string[]; readonly off: string}> = [
	{style: 'background', on: [], off: '49'},
	{style: 'inverse', on: ['7'], off: '27'},
	{style: 'underline', on: ['4', '21'], off: '24'},
	{style: 'strike', on: ['9'], off: '29'},
	{style: 'overline', on: ['53'], off: '55'},
];

/** Returns the style of blanks after a sequence of SGR, by its parameters: `1;38;5;75`. */
function blankStyleAfter(before: BlankStyle, parameters: string): BlankStyle {
	const next = new Set(before);
	for (const code of codesOf(parameters)) {
		if (Number(code) === 0) {
			next.clear();
		} else if (isBackground(code)) {
			next.add('background');
		}

		for (const {style, on, off} of switches) {
			if (on.includes(code)) {
				next.add(style);
			} else if (code === off) {
				next.delete(style);
			}
		}
	}

	return next;
}

/** Splits the parameters of SGR into codes, each with its own parameters: `1;38;5;75` is `1` and `38;5;75`. */
function codesOf(parameters: string): readonly string[] {
	const numbers = parameters.split(';');
	const codes: string[] = [];
	for (let index = 0; index < numbers.length;) {
		// A colour of the palette has one more parameter after its kind, any other three.
		const colourLength = numbers[index + 1] === '5' ? 3 : 5;
		const length = ['38', '48', '58'].includes(numbers[index]!) ? colourLength : 1;
		codes.push(numbers.slice(index, index + length).join(';'));
		index += length;
	}

	return codes;
}

/** Whether a code sets the colour behind text. */
function isBackground(code: string): boolean {
	const number = Number(code.split(';', 1)[0]);
	return (number >= 40 && number <= 48) || (number >= 100 && number <= 107);
}
