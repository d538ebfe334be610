import type {Parsed} from '../../domain/draft/change.ts';
import {type FieldId, fieldNamed, namesOf} from '../../domain/fields.ts';
import {parseFieldName, pathOf} from '../../domain/draft/field-path.ts';
import {nearest, suggestion} from '../../platform/text.ts';
import {shellQuote} from '../../terminal/editor.ts';

/** The content of a column: a field, the ID of a listed notification, or all filters. */
export type CsvField = FieldId | 'id' | 'filters';

/** A column whose cells are read. */
export type CsvColumn = {readonly index: number; readonly field: CsvField};

/** The fields of columns with other names, by the name of the column; undefined for a column to leave out. */
export type ColumnMap = ReadonlyMap<string, CsvField | undefined>;

/** A name of a column as it is displayed and can be copied: without white space around it, and with simple spaces. */
export const columnName = (written: string): string => written.trim().replaceAll(/\s+/gv, ' ');

/** The columns of a file, or a mistake for each that is not clear: its index, and a message after the words `the column "NAME"`. */
export type ColumnReading = {
	readonly columns: readonly CsvColumn[];
	readonly mistakes: ReadonlyArray<{readonly index: number; readonly message: string}>;
};

/** Finds the field of a name as columns have it: the names that queries and `--set` take, `id` and `filters`. */
export function parseColumnField(name: string): Parsed<CsvField> {
	const plain = name.trim().toLowerCase();
	if (plain === 'id') {
		return {ok: true, value: 'id'};
	}

	return namesOf(fieldNamed('filter')).includes(plain) ? {ok: true, value: 'filters'} : parseFieldName(plain);
}

/** The path of the content of a column in the service's format. */
export const pathOfColumn = ({field}: Pick<CsvColumn, 'field'>): string =>
	field === 'id' ? 'id' : field === 'filters' ? fieldNamed('filter').path : pathOf(field);

/** Reads the first row of a file. Each of its cells names a field, unless the map says what it is. A column without a name is none. */
export function readColumns(cells: readonly string[], map: ColumnMap): ColumnReading {
	const header = cells.map(cell => columnName(cell));
	const columns: CsvColumn[] = [];
	const mistakes: Array<{readonly index: number; readonly message: string}> = [];
	for (const [index, name] of header.entries().filter(([, each]) => each !== '')) {
		const parsed = map.has(name) ? ({ok: true, value: map.get(name)} as const) : parseColumnField(name);
		if (!parsed.ok) {
			mistakes.push({
				index,
				message: `the column "${name}" ${parsed.problem.replace(`knows no field "${name.toLowerCase()}"`, 'is no field')} Pass --map ${quoted(`${name}=FIELD`)}, or --map ${quoted(`${name}=`)} to leave it out.`,
			});
		} else if (parsed.value !== undefined) {
			const {value: field} = parsed;
			const other = columns.find(column => column.field === field);
			if (other === undefined) {
				columns.push({index, field});
			} else {
				const first = header[other.index]!;
				mistakes.push({
					index,
					message: `the column "${name}" is the same field as "${first}". ${first === name ? 'Remove one of them, or give it another name.' : `Pass --map ${quoted(`${name}=`)} to leave one out.`}`,
				});
			}
		}
	}

	for (const name of map.keys().filter(key => !header.includes(key))) {
		mistakes.push({
			index: 0,
			message: `there is no column "${name}", which --map names.${suggestion(nearest(name, header))}`,
		});
	}

	return {columns, mistakes};
}

/** An argument in the quotes that a shell needs. */
const quoted = (argument: string): string => (/["$\\`]/v.test(argument) ? shellQuote(argument) : `"${argument}"`);
