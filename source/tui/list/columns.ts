import type {FieldName} from '../../domain/fields.ts';
import type {Sort} from '../../domain/query/sort.ts';
import {truncate, truncateMiddle} from '../../terminal/width.ts';

export type Column = {
	readonly title: string;
	readonly field: FieldName;
	/** Shown where there is room: 1 goes last. */
	readonly priority: number;
	/** In terminal columns: less is useless. */
	readonly min: number;
	/** In terminal columns: more is wasted. */
	readonly max: number;
	/** How a value that does not fit is cut. */
	readonly cut: (text: string, columns: number) => string;
};

/** The list's columns in their order on the screen. To add one, add a row here. */
export const columns: readonly Column[] = [
	{title: 'ID', field: 'id', priority: 1, min: 6, max: 10, cut: truncate},
	{title: 'NAME', field: 'name', priority: 2, min: 14, max: 40, cut: truncate},
	{title: 'CHANNEL', field: 'channel', priority: 3, min: 8, max: 8, cut: truncate},
	{title: 'USER', field: 'user', priority: 6, min: 9, max: 20, cut: truncate},
	{title: 'RECIPIENT', field: 'recipient', priority: 4, min: 12, max: 40, cut: truncateMiddle},
	{title: 'NETWORK', field: 'network', priority: 7, min: 12, max: 13, cut: truncate},
	{title: 'EVENT', field: 'event', priority: 8, min: 16, max: 16, cut: truncate},
	{title: 'ADDRESS', field: 'address', priority: 5, min: 13, max: 42, cut: truncateMiddle},
];

/** What a list is sorted by is worth a place, however small the screen: less than the id, more than the rest. */
const sortedPriority = 1.5;

/** The columns of a list that is sorted by a field, its title saying so. */
export function sortedColumns({field, isDescending}: Sort): Column[] {
	return columns.map(column => column.field === field
		? {...column, title: `${column.title}${isDescending ? '↓' : '↑'}`, priority: Math.min(column.priority, sortedPriority)}
		: column);
}

export type PlacedColumn = Column & {readonly width: number};

/** Spaces between two columns. */
export const gap = 2;

/**
Chooses the columns that fit, most important first, and shares out what is left over in proportion to what each could still use. Depends on the width alone, so that nothing moves while one scrolls.

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
	const share = wanted === 0 ? 0 : Math.min(1, Math.max(0, left) / wanted);
	return shown.map(column => ({...column, width: Math.max(1, Math.min(column.min + Math.floor((column.max - column.min) * share), room))}));
}
