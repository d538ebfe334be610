import {Buffer} from 'node:buffer';
import {CsvError, parse} from 'csv-parse/sync';
import {unreadableInput} from '../notification-file.ts';

/** A row of a CSV file, with the number of its first line. */
export type CsvRow = {readonly line: number; readonly cells: readonly string[]};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
Reads the rows of a CSV text (RFC 4180), without those that are empty. Cells are separated by commas, semicolons or tabs, or by what a first line such as `sep=;` says, as Excel writes it; lines end with CR LF, LF or CR.

@param text - The text.
@param name - The name of the file, for messages.
@throws BodiesError
*/
export function parseCsv(text: string, name: string): readonly CsvRow[] {
	const [said, separator] = /^\uFEFF?"?sep=(?<separator>[^"\n\r])"?[\t ,;]*(?=[\n\r])/iv.exec(text) ?? [''];
	// An empty line stays in its place, so that the others keep their numbers.
	const rows = text.slice(said.length);
	const bytes = Buffer.from(rows);
	const lineAt = linesOf(bytes);
	let records: ReadonlyArray<{readonly record: readonly string[]; readonly info: {readonly bytes: number}}>;
	try {
		records = parse(bytes, {
			bom: true,
			info: true,
			relax_column_count: true,
			record_delimiter: ['\r\n', '\n', '\r'],
			delimiter: separator ?? separatorOf(rows),
		}) as unknown as typeof records;
	} catch (error) {
		throw error instanceof CsvError
			? unreadableInput(name, {message: problems[error.code] ?? error.message, line: lineAt(Number(error.bytes))})
			: error;
	}

	return records
		.map(({record}, index) => ({line: lineAt(records[index - 1]?.info.bytes ?? 0), cells: record}))
		.filter(({cells}) => cells.some(cell => cell !== ''));
}

/** The mistakes of quotes, by the code of the parser. */
const problems: Readonly<Record<string, string>> = {
	CSV_QUOTE_NOT_CLOSED: 'a quote in this row is not closed',
	CSV_INVALID_CLOSING_QUOTE: 'text follows the quote that closes a cell',
	INVALID_OPENING_QUOTE:
		'a cell has a quote and does not begin with one: put the whole cell in quotes, and write quotes in it twice',
};

/** The separator that the first line has most of, outside quotes. */
function separatorOf(text: string): string {
	const [header = ''] = text.replaceAll(/"[^"]*"/gv, '').split(/[\n\r]/v, 1);
	const count = (separator: string) => header.split(separator).length;
	return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!;
}

/** Creates a function that finds the line of an offset in bytes. Each call must have a higher offset than the one before: the parser counts the line ends of a cell twice. */
function linesOf(bytes: Uint8Array): (offset: number) => number {
	let line = 1;
	let at = 0;
	return offset => {
		for (; at < Math.min(offset, bytes.length); at++) {
			line += Number(bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed));
		}

		return line;
	};
}
