import {operatorInFile, typedOperator} from '../../domain/filters/operator-signs.ts';
import {readRecord} from '../../api/listing/read-record.ts';
import {parseFilter, setField} from '../../domain/draft/change.ts';
import {addFilter, blankDraft, filterOf, type Draft, type FieldId} from '../../domain/fields.ts';
import type {Filter} from '../../domain/notification.ts';
import {tryParseJson} from '../../platform/json.ts';
import {pathOfColumn, type CsvColumn} from './csv-columns.ts';
import {withoutFormulaQuote} from './formula-quote.ts';

/** A mistake in a cell, by the index of the cell. */
export type CellMistake = {readonly index: number; readonly field: string; readonly message: string};

/** The content of a row, or its mistakes. */
export type RowReading =
	| {readonly draft: Draft; readonly id: string | undefined}
	| {readonly mistakes: readonly CellMistake[]};

/** A long number as spreadsheets write it: its last digits are lost. */
const shortened = /^[+\-]?\d(?:[,.]\d+)?E[+\-]\d+$/v;

/** Reads the cells of a row. `isRaw`: they are taken as they are. */
export function readRow(cells: readonly string[], columns: readonly CsvColumn[], isRaw: boolean): RowReading {
	const mistakes: CellMistake[] = [];
	let draft = blankDraft;
	let id: string | undefined;
	// All filters are read before the parts of one.
	for (const column of columns.toSorted((a, b) => Number(b.field === 'filters') - Number(a.field === 'filters'))) {
		const {index, field} = column;
		const whole = isRaw ? cells[index]! : withoutFormulaQuote(cells[index]!);
		const cell = field === 'template' ? whole : whole.trim();
		const add = (message: string) => {
			mistakes.push({index, field: pathOfColumn(column), message});
		};

		if (cell === '') {
			continue;
		}

		if (!isRaw && shortened.test(cell)) {
			add(
				`is ${cell}, a number that a spreadsheet has shortened. Format the column as text and enter it again, or pass --raw if it is meant`,
			);
		} else if (field === 'id') {
			id = cell;
		} else if (field === 'filters') {
			const filters = filtersOf(cell);
			draft = {...draft, filters: filters ?? []};
			if (filters === undefined) {
				add('must be a JSON list of filters, or one filter such as value gt 10 int');
			}
		} else {
			// An operator in a file stands for itself, whatever it looks like.
			draft = setField(
				field,
				filterOf(field)?.part === 'operator' ? typedOperator(cell) : cell,
			)(withFilterOf(field, draft));
		}
	}

	return mistakes.length > 0 ? {mistakes} : {draft, id};
}

/** The filters of a cell; undefined if they cannot be read. */
function filtersOf(cell: string): readonly Filter[] | undefined {
	if (!cell.trim().startsWith('[')) {
		const parsed = parseFilter(cell, operatorInFile);
		return parsed.ok ? [parsed.value] : undefined;
	}

	const filters = tryParseJson(cell);
	const record = readRecord({id: 0, event_details: {filters}}, 0);
	return Array.isArray(filters) && record.kind === 'notification' ? record.filters : undefined;
}

/** Adds empty filters up to the one that a field is a part of. */
function withFilterOf(field: FieldId, draft: Draft): Draft {
	const count = (filterOf(field)?.index ?? -1) + 1;
	let {filters} = draft;
	while (filters.length < count) {
		filters = addFilter(filters);
	}

	return {...draft, filters};
}
