import {fastWidth} from './fast-width.ts';

/*
Ink composes a frame of cells: at 120x40 it makes 4800 objects for each frame and looks at every character. But most rows of a frame were in the one before. The build puts this in the place of `Output.get` (scripts/bundle/ink-patches.ts): each row is composed by Ink's own code once, and kept.
*/

/** The most rows and texts that are kept: some dozen screens. */
const mostKept = 1024;

/** The part of a frame that may be written to. A missing bound means no limit; the ends are exclusive. */
type Clip = Readonly<Partial<Record<'x1' | 'x2' | 'y1' | 'y2', number | undefined>>>;

type Write = {
	readonly type: 'write';
	readonly x: number;
	readonly y: number;
	readonly text: string;
	readonly transformers: ReadonlyArray<(line: string, index: number) => string>;
};

type Cell = {
	readonly type: 'char';
	readonly value: string;
	readonly fullWidth: boolean;
	readonly styles: readonly never[];
};

/** The part of Ink's class Output that is used here. */
type InkOutput = {
	readonly width: number;
	readonly height: number;
	readonly operations: ReadonlyArray<Write | {readonly type: 'clip'; readonly clip: Clip} | {readonly type: 'unclip'}>;
	/** Writes into rows of cells. */
	readonly applyWriteOperation: (rows: Cell[][], operation: Write, clip: Clip | undefined) => void;
};

/** Functions of Ink's output.js. */
type InkFunctions = {
	readonly intersectClips: (outer: Clip | undefined, inner: Clip) => Clip;
	readonly styledCharsToString: (cells: readonly Cell[]) => string;
};

/** What is written into a row, and all that this depends on. */
type Row = {key: string; readonly pieces: Piece[]};

/** A text of a row; `styled` is its line there. */
type Piece = {readonly write: Write; readonly clip: Clip | undefined; readonly styled: string};

/** Rows of earlier frames, by what they depend on. */
const kept = new Map<string, string>();

/**
Composes a frame.

@returns The same as Ink's own `Output.get` (see test/terminal/ink/row-writer.test.ts).
*/
export function composeRows(
	output: InkOutput,
	{intersectClips, styledCharsToString}: InkFunctions,
): {readonly output: string; readonly height: number} {
	const {width, height, operations} = output;
	const rows = Array.from({length: height}, (): Row => ({key: String(width), pieces: []}));
	const clips: Clip[] = [];
	for (const operation of operations) {
		if (operation.type === 'clip') {
			clips.push(intersectClips(clips.at(-1), operation.clip));
		} else if (operation.type === 'unclip') {
			clips.pop();
		} else {
			addTo(rows, operation, clips.at(-1));
		}
	}

	const compose = ({pieces}: Row): string => {
		const plain = pieces.length === 1 ? plainRow(pieces[0]!, width) : undefined;
		if (plain !== undefined) {
			return plain;
		}

		const cells = Array.from({length: width}, (): Cell => ({type: 'char', value: ' ', fullWidth: false, styles: []}));
		for (const {write, clip} of pieces) {
			output.applyWriteOperation([cells], write, clip);
		}

		// A text that begins past the edge leaves holes.
		return styledCharsToString(cells.filter(cell => cell !== undefined)).trimEnd();
	};

	const lines = rows.map(row => keep(kept, row.key, () => compose(row)));
	return {output: lines.join('\n'), height};
}

/** Adds a text to the rows that it touches. */
function addTo(rows: readonly Row[], write: Write, clip: Clip | undefined): void {
	const {x, y, text, transformers} = write;
	const {x1, x2, y1, y2} = clip ?? {};
	const isCut = y1 !== undefined && y2 !== undefined;
	for (const [index, line] of text.split('\n').entries()) {
		const row = rows[y + index];
		if (row === undefined || (isCut && (y + index < y1 || y + index >= y2))) {
			continue;
		}

		let styled = line;
		for (const transform of transformers) {
			styled = transform(styled, index);
		}

		// Without the index of the line, so that a row is known wherever it scrolls to.
		row.key += `\n${x} ${x1} ${x2} ${styled.length} ${styled}${styled === line ? '' : ` ${line.length} ${line}`}`;
		row.pieces.push({write: {...write, y: -index}, clip: clip && {x1, x2}, styled});
	}
}

/** The row of a text without styles that is shown as a whole; undefined for any other. */
function plainRow({write: {x, text}, clip, styled}: Piece, width: number): string | undefined {
	const end = styled === text && x >= (clip?.x1 ?? 0) && x >= 0 ? x + (fastWidth(text) ?? Infinity) : Infinity;
	return end <= Math.min(width, clip?.x2 ?? width) ? `${' '.repeat(x)}${text}`.trimEnd() : undefined;
}

/** Texts with styles as Ink's layout takes them. */
const sanitised = new Map<string, string>();

/** Returns what Ink's own `sanitise` makes of a text, without reading one of an earlier frame again. */
export const sanitiseOnce = (text: string, sanitise: (text: string) => string): string =>
	keep(sanitised, text, () => sanitise(text));

function keep(map: Map<string, string>, key: string, make: () => string): string {
	const made = map.get(key) ?? make();
	if (map.size >= mostKept) {
		map.clear();
	}

	map.set(key, made);
	return made;
}
