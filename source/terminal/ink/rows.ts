import {intersectClips, type Clip} from './clip.ts';
import {fastWidth} from './fast-segmenter.ts';
import {cacheIn} from './frame-cache.ts';

/*
Ink composes a frame of cells: at 120x40 it makes 4800 objects for each frame and looks at every character. But most rows of a frame are one plain text, and then the row is that text; and most of the others were in an earlier frame. The build puts this in the place of `Output.get` (scripts/bundle/ink-patches.ts).
*/

type Write = {
	readonly type: 'write';
	readonly x: number;
	readonly y: number;
	readonly text: string;
	readonly transformers: ReadonlyArray<(line: string, index: number) => string>;
};

type Operation = Write | {readonly type: 'clip'; readonly clip: Clip} | {readonly type: 'unclip'};

type Cell = {
	readonly type: string;
	readonly value: string;
	readonly fullWidth: boolean;
	readonly styles: readonly object[];
};

/** The part of Ink's class Output that is used here. */
export type InkOutput = {
	readonly width: number;
	readonly height: number;
	readonly operations: readonly Operation[];
	readonly caches: {
		readonly getStringWidth: (text: string) => number;
		readonly getWidestLine: (text: string) => number;
		readonly getStyledChars: (text: string) => readonly Cell[];
	};
	/** Returns the columns of a line in a range; the end is exclusive. */
	readonly sliceLineToColumns: (line: string, from: number, to: number) => string;
	/** Writes into rows of cells. */
	readonly applyWriteOperation: (rows: Cell[][], operation: Write, clip: undefined) => void;
};

/** Ink's `styledCharsToString`. */
type ToText = (cells: readonly Cell[]) => string;

/** One line of a text, clipped and styled, and its first column. A plain line has no styles and only characters of certain width. */
type Piece = {readonly x: number; readonly line: string; readonly isPlain: boolean};

/** A line with its styles in Ink's notation, and its width if that is certain. */
type Normal = {readonly text: string; readonly width: number | undefined};

/** Cached results of Ink's own code for texts and rows, by all their inputs. */
const textCache = new Map<string, string>();

/** Cached results for lines. */
const lineCache = new Map<string, Normal>();

const cached = (key: string, make: () => string): string => cacheIn(textCache, key, make);

/**
Composes a frame.

@returns The same as Ink's own `Output.get` (see test/bundle-frames.test.ts).
*/
export function composeRows(output: InkOutput, toText: ToText): {readonly output: string; readonly height: number} {
	const {height, operations} = output;
	const rows = Array.from({length: height}, (): Piece[] => []);
	const clips: Clip[] = [];
	for (const operation of operations) {
		if (operation.type === 'clip') {
			clips.push(intersectClips(clips.at(-1), operation.clip));
		} else if (operation.type === 'unclip') {
			clips.pop();
		} else {
			place(rows, output, toText, operation, clips.at(-1));
		}
	}

	return {output: rows.map(pieces => rowOf(pieces, output, toText)).join('\n'), height};
}

/** Adds the lines of a text to the rows, clipped and transformed in Ink's order. */
function place(
	rows: readonly Piece[][],
	output: InkOutput,
	toText: ToText,
	{x, y, text, transformers}: Write,
	{x1, x2, y1, y2}: Clip = {},
): void {
	if ((x1 !== undefined && x2 !== undefined && x1 >= x2) || (y1 !== undefined && y2 !== undefined && y1 >= y2)) {
		return;
	}

	const plainWidth = fastWidth(text);
	const isCutAcross = x1 !== undefined && x2 !== undefined;
	if (isCutAcross && (x > x2 || x + (plainWidth ?? output.caches.getWidestLine(text)) < x1)) {
		return;
	}

	const lines = plainWidth === undefined ? linesOf(text, output, toText) : [text];
	const [first, last] =
		y1 === undefined || y2 === undefined ? [0, lines.length] : [Math.max(0, y1 - y), Math.min(lines.length, y2 - y)];
	for (let index = first; index < last; index++) {
		const row = rows[y + index];
		if (row === undefined) {
			continue;
		}

		const line = isCutAcross ? cut(lines[index]!, plainWidth, x, x1, x2, output) : lines[index]!;
		let styled = line;
		for (const transform of transformers) {
			styled = transform(styled, index);
		}

		if (styled !== '') {
			row.push({
				x: isCutAcross ? Math.max(x, x1) : x,
				line: styled,
				isPlain: plainWidth !== undefined && styled === line,
			});
		}
	}
}

