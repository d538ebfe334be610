import {fields, type ColumnSpec, type Field, type FieldName} from '../../domain/fields.ts';
import type {Sort} from '../../domain/query/sort.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {cutters, noDistinctParts, type DistinctParts} from './cuts.ts';

export type Column = ColumnSpec & {
	readonly title: string;
	readonly field: Field;
	/** Whether the list is sorted by this column. It is then always shown. */
	readonly isSorted?: boolean;
};

/** The columns of the list in screen order: the rows of `fields` that have a column. */
export const columns: readonly Column[] = fields.flatMap(field => field.column === undefined
	? []
	: [{...field.column, field, title: field.column.title ?? field.name.toUpperCase()}]);

/** The priority of the sorted column: after the ID and before all others, so that even a narrow screen shows it. */
const sortedPriority = 1.5;

/**
The columns of a list.

@param names - The names of the columns to show, in order; by default all. The first ones then have the highest priority.
@param sort - The sort order. The title of the sorted column has an arrow.
*/
export function chosenColumns(names: readonly FieldName[] | undefined, sort: Sort | undefined): readonly Column[] {
	const chosen = names?.flatMap((name, priority) => columns.filter(({field}) => field.name === name).map(column => ({...column, priority}))) ?? columns;
	return sort === undefined ? chosen : chosen.map(column => sortedColumn(column, sort));
}

function sortedColumn(column: Column, {field: name, isDescending}: Sort): Column {
	return column.field.name === name
		? {...column, title: `${column.title}${isDescending ? '↓' : '↑'}`, priority: Math.min(column.priority, sortedPriority), isSorted: true}
		: column;
}

export type PlacedColumn = Column & {
	readonly width: number;
	readonly distinctParts: DistinctParts;
};

/** The layout of the columns, and the values of those left out because all rows have the same. */
export type ColumnLayout = {
	readonly columns: readonly PlacedColumn[];
	/** The common value of each column left out; empty if the records have no value there. */
	readonly folded: ReadonlyArray<{readonly field: Field; readonly value: string}>;
};

/** The number of spaces between two columns. */
export const gap = 2;

/**
Lays out the columns of a list. A column with the same value in all rows is left out. The others are chosen by priority. Each gets the width to tell its values apart, then the width for most values, then for all of them, as far as there is room. The layout does not depend on the visible rows, so that nothing moves while scrolling.

@param all - Columns in screen order.
@param stats - The measurements of the columns. A column without any gets its least width.
@param room - Terminal columns for all of them, gaps included.
*/
export function layOutColumns(all: readonly Column[], stats: ListStats, room: number): ColumnLayout {
	const isFolded = ({field, isSorted}: Column) => {
		const only = stats.get(field.name)?.only;
		// A row without any name would mean nothing to a reader.
		return only !== undefined && isSorted !== true && field.name !== 'id' && (field.name !== 'name' || only === '');
	};

	const needed = all.filter(column => !isFolded(column)).map(column => needOf(column, stats.get(column.field.name)));
	const shown = chooseColumns(needed, room);
	const widths = shareRoom(shown, room - (gap * (shown.length - 1)));
	return {
		columns: shown.map(({column, distinctParts}, index) => ({...column, distinctParts, width: widths[index]!})),
		folded: all.filter(column => isFolded(column)).map(({field}) => ({field, value: stats.get(field.name)!.only!})),
	};
}

/** All columns as wide as their values. They may be wider than the screen. */
export function wideColumns(all: readonly Column[], stats: ListStats): PlacedColumn[] {
	return all.map(column => {
		const {distinctParts, stages} = needOf(column, stats.get(column.field.name));
		return {...column, distinctParts, width: Math.max(column.title.length, stages.at(-1)!)};
	});
}

/** The columns visible after scrolling: the ID, and those that fit after the first `scrolled` others. The last one may be cut. */
export function scrollColumns(wide: readonly PlacedColumn[], scrolled: number, room: number): PlacedColumn[] {
	let left = room + gap;
	return wide.toSpliced(1, scrolled).flatMap(column => {
		const width = Math.min(column.width, left - gap);
		left -= width + gap;
		return width > 0 ? [{...column, width}] : [];
	});
}

/** The widths that a column needs, in stages. The first stage is the most urgent. */
type Need = {
	readonly column: Column;
	readonly distinctParts: DistinctParts;
	readonly stages: readonly number[];
};

function needOf(column: Column, stats: ColumnStats | undefined): Need {
	const {min, title, cut} = column;
	if (stats === undefined) {
		return {column, distinctParts: noDistinctParts, stages: [min]};
	}

	const {widest, common, distinctParts} = stats;
	// A column is at least as wide as its title, unless its values are always cut.
	const most = Math.max(widest, Math.min(title.length, min));
	const least = Math.min(most, min);
	// The part in which values differ is at the start, after a common prefix, or at the end.
	const headWidth = distinctParts.prefix > 0 ? distinctParts.head - distinctParts.prefix + 2 : distinctParts.head + 1;
	const distinctWidth = cut === 'text' ? Math.min(headWidth, (distinctParts.tail * 2) + 2) : least;
	return {column, distinctParts, stages: [column.field.name === 'id' ? most : least, clamp(distinctWidth, least, most), clamp(common, least, most), most]};
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** The columns that fit in their least width, chosen by priority, in screen order. The most important one is always included. */
function chooseColumns(needed: readonly Need[], room: number): Need[] {
	const chosen = new Set<Need>();
	let left = room + gap;
	for (const need of needed.toSorted((a, b) => a.column.priority - b.column.priority)) {
		const width = need.stages[0]! + gap;
		if (width > left && chosen.size > 0) {
			break;
		}

		chosen.add(need);
		left -= width;
	}

	return needed.filter(need => chosen.has(need));
}

/** Widens all columns stage by stage. If there is not enough room for a stage, the rest is shared in proportion to the missing widths. */
function shareRoom(shown: readonly Need[], room: number): number[] {
	const widths = shown.map(() => 0);
	let left = room;
	for (const stage of [0, 1, 2, 3]) {
		const given = shareOut(shown.map(({stages}, index) => Math.max(0, (stages[stage] ?? 0) - widths[index]!)), left);
		for (const [index, more] of given.entries()) {
			widths[index]! += more;
			left -= more;
		}
	}

	return widths;
}

/** Shares a number in proportion to the wanted amounts. The rounding remainder goes to the first ones. */
function shareOut(wanted: readonly number[], room: number): number[] {
	const all = sum(wanted);
	if (all <= room) {
		return [...wanted];
	}

	const given = wanted.map(each => Math.floor(each * Math.max(0, room) / all));
	let left = room - sum(given);
	return given.map((each, index) => {
		const more = left > 0 && each < wanted[index]! ? 1 : 0;
		left -= more;
		return each + more;
	});
}

function sum(numbers: readonly number[]): number {
	let total = 0;
	for (const each of numbers) {
		total += each;
	}

	return total;
}

/** A value shortened to the width of its column. `text` is sanitised. */
export const cutCell = (text: string, {cut, width, distinctParts}: PlacedColumn): string => cutters[cut](text, width, distinctParts);
