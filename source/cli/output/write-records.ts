import {Buffer, isUtf8} from 'node:buffer';
import {csvRow, withFormulaQuote} from '../../files/csv-cells.ts';
import {tryParseJson} from '../../platform/json.ts';
import {safeJson, sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {hideSecretsInJson} from '../../terminal/secrets.ts';
import {fit, share, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {type CommandContext, usesColour, type OutputFormat, type Running} from '../command.ts';

/** A column of a table, tab-separated lines and CSV. */
export type OutputColumn<T> = {
	/** The title in a table and in CSV. */
	readonly title: string;
	/** Reads the cell, as received. */
	readonly read: (record: T) => string;
	/** Reads the cell for a table, if it differs there. */
	readonly readForTable?: (record: T) => string;
	/** If the terminal is too narrow, columns of a table are left out, the highest number first. */
	readonly priority: number;
	/** The position at which a cell that does not fit is truncated; the end by default. */
	readonly cut?: 'end' | 'middle';
};

/** The output of records of one kind. */
export type OutputKind<T> = {
	readonly columns: ReadonlyArray<OutputColumn<T>>;
	/** Formats a record as JSON on one line, as received: text, or bytes of UTF-8. */
	readonly json: (record: T) => string | Uint8Array;
	/** The text in a table or tab-separated line in place of the cells, for a record without cells. */
	readonly problem?: (record: T) => string | undefined;
	/** A YAML comment above a record. */
	readonly comment?: (record: T) => string | undefined;
};

type Pieces = Iterable<string | Uint8Array>;

/** Prints records in a format, in pieces of limited size. Stops without an error when the reader closes the pipe. On a terminal, API keys are hidden and control characters are escaped. The code for a format is loaded when it is used. */
export async function writeRecords<T>(
	records: Iterable<T>,
	kind: OutputKind<T>,
	format: OutputFormat,
	{options, host, write}: Running<{readonly raw?: boolean; readonly noColor: boolean}>,
) {
	const columns = host.outputColumns();
	const isTerminal = columns !== undefined;
	const json = isTerminal
		? (record: T) => safeJson(hideSecretsInJson(Buffer.from(kind.json(record)).toString()))
		: kind.json;
	const shown = (text: string) => (isTerminal ? sanitise(text) : text);
	const lines = {between: '\n', end: '\n'};
	const piecesOf: Readonly<Record<OutputFormat, () => Pieces | Promise<Pieces>>> = {
		json: () => piecesFrom(records, json, {start: '[', between: ',\n', end: ']\n', empty: '[]\n'}),
		jsonl: () => piecesFrom(records, json, lines),
		tsv: () =>
			piecesFrom(
				records,
				record => kind.problem?.(record) ?? kind.columns.map(({read}) => sanitise(read(record))).join('\t'),
				lines,
			),
		table: () => tablePieces(records, kind, {columns: columns ?? 200, hasColour: usesColour(options, host)}),
		// Without the records that have no cells.
		csv() {
			const quote = options.raw === true ? shown : (cell: string) => withFormulaQuote(shown(cell));
			const header = csvRow(kind.columns.map(({title}) => title));
			return piecesFrom(
				Iterator.from(records).filter(record => kind.problem?.(record) === undefined),
				record => csvRow(kind.columns.map(({read}) => quote(read(record)))),
				{start: header, empty: header},
			);
		},
		// A record that cannot be parsed is printed as its text.
		async yaml() {
			const {yamlText} = await import('../../terminal/yaml-text.ts');
			return piecesFrom(
				records,
				record => {
					const note = kind.comment?.(record);
					const text = Buffer.from(json(record)).toString();
					return `${note === undefined ? '' : `# ${sanitise(note)}\n`}${yamlText([tryParseJson(text) ?? text])}`;
				},
				{empty: '[]\n'},
			);
		},
	};
	await writePieces(await piecesOf[format](), write);
}

/**
Formats records one by one, with `start` before the first, `between` them and `end` after the last one; `empty` if there is none.

@yields A piece.
*/
function* piecesFrom<T>(
	records: Iterable<T>,
	pieceOf: OutputKind<T>['json'],
	{start = '', between = '', end = '', empty = ''},
): Generator<string | Uint8Array> {
	const separator = Buffer.from(between);
	let isEmpty = true;
	for (const record of records) {
		yield isEmpty ? start : separator;
		yield pieceOf(record);
		isEmpty = false;
	}

	yield isEmpty ? empty : end;
}

/** The size of a write in bytes. One system call per line would dominate the run time. */
const chunkLength = 131_072;

/** Writes pieces in chunks, until the reader closes the pipe. Bytes are passed on unchanged, because decoding and encoding them would take as long as reading the listing. Only invalid UTF-8 is replaced. */
export async function writePieces(pieces: Pieces, write: CommandContext['write']) {
	let parts: Uint8Array[] = [];
	let length = 0;
	const flush = async () => {
		const chunk = Buffer.concat(parts, length);
		parts = [];
		length = 0;
		return write(isUtf8(chunk) ? chunk : chunk.toString());
	};

	for (const piece of pieces) {
		const part = typeof piece === 'string' ? Buffer.from(piece) : piece;
		parts.push(part);
		length += part.length;
		if (length >= chunkLength && !(await flush())) {
			return;
		}
	}

	if (length > 0) {
		await flush();
	}
}

/** The number of records, from the first on, from which column widths are computed. */
const sampleSize = 1000;

/** The maximum width of a column, and the minimum width, unless all cells are narrower. */
const maxWidth = 60;
const minWidth = 8;

const gap = 2;

/**
Formats an aligned table with a header in the width of the terminal. Columns are truncated, and if that is not enough, left out.

@yields A line.
*/
export function* tablePieces<T>(
	records: Iterable<T>,
	{columns, problem}: OutputKind<T>,
	{columns: room, hasColour}: {readonly columns: number; readonly hasColour: boolean},
): Generator<string> {
	const all = [...records];
	const readable = all.slice(0, sampleSize).filter(record => problem?.(record) === undefined);
	const cellOf = ({read, readForTable = read}: OutputColumn<T>, record: T) => sanitiseCell(readForTable(record));
	const shown = layOut(
		columns.map(column => {
			const cells = readable.map(record => widthOf(cellOf(column, record)));
			return {...column, width: Math.min(maxWidth, Math.max(widthOf(column.title), ...cells))};
		}),
		room,
	);
	const lineOf = (textOf: (column: OutputColumn<T>, width: number) => string) =>
		shown
			.map((column, index) => {
				const text = textOf(column, column.width);
				return index === shown.length - 1 ? text : fit(text, column.width);
			})
			.join(' '.repeat(gap));
	if (all.length > 0) {
		const header = lineOf(({title}, width) => truncate(title.toUpperCase(), width));
		yield hasColour ? `\u{1B}[1m${header}\u{1B}[22m\n` : `${header}\n`;
	}

	for (const record of all) {
		const said = problem?.(record);
		const line =
			said === undefined
				? lineOf((column, width) =>
						(column.cut === 'middle' ? truncateMiddle : truncate)(cellOf(column, record), width),
					)
				: truncate(sanitiseCell(said.replaceAll('\t', '  ')), room);
		yield `${line}\n`;
	}
}

/** The columns that fit next to each other, each in its width then. */
export function layOut<C extends {readonly width: number; readonly priority: number}>(
	columns: readonly C[],
	room: number,
): readonly C[] {
	const leastOf = ({width}: C) => Math.min(width, minWidth);
	let left = room + gap;
	const chosen = columns
		.toSorted((a, b) => a.priority - b.priority)
		.filter((column, index) => {
			left -= leastOf(column) + gap;
			return left >= 0 || index === 0;
		});
	// The last columns get the remaining width.
	const shown = columns.filter(column => chosen.includes(column)).toReversed();
	const widths = share(
		room - gap * (shown.length - 1),
		shown.map(column => leastOf(column)),
		shown.map(({width}) => width),
	);
	return shown.map((column, index) => ({...column, width: widths[index]!})).toReversed();
}