/** The lines of a text, each with the styles that are active where it begins. */
function linesOf(text: string, {caches}: InkOutput, toText: ToText): readonly string[] {
	return cached(`lines ${text}`, () => {
		const lines: Cell[][] = [[]];
		for (const character of caches.getStyledChars(text)) {
			if (character.value === '\n') {
				lines.push([]);
			} else {
				lines.at(-1)!.push(character);
			}
		}

		return lines.map(line => toText(line)).join('\n');
	}).split('\n');
}

/** The part of a line between two columns of the frame. */
function cut(
	line: string,
	plainWidth: number | undefined,
	x: number,
	x1: number,
	x2: number,
	output: InkOutput,
): string {
	const width = plainWidth ?? output.caches.getStringWidth(line);
	const from = x < x1 ? x1 - x : 0;
	const to = x + width > x2 ? x2 - x : width;
	if (plainWidth !== line.length) {
		return cached(`columns ${from} ${to} ${line}`, () => output.sliceLineToColumns(line, from, to));
	}

	return from < to ? line.slice(from, to) : '';
}

function rowOf(pieces: readonly Piece[], output: InkOutput, toText: ToText): string {
	const [piece] = pieces;
	if (piece === undefined) {
		return '';
	}

	const {width, caches} = output;
	if (pieces.length === 1 && piece.x >= 0 && piece.x <= width) {
		return `${' '.repeat(piece.x)}${normalOf(piece, caches, toText).text}`.trimEnd();
	}

	return (
		joined(pieces, output, toText) ??
		cached(`row ${width} ${pieces.map(({x, line}) => `${x} ${line.length} ${line}`).join('')}`, () => {
			const row = Array.from({length: width}, (): Cell => ({type: 'char', value: ' ', fullWidth: false, styles: []}));
			for (const {x, line} of pieces) {
				// The line is passed as the result of a transformer, because a text would be normalised again.
				output.applyWriteOperation([row], {type: 'write', x, y: 0, text: ' ', transformers: [() => line]}, undefined);
			}

			// A text that begins past the edge leaves holes.
			return toText(row.filter(cell => cell !== undefined)).trimEnd();
		})
	);
}

function normalOf({line, isPlain}: Piece, caches: InkOutput['caches'], toText: ToText): Normal {
	if (isPlain) {
		return {text: line, width: fastWidth(line)};
	}

	return cacheIn(lineCache, line, () => {
		const cells = caches.getStyledChars(line);
		return {text: toText(cells), width: fastWidth(cells.map(({value}) => value).join(''))};
	});
}

/** Joins the pieces of a row, such as a list with a panel beside it. Each piece must be followed by a blank, or the next must begin without a style, so that they do not affect each other's sequences. Undefined for any other row. */
function joined(pieces: readonly Piece[], {width, caches}: InkOutput, toText: ToText): string | undefined {
	let text = '';
	let end = -1;
	for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
		const normal = normalOf(piece, caches, toText);
		const isApart = piece.x > end || (end >= 0 && piece.x === end && !normal.text.startsWith('\u{1B}'));
		if (!isApart || normal.width === undefined) {
			return undefined;
		}

		text += `${' '.repeat(piece.x - Math.max(0, end))}${normal.text}`;
		end = piece.x + normal.width;
	}

	return end > width ? undefined : text.trimEnd();
}
