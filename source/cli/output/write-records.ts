import {Buffer, isUtf8} from 'node:buffer';
import {type stringify} from 'csv-stringify/sync';
import {safeJson, sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {hideSecretsInJson} from '../../terminal/secrets.ts';
import type {CommandContext} from '../command.ts';
import {tryParseJson} from '../../platform/json.ts';
import {yamlText} from '../../terminal/yaml-text.ts';
import {withFormulaQuote} from '../../files/csv/formula-quote.ts';
import {fit, truncate, truncateMiddle, widthOf} from '../../terminal/width.ts';
import {usesColour, type OutputFormat, type OutputValues} from './output-format.ts';

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
	/** The position at which a cell that does not fit is truncated. */
	readonly cut: 'end' | 'middle';
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

/** The size of a write in bytes. One system call per line would dominate the run time. */
const chunkLength = 131_072;

/** Prints records in a format, in pieces of limited size. Stops without an error when the reader closes the pipe. On a terminal, API keys are hidden and control characters are escaped. */
export async function writeRecords<T>(
	records: Iterable<T>,
	kind: OutputKind<T>,
	format: OutputFormat,
	{options, context}: {readonly options: Pick<OutputValues, 'raw' | 'noColor'>; readonly context: CommandContext},
): Promise<void> {
	const columns = context.host.outputColumns();
	const json =
		columns === undefined
			? kind.json
			: (record: T) => safeJson(hideSecretsInJson(Buffer.from(kind.json(record)).toString()));
	const pieces = await piecesOf({
		records,
		kind: {...kind, json},
		format,
		options,
		context,
		isTerminal: columns !== undefined,
	});
	await writePieces(pieces, context.write);
}

type Printing<T> = {
	readonly records: Iterable<T>;
	readonly kind: OutputKind<T>;
	readonly format: OutputFormat;
	readonly options: Pick<OutputValues, 'raw' | 'noColor'>;
	readonly context: CommandContext;
	readonly isTerminal: boolean;
};

/** Formats records. The code for a format is loaded when it is used. */
async function piecesOf<T>({
	records,
	kind,
	format,
	options,
	context,
	isTerminal,
}: Printing<T>): Promise<Iterable<string | Uint8Array>> {
	switch (format) {
		case 'json': {
			return jsonPieces(records, kind);
		}

		case 'jsonl': {
			return linePieces(records, kind.json);
		}

		case 'tsv': {
			return linePieces(
				records,
				record => kind.problem?.(record) ?? kind.columns.map(({read}) => sanitise(read(record))).join('\t'),
			);
		}

		case 'table': {
			return tablePieces(records, kind, {
				columns: context.host.outputColumns() ?? 200,
				hasColour: usesColour(options, context.host),
			});
		}

		case 'csv': {
			const {stringify} = await import('csv-stringify/sync');
			return csvPieces(records, kind, {stringify, isRaw: options.raw, isTerminal});
		}

		case 'yaml': {
			return yamlPieces(records, kind);
		}
	}
}

/**
Formats one JSON document: an array with a record on each line.

@yields A piece of the document.
*/
function* jsonPieces<T>(records: Iterable<T>, {json}: OutputKind<T>): Generator<string | Uint8Array> {
	let before = '[';
	for (const record of records) {
		yield before;
		yield json(record);
		before = ',\n';
	}

	yield before === '[' ? '[]\n' : ']\n';
}

function* linePieces<T>(
	records: Iterable<T>,
	lineOf: (record: T) => string | Uint8Array,
): Generator<string | Uint8Array> {
	for (const record of records) {
		yield lineOf(record);
		yield '\n';
	}
}

/** Writes pieces in chunks, until the reader closes the pipe. Bytes are passed on unchanged, because decoding and encoding them would take as long as reading the listing. Only invalid UTF-8 is replaced. */
export async function writePieces(
	pieces: Iterable<string | Uint8Array>,
	write: CommandContext['write'],
): Promise<void> {
	let chunk = Buffer.allocUnsafe(chunkLength);
	let length = 0;
	let isOpen = true;
	const flush = async () => {
		const written = chunk.subarray(0, length);
		isOpen = await write(isUtf8(written) ? written : written.toString());
		// The chunk that was written may still be in use.
		chunk = Buffer.allocUnsafe(chunkLength);
		length = 0;
	};

	for (const piece of pieces) {
		const size = typeof piece === 'string' ? 3 * piece.length : piece.length;
		if (length > 0 && length + size > chunk.length) {
			await flush();
		}

		if (isOpen && size > chunk.length) {
			isOpen = await write(typeof piece === 'string' || isUtf8(piece) ? piece : Buffer.from(piece).toString());
		}

		if (!isOpen) {
			return;
		}

		if (size > chunk.length) {
			continue;
		}

		if (typeof piece === 'string') {
			length += chunk.write(piece, length);
		} else {
			chunk.set(piece, length);
			length += piece.length;
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
export function* yamlPieces<T>(
	records: Iterable<T>,
	{json, comment}: Pick<OutputKind<T>, 'json' | 'comment'>,
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

/** Loaded with the first CSV that is written. */
type Stringify = typeof stringify;

/** The number of records written at once. */
const batchSize = 100;

/**
Formats records as CSV (RFC 4180) with a header. Unless `isRaw`, a cell that starts with `=`, `+`, `-`, `@`, a tab or CR is prefixed with `'`, so that spreadsheets do not evaluate it. A record without cells is left out.

@yields Several lines.
*/
export function* csvPieces<T>(
	records: Iterable<T>,
	{columns, problem}: OutputKind<T>,
	{
		stringify,
		isRaw,
		isTerminal,
	}: {readonly stringify: Stringify; readonly isRaw: boolean; readonly isTerminal: boolean},
): Generator<string> {
	// By default the library quotes a line break only where it would end a record.
	const print = (rows: string[][]) => stringify(rows, {record_delimiter: '\r\n', quoted_match: /[\n\r]/v});
	const cellOf = (text: string) => (isRaw ? text : withFormulaQuote(text));
	yield print([columns.map(({title}) => title)]);
	let rows: string[][] = [];
	for (const record of records) {
		if (problem?.(record) !== undefined) {
			continue;
		}

		rows.push(columns.map(({read}) => cellOf(isTerminal ? sanitise(read(record)) : read(record))));
		if (rows.length !== batchSize) {
			continue;
		}

		yield print(rows);
		rows = [];
	}

	if (rows.length > 0) {
		yield print(rows);
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
	const iterator = Iterator.from(records);
	const sample: T[] = [];
	while (sample.length < sampleSize) {
		const next = iterator.next();
		if (next.done === true) {
			break;
		}

		sample.push(next.value);
	}

	if (sample.length === 0) {
		return;
	}

	const readable = sample.filter(record => problem?.(record) === undefined);
	const widths = layOut(
		columns.map(column => ({
			priority: column.priority,
			width: Math.min(
				maxWidth,
				Math.max(widthOf(column.title), ...readable.map(record => widthOf(cellOf(column, record)))),
			),
		})),
		room,
	);
	const shown = columns.flatMap((column, index) =>
		widths[index] === undefined ? [] : [{column, width: widths[index]}],
	);
	const header = shown
		.map(({column, width}, index) =>
			padded(truncate(column.title.toUpperCase(), width), width, index === shown.length - 1),
		)
		.join(' '.repeat(gap));
	yield hasColour ? `\u{1B}[1m${header}\u{1B}[22m\n` : `${header}\n`;
	const lineOf = (record: T) => {
		const said = problem?.(record);
		return said === undefined
			? shown
					.map(({column, width}, index) =>
						padded(
							(column.cut === 'end' ? truncate : truncateMiddle)(cellOf(column, record), width),
							width,
							index === shown.length - 1,
						),
					)
					.join(' '.repeat(gap))
			: truncate(sanitiseCell(said.replaceAll('\t', '  ')), room);
	};

	for (const record of sample) {
		yield `${lineOf(record)}\n`;
	}

	for (const record of iterator) {
		yield `${lineOf(record)}\n`;
	}
}

const cellOf = <T>({read, readForTable = read}: OutputColumn<T>, record: T): string =>
	sanitiseCell(readForTable(record));

const padded = (cell: string, width: number, isLast: boolean): string => (isLast ? cell : fit(cell, width));

/** Computes the width of each column so that all fit next to each other; undefined for one that is left out. The widest columns are truncated first. */
export function layOut(
	columns: ReadonlyArray<{readonly width: number; readonly priority: number}>,
	room: number,
): Array<number | undefined> {
	const widthIn = (widths: readonly number[]) => {
		let sum = -gap;
		for (const width of widths) {
			sum += width + gap;
		}

		return sum;
	};

	const byPriority = columns.map((_, index) => index).toSorted((a, b) => columns[a]!.priority - columns[b]!.priority);
	while (byPriority.length > 1 && widthIn(byPriority.map(index => Math.min(columns[index]!.width, minWidth))) > room) {
		byPriority.pop();
	}

	const widths = columns.map(({width}, index) => (byPriority.includes(index) ? width : undefined));
	const shown = () => widths.filter(width => width !== undefined);
	while (widthIn(shown()) > room && Math.max(...shown()) > 1) {
		widths[widths.indexOf(Math.max(...shown()))]!--;
	}

	return widths;
}
