import {toCreateBody} from '../../api/create-body.ts';
import type {DraftChange} from '../../domain/draft/change.ts';
import {blankDraft, fieldsOf, formFieldOf, readField, type Draft} from '../../domain/fields.ts';
import type {JsonObject} from '../../platform/json.ts';
import type {FileEntry, FilePlace, Mistake, NotificationFile} from '../notification-file.ts';
import {readEntry} from '../read-entry.ts';
import type {FileReading} from '../read-file.ts';
import {columnName, pathOfColumn, readColumns, type ColumnMap, type CsvColumn} from './csv-columns.ts';
import {readRow, type CellMistake} from './csv-row.ts';
import {parseCsv, type CsvRow} from './parse-csv.ts';

export type CsvOptions = {
	readonly map: ColumnMap;
	/** The changes that every row shares. */
	readonly changes: readonly DraftChange[];
	/** Whether cells are taken as they are, because no spreadsheet had them. */
	readonly isRaw: boolean;
};

/**
Reads a CSV file as notifications: its first row names the fields.

@param text - The text of the file.
@param name - Its name, for messages.
@param options - What its columns mean, and what all rows share.
@throws BodiesError if it is no CSV.
*/
export function readCsvFile(text: string, name: string, {map, changes, isRaw}: CsvOptions): FileReading {
	const [header, ...rows] = parseCsv(text, name);
	const placeIn = ({line}: CsvRow, index: number): FilePlace => ({file: name, line, column: index + 1});
	const fileWith = (entries: readonly FileEntry[]): NotificationFile => ({
		name,
		profile: undefined,
		scope: undefined,
		entries,
		isImport: true,
	});
	if (header === undefined) {
		return {
			ok: false,
			file: fileWith([]),
			mistakes: [
				{file: name, line: 1, column: 1, field: '', message: 'the file is empty: its first row names the fields'},
			],
		};
	}

	const {columns, mistakes: unclear} = readColumns(header.cells, map);
	const missing = unclear.length > 0 ? [] : missingFields(columns, changes);
	if (unclear.length > 0 || missing.length > 0) {
		return {
			ok: false,
			file: fileWith([]),
			mistakes: [
				...unclear.map(({index, message}) => ({...placeIn(header, index), field: '', message})),
				...missing.map(field => ({
					...placeIn(header, 0),
					field: '',
					message: `there is no column for ${field}: add one, or pass --map COLUMN=${field} or --set ${field}=VALUE`,
				})),
			],
		};
	}

	const names = header.cells.map(cell => columnName(cell));
	const mistakes: Mistake[] = [];
	const entries: FileEntry[] = [];
	for (const row of rows) {
		const read = cellMistake(row.cells, names) ?? readRow(row.cells, columns, isRaw);
		if ('mistakes' in read) {
			mistakes.push(...read.mistakes.map(({index, ...mistake}) => ({...placeIn(row, index), ...mistake})));
			continue;
		}

		const placeOf = (path: readonly unknown[]) =>
			placeIn(row, columns.find(column => `${path.join('.')}.`.startsWith(`${pathOfColumn(column)}.`))?.index ?? 0);
		const entry = readEntry(bodyOf(changed(read.draft, changes)), {
			defaults: undefined,
			sources: {folder: undefined, env: () => undefined},
			placeOf,
			mistakes,
			hint: read.id,
		});
		if (entry !== undefined) {
			entries.push(entry);
		}
	}

	const file = fileWith(entries);
	return mistakes.length > 0 ? {ok: false, file, mistakes} : {ok: true, file};
}

/** The mistake of a row that has no cell for a column, or a text outside the columns. Cells without text beyond them, as spreadsheets write them, are none. */
function cellMistake(
	cells: readonly string[],
	names: readonly string[],
): {readonly mistakes: readonly CellMistake[]} | undefined {
	const needed = names.findLastIndex(name => name !== '') + 1;
	if (cells.length < needed || cells.slice(names.length).some(cell => cell.trim() !== '')) {
		return {
			mistakes: [
				{
					index: Math.min(cells.length, names.length) - 1,
					field: '',
					message: `the row has ${cells.length} cells, and the first row has ${names.length}`,
				},
			],
		};
	}

	const index = names.findIndex((name, at) => name === '' && (cells[at] ?? '').trim() !== '');
	return index === -1
		? undefined
		: {
				mistakes: [
					{
						index,
						field: '',
						message:
							'the cell has a text, and its column has no name. Name the column in the first row, or empty the cell',
					},
				],
			};
}

/** The body of a draft. A cell can have several addresses, which a listing may have. */
function bodyOf(draft: Draft): JsonObject {
	const addresses = readField(draft, 'address')
		.split(/\s+/v)
		.filter(address => address !== '');
	const body = toCreateBody({...draft, addresses});
	return {...body, event_details: {...body.event_details, addresses}};
}

const changed = (draft: Draft, changes: readonly DraftChange[]): Draft => {
	let after = draft;
	for (const change of changes) {
		after = change(after);
	}

	return after;
};

/** The names of required fields without a column or a shared value. */
function missingFields(columns: readonly CsvColumn[], changes: readonly DraftChange[]): string[] {
	const shared = changed(blankDraft, changes);
	return fieldsOf(blankDraft).flatMap(field => {
		const row = formFieldOf(field);
		return row === undefined ||
			row.ifEmpty !== undefined ||
			readField(shared, field) !== '' ||
			columns.some(column => column.field === field)
			? []
			: [row.name];
	});
}
