import {CsvError, parse} from 'csv-parse/sync';
import {Buffer} from 'node:buffer';
import {toCreateBody} from '../service/body.ts';
import {readRecord} from '../service/listing/read-record.ts';
import {type DraftChange, filterExample, parseFilterLine, setField, withChanges} from '../notification/edit.ts';
import {parseFieldName, pathOf} from '../notification/field-path.ts';
import {
	emptyFilter,
	blankDraft,
	type Draft,
	emptyDraft,
	fieldsOf,
	filterOf,
	formFieldOf,
	readField,
} from '../notification/fields.ts';
import type {FieldId} from '../notification/spec.ts';
import {typedOperator} from '../notification/filter-line.ts';
import type {Filter} from '../notification/notification.ts';
import {type JsonObject, tryParseJson} from '../platform/json.ts';
import {nearest, parsed, range, suggestion, wrong, type Parsed} from '../platform/text.ts';
import {shellQuote} from '../terminal/editor.ts';
import {withoutFormulaQuote} from './csv-cells.ts';
import {type FileEntry, type FilePlace, type Mistake, unreadableInput} from './notification-file.ts';
import {readEntry} from './read-entry.ts';
import type {FileReading} from './read-file.ts';

/** The content of a column: a field, the ID of a listed notification, or all filters. */
export type CsvField = FieldId | 'id';

/** The fields of columns with other names, by the name of the column; undefined for a column to leave out. */
export type ColumnMap = ReadonlyMap<string, CsvField | undefined>;

export type CsvOptions = {
	readonly map: ColumnMap;
	/** The changes that every row shares. */
	readonly changes: readonly DraftChange[];
	/** Whether cells are taken as they are, because no spreadsheet had them. */
	readonly isRaw: boolean;
};

/** Adds a mistake in a cell, by the index of the cell. */
type AddMistake = (index: number, message: string, field?: string) => void;

/**
Reads a CSV file as notifications: its first row names the fields.

@param text - The text of the file.
@param name - Its name, for messages.
@param options - What its columns mean, and what all rows share.
@throws BodiesError if it is no CSV.
*/
export function readCsvFile(text: string, name: string, {map, changes, isRaw}: CsvOptions): FileReading {
	const [header = {line: 1, cells: []}, ...rows] = parseCsv(text, name);
	const mistakes: Mistake[] = [];
	const entries: FileEntry[] = [];
	const placeIn = ({line}: CsvRow, index: number): FilePlace => ({file: name, line, column: index + 1});
	const addIn =
		(row: CsvRow): AddMistake =>
		(index, message, field = '') => {
			mistakes.push({...placeIn(row, index), field, message});
		};

	const names = header.cells.map(cell => columnName(cell));
	const columns = readColumns(names, map, addIn(header));
	const initial = initialDraft(columns);
	if (names.length === 0) {
		addIn(header)(0, 'the file is empty: its first row names the fields');
	} else if (mistakes.length === 0) {
		requireFields(columns, withChanges(initial, changes), addIn(header));
	}

	for (const row of mistakes.length > 0 ? [] : rows) {
		const read = readRow(row.cells, {names, columns, isRaw, initial}, addIn(row));
		if (read === undefined) {
			continue;
		}

		const placeOf = (path: readonly unknown[]) =>
			placeIn(row, columns.find(column => `${path.join('.')}.`.startsWith(`${pathOfColumn(column)}.`))?.index ?? 0);
		const entry = readEntry(bodyOf(withChanges(read.draft, changes)), {
			defaults: undefined,
			placeOf,
			mistakes,
			hint: read.id,
		});
		if (entry !== undefined) {
			entries.push(entry);
		}
	}

	const file = {name, profile: undefined, scope: undefined, entries, isImport: true};
	return {file, mistakes};
}

/** The body of a draft. A cell can have several addresses, which a listing may have. */
function bodyOf(draft: Draft): JsonObject {
	const addresses = readField(draft, 'address')
		.split(/\s+/v)
		.filter(address => address !== '');
	const body = toCreateBody({...draft, addresses});
	return {...body, event_details: {...body.event_details, addresses}};
}

/** Adds a mistake for each required field that has neither a column nor a value in `shared`. */
function requireFields(columns: readonly CsvColumn[], shared: Draft, add: AddMistake): void {
	for (const field of fieldsOf(blankDraft)) {
		const row = formFieldOf(field);
		const isThere = readField(shared, field) !== '' || columns.some(column => column.field === field);
		if (row !== undefined && row.ifEmpty === undefined && !isThere) {
			const {name} = row;
			add(0, `there is no column for ${name}: add one, or pass --map COLUMN=${name} or --set ${name}=VALUE`);
		}
	}
}

/** A row without cells: the network and the event type without a column are those of a new notification. */
function initialDraft(columns: readonly CsvColumn[]): Draft {
	const given = new Set(columns.map(({field}) => field));
	return (['network', 'eventType'] as const)
		.filter(field => !given.has(field))
		.reduce((draft, field) => setField(field, readField(emptyDraft, field))(draft), blankDraft);
}

/** A column whose cells are read. */
type CsvColumn = {readonly index: number; readonly field: CsvField};

/** A name of a column as it is displayed and can be copied: without white space around it, and with simple spaces. */
export const columnName = (written: string): string => written.trim().replaceAll(/\s+/gv, ' ');

/** Finds the field of a name as columns have it: the names that queries and `--set` take, `id` and `filters`. */
export function parseColumnField(name: string): Parsed<CsvField> {
	const plain = name.trim().toLowerCase();
	return plain === 'id' ? parsed(plain) : parseFieldName(plain);
}

