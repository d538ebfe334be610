import {fields, type ColumnSpec, type Field} from '../../domain/fields.ts';
import type {Sort} from '../../domain/query/sort.ts';
import {truncate, truncateMiddle} from '../../terminal/width.ts';

export type Column = Omit<ColumnSpec, 'cut'> & {
	readonly title: string;
	readonly field: Field;
	/** Shortens a value that does not fit. */
	readonly cut: (text: string, columns: number) => string;
};

/** Where a text is cut, as `ColumnSpec` says it. */
export const cutters = {end: truncate, middle: truncateMiddle} as const;

/** The list's columns in screen order: the rows of `fields` that have one. */
export const columns: readonly Column[] = fields.flatMap(field => field.column === undefined
	? []
	: [{...field.column, field, title: field.name.toUpperCase(), cut: cutters[field.column.cut]}]);

/** The priority of the sorted column: after the ID, before all others, so that even a narrow screen shows it. */
const sortedPriority = 1.5;

/** The columns of a sorted list: the title of the sorted one has an arrow. */
export function sortedColumns({field: name, isDescending}: Sort): Column[] {
	return columns.map(column => column.field.name === name
		? {...column, title: `${column.title}${isDescending ? '↓' : '↑'}`, priority: Math.min(column.priority, sortedPriority)}
		: column);
}

export type PlacedColumn = Column & {readonly width: number};

/** Spaces between two columns. */
export const gap = 2;

/**
Chooses the columns that fit, by priority, and shares the remaining room in proportion to what each can still use. The result depends on the width alone, so that nothing moves while the list scrolls.

@param all - Columns in screen order.
@param room - Terminal columns for all of them, gaps included.
*/
export function placeColumns(all: readonly Column[], room: number): PlacedColumn[] {
	const chosen = new Set<Column>();
	let left = room + gap;
	for (const column of all.toSorted((a, b) => a.priority - b.priority)) {
		if (column.min + gap > left && chosen.size > 0) {
			break;
		}

		chosen.add(column);
		left -= column.min + gap;
	}

	const shown = all.filter(column => chosen.has(column));
	const wanted = shown.reduce((sum, {min, max}) => sum + max - min, 0);
	const share = Math.min(1, Math.max(0, left) / Math.max(1, wanted));
	return shown.map(column => ({...column, width: Math.max(1, Math.min(column.min + Math.floor((column.max - column.min) * share), room))}));
}
