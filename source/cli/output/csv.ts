import {stringify} from 'csv-stringify/sync';
import {sanitise} from '../../terminal/sanitise.ts';
import type {OutputKind} from './write-records.ts';

/** Records that are written at a time. */
const batchSize = 100;

/**
CSV as RFC 4180 describes it, with a header. A cell that begins with `=`, `+`, `-`, `@`, a tab or CR gets a `'` before it, so that no spreadsheet runs it, unless `isRaw`. A record that has no cells is left out.

@yields Some lines at a time.
*/
export function * csvPieces<T>(records: Iterable<T>, {columns, problem}: OutputKind<T>, {isRaw, isTerminal}: {readonly isRaw: boolean; readonly isTerminal: boolean}): Generator<string> {
	// By itself it quotes a line break only where it ends a record.
	const print = (rows: string[][]) => stringify(rows, {record_delimiter: '\r\n', escape_formulas: !isRaw, quoted_match: /[\n\r]/v});
	yield print([columns.map(({title}) => title)]);
	let rows: string[][] = [];
	for (const record of records) {
		if (problem?.(record) !== undefined) {
			continue;
		}

		rows.push(columns.map(({read}) => isTerminal ? sanitise(read(record)) : read(record)));
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