/** The path of the content of a column in the service's format. */
const pathOfColumn = ({field}: Pick<CsvColumn, 'field'>) => (field === 'id' ? field : pathOf(field));

/** Reads the first row of a file. Each of its cells names a field, unless the map says what it is. A column without a name is none. */
function readColumns(names: readonly string[], map: ColumnMap, add: AddMistake): readonly CsvColumn[] {
	const columns: CsvColumn[] = [];
	for (const [index, name] of names.entries().filter(([, each]) => each !== '')) {
		const found = map.has(name) ? parsed(map.get(name)) : parseColumnField(name);
		const field = found.ok ? found.value : undefined;
		const other = columns.find(column => column.field === field);
		if (!found.ok) {
			const problem = found.problem.replace(`knows no field "${name.toLowerCase()}"`, 'is no field');
			add(
				index,
				`the column "${name}" ${problem} Pass --map ${quoted(`${name}=FIELD`)}, or --map ${quoted(`${name}=`)} to leave it out.`,
			);
		} else if (other !== undefined) {
			const first = names[other.index]!;
			const advice =
				first === name
					? 'Remove one of them, or give it another name.'
					: `Pass --map ${quoted(`${name}=`)} to leave one out.`;
			add(index, `the column "${name}" is the same field as "${first}". ${advice}`);
		} else if (field !== undefined) {
			columns.push({index, field});
		}
	}

	for (const name of map.keys().filter(key => !names.includes(key))) {
		add(0, `there is no column "${name}", which --map names.${suggestion(nearest(name, names))}`);
	}

	return columns;
}

/** An argument in the quotes that a shell needs. */
const quoted = (argument: string) => (/["$\\`]/v.test(argument) ? shellQuote(argument) : `"${argument}"`);

/** A long number as spreadsheets write it: its last digits are lost. */
const shortened = /^[+\-]?\d(?:[,.]\d+)?E[+\-]\d+$/v;

type RowOptions = Pick<CsvOptions, 'isRaw'> & {
	/** The names of all columns. */
	readonly names: readonly string[];
	readonly columns: readonly CsvColumn[];
	/** The row before its cells are read. */
	readonly initial: Draft;
};

/** Reads the cells of a row; undefined if there is a mistake. Cells without text beyond the columns, as spreadsheets write them, are none. */
function readRow(
	cells: readonly string[],
	{names, columns, isRaw, initial}: RowOptions,
	add: AddMistake,
): {readonly draft: Draft; readonly id: string | undefined} | undefined {
	const hasText = (index: number) => (cells[index] ?? '').trim() !== '';
	const needed = names.findLastIndex(name => name !== '') + 1;
	if (cells.length < needed || cells.some((_cell, index) => index >= names.length && hasText(index))) {
		add(
			Math.min(cells.length, names.length) - 1,
			`the row has ${cells.length} cells, and the first row has ${names.length}`,
		);
		return undefined;
	}

	const unnamed = names.findIndex((name, index) => name === '' && hasText(index));
	if (unnamed !== -1) {
		add(
			unnamed,
			'the cell has a text, and its column has no name. Name the column in the first row, or empty the cell',
		);
		return undefined;
	}

	let draft = initial;
	let id: string | undefined;
	let isWrong = false;
	// All filters are read before the parts of one.
	for (const column of columns.toSorted((a, b) => Number(b.field === 'filters') - Number(a.field === 'filters'))) {
		const {index, field} = column;
		const whole = isRaw ? cells[index]! : withoutFormulaQuote(cells[index]!);
		const cell = field === 'template' ? whole : whole.trim();
		const refuse = (message: string) => {
			isWrong = true;
			add(index, message, pathOfColumn(column));
		};

		if (cell === '') {
			continue;
		}

		if (!isRaw && shortened.test(cell)) {
			refuse(
				`is ${cell}, a number that a spreadsheet has shortened. Format the column as text and enter it again, or pass --raw if it is meant`,
			);
		} else if (field === 'id') {
			id = cell;
		} else if (field === 'filters') {
			const filters = filtersOf(cell);
			if (filters.ok) {
				draft = {...draft, filters: filters.value};
			} else {
				refuse(filters.problem);
			}
		} else {
			// An operator in a column of its own stands for itself, whatever it looks like.
			draft = setField(
				field,
				filterOf(field)?.part === 'operator' ? typedOperator(cell) : cell,
			)(withFilterOf(field, draft));
		}
	}

	return isWrong ? undefined : {draft, id};
}

/** The filters of a cell: a line, or a JSON list as `list -o csv` prints it. */
function filtersOf(cell: string): Parsed<readonly Filter[]> {
	if (!cell.startsWith('[')) {
		return parseFilterLine(cell);
	}

	const filters = tryParseJson(cell);
	const record = readRecord({id: 0, event_details: {filters}}, 0);
	return Array.isArray(filters) && record.kind === 'notification'
		? parsed(record.filters)
		: wrong(`must be a JSON list of filters, or a line such as \`${filterExample}\``);
}

/** Adds empty filters up to the one that a field is a part of. */
function withFilterOf(field: FieldId, draft: Draft): Draft {
	const missing = (filterOf(field)?.index ?? -1) + 1 - draft.filters.length;
	return {...draft, filters: [...draft.filters, ...range(Math.max(0, missing)).map(() => emptyFilter)]};
}

/** A row of a CSV file, with the number of its first line. */
type CsvRow = {readonly line: number; readonly cells: readonly string[]};

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
function separatorOf(text: string) {
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
