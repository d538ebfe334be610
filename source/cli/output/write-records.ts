import {Buffer, isUtf8} from 'node:buffer';
import {withFormulaQuote} from '../../files/formula-quote.ts';
import {tryParseJson} from '../../platform/json.ts';
import {safeJson, sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {hideSecretsInJson} from '../../terminal/secrets.ts';
import {fit, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
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
): Promise<void> {
	const columns = host.outputColumns();
	const isTerminal = columns !== undefined;
	const json = isTerminal
		? (record: T) => safeJson(hideSecretsInJson(Buffer.from(kind.json(record)).toString()))
		: kind.json;
	const shown = (text: string) => (isTerminal ? sanitise(text) : text);
	const piecesOf: Readonly<Record<OutputFormat, () => Pieces | Promise<Pieces>>> = {
		json: () => jsonPieces(records, json),
		jsonl: () => linePieces(records, json),
		tsv: () =>
			linePieces(
				records,
				record => kind.problem?.(record) ?? kind.columns.map(({read}) => sanitise(read(record))).join('\t'),
			),
		table: () => tablePieces(records, kind, {columns: columns ?? 200, hasColour: usesColour(options, host)}),
		async csv() {
			const {stringify} = await import('csv-stringify/sync');
			return csvPieces(
				records,
				kind,
				text => (options.raw === true ? shown(text) : withFormulaQuote(shown(text))),
				// By default the library quotes a line break only where it would end a record.
				rows => stringify(rows, {record_delimiter: '\r\n', quoted_match: /[\n\r]/v}),
			);
		},
		async yaml() {
			const {yamlText} = await import('../../terminal/yaml-text.ts');
			return yamlPieces(records, {...kind, json}, yamlText);
		},
	};
	await writePieces(await piecesOf[format](), write);
}

const lineFeed = Buffer.from('\n');
const comma = Buffer.from(',\n');

/**
Formats one JSON document: an array with a record on each line.

@yields A piece of the document.
*/
function* jsonPieces<T>(records: Iterable<T>, json: OutputKind<T>['json']): Generator<string | Uint8Array> {
	let isEmpty = true;
	for (const record of records) {
		yield isEmpty ? '[' : comma;
		yield json(record);
		isEmpty = false;
	}

	yield isEmpty ? '[]\n' : ']\n';
}

function* linePieces<T>(records: Iterable<T>, lineOf: OutputKind<T>['json']): Generator<string | Uint8Array> {
	for (const record of records) {
		yield lineOf(record);
		yield lineFeed;
	}
}

/** The size of a write in bytes. One system call per line would dominate the run time. */
const chunkLength = 131_072;

/** Writes pieces in chunks, until the reader closes the pipe. Bytes are passed on unchanged, because decoding and encoding them would take as long as reading the listing. Only invalid UTF-8 is replaced. */
export async function writePieces(pieces: Pieces, write: CommandContext['write']): Promise<void> {
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

/**
Formats records as a YAML sequence, one by one. A record that cannot be parsed is printed as its text.

@yields A record.
*/
function* yamlPieces<T>(
	records: Iterable<T>,
	{json, comment}: Pick<OutputKind<T>, 'json' | 'comment'>,
	yamlText: (value: unknown) => string,
): Generator<string> {
	let isEmpty = true;
	for (const record of records) {
		isEmpty = false;
		const note = comment?.(record);
		const text = Buffer.from(json(record)).toString();
		yield `${note === undefined ? '' : `# ${sanitise(note)}\n`}${yamlText([tryParseJson(text) ?? text])}`;
	}

	if (isEmpty) {
		yield '[]\n';
	}
}

/** The number of records that are made CSV at once. */
const batchSize = 100;

/**
Formats records as CSV (RFC 4180) with a header. Unless `isRaw`, a cell that starts with `=`, `+`, `-`, `@`, a tab or CR is prefixed with `'`, so that spreadsheets do not evaluate it. A record without cells is left out.

@yields Several lines.
*/
function* csvPieces<T>(
	records: Iterable<T>,
	{columns, problem}: OutputKind<T>,
	cellOf: (text: string) => string,
	print: (rows: string[][]) => string,
): Generator<string> {
	let rows = [columns.map(({title}) => title)];
	for (const record of records) {
		if (problem?.(record) === undefined) {
			rows.push(columns.map(({read}) => cellOf(read(record))));
		}

		if (rows.length === batchSize) {
			yield print(rows);
			rows = [];
		}
	}

	yield rows.length === 0 ? '' : print(rows);
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
	const widths = layOut(
		columns.map(column => {
			const cells = readable.map(record => widthOf(cellOf(column, record)));
			return {priority: column.priority, width: Math.min(maxWidth, Math.max(widthOf(column.title), ...cells))};
		}),
		room,
	);
	const shown = columns.flatMap((column, index) =>
		widths[index] === undefined ? [] : [{column, width: widths[index]}],
	);
	const lineOf = (textOf: (column: OutputColumn<T>, width: number) => string) =>
		shown
			.map(({column, width}, index) => {
				const text = textOf(column, width);
				return index === shown.length - 1 ? text : fit(text, width);
			})
			.join(' '.repeat(gap));
	for (const [index, record] of all.entries()) {
		if (index === 0) {
			const header = lineOf(({title}, width) => truncate(title.toUpperCase(), width));
			yield hasColour ? `\u{1B}[1m${header}\u{1B}[22m\n` : `${header}\n`;
		}

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

/** Computes the width of each column so that all fit next to each other; undefined for one that is left out. The widest columns are truncated first. */
export function layOut(
	columns: ReadonlyArray<{readonly width: number; readonly priority: number}>,
	room: number,
): Array<number | undefined> {
	const widthIn = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + gap, -gap);
	const order = columns.map((_, index) => index).toSorted((a, b) => columns[a]!.priority - columns[b]!.priority);
	while (order.length > 1 && widthIn(order.map(index => Math.min(columns[index]!.width, minWidth))) > room) {
		order.pop();
	}

	const widths = columns.map(({width}, index) => (order.includes(index) ? width : undefined));
	const shown = () => widths.filter(width => width !== undefined);
	while (widthIn(shown()) > room && Math.max(...shown()) > 1) {
		widths[widths.indexOf(Math.max(...shown()))]!--;
	}

	return widths;
}
