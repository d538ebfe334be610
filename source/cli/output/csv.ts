import {stringify} from 'csv-stringify/sync';
import {withFormulaQuote} from '../../files/csv/formula-quote.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OutputKind} from './write-records.ts';

/** The number of records written at once. */
const batchSize = 100;

/**
Formats records as CSV (RFC 4180) with a header. Unless `isRaw`, a cell that starts with `=`, `+`, `-`, `@`, a tab or CR is prefixed with `'`, so that spreadsheets do not evaluate it. A record without cells is left out.

@yields Several lines.
*/
export function* csvPieces<T>(
	records: Iterable<T>,
	{columns, problem}: OutputKind<T>,
	{isRaw, isTerminal}: {readonly isRaw: boolean; readonly isTerminal: boolean},
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
