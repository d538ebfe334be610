import {Buffer, isUtf8} from 'node:buffer';
import {safeJson, sanitise} from '../../terminal/sanitise.ts';
import {hideSecretsInJson} from '../../terminal/secrets.ts';
import type {CommandContext} from '../command.ts';
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
			const {tablePieces} = await import('./table.ts');
			return tablePieces(records, kind, {
				columns: context.host.outputColumns() ?? 200,
				hasColour: usesColour(options, context.host),
			});
		}

		case 'csv': {
			const {csvPieces} = await import('./csv.ts');
			return csvPieces(records, kind, {isRaw: options.raw, isTerminal});
		}

		case 'yaml': {
			const {yamlPieces} = await import('./yaml.ts');
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
