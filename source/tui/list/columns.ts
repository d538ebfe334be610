import {cellText, fields, type ColumnSpec, type Field, type FieldName} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import type {Sort} from '../../domain/query/sort.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {cutters} from './cuts.ts';
import {fitWidths, type WidthNeed} from './fit-widths.ts';
import {marginWidth} from './margin.ts';

export type Column = ColumnSpec & {
	readonly title: string;
	readonly field: Field;
	/** Whether the list is sorted by this column. It is then always shown. */
	readonly isSorted?: boolean;
};

/** The columns of the list in screen order: the rows of `fields` that have a column. */
export const columns: readonly Column[] = fields.flatMap(field =>
	field.column === undefined ? [] : [{...field.column, field, title: field.column.title ?? field.name.toUpperCase()}],
);

/** The priority of the sorted column: after the ID and before all others, so that even a narrow screen shows it. */
const sortedPriority = 1.5;

/**
The columns of a list.

@param names - The names of the columns to show, in order; by default all. The first ones then have the highest priority.
@param sort - The sort order. The title of the sorted column has an arrow.
*/
export function chosenColumns(names: readonly FieldName[] | undefined, sort: Sort | undefined): readonly Column[] {
	const chosen =
		names?.flatMap((name, priority) =>
			columns.filter(({field}) => field.name === name).map(column => ({...column, priority})),
		) ?? columns;
	return sort === undefined ? chosen : chosen.map(column => sortedColumn(column, sort));
}

function sortedColumn(column: Column, {field: name, isDescending}: Sort): Column {
	return column.field.name === name
		? {
				...column,
				title: `${column.title}${isDescending ? '↓' : '↑'}`,
				priority: Math.min(column.priority, sortedPriority),
				isSorted: true,
			}
		: column;
}

export type PlacedColumn = Column & {
	readonly width: number;
};

/** The layout of the columns. */
export type ColumnLayout = {
	readonly columns: readonly PlacedColumn[];
	/** The number of columns that have no room. */
	readonly hidden: number;
};

/** The number of spaces between two columns. */
export const gap = 2;

/**
Lays out the columns of a list: they are chosen by priority, and their widths shared by `fitWidths`. The layout does not depend on the visible rows, so that nothing moves while scrolling.

@param all - Columns in screen order.
@param stats - The measurements of the columns. A column without any gets its least width.
@param room - Terminal columns for all of them, gaps included.
*/
export function layOutColumns(all: readonly Column[], stats: ListStats, room: number): ColumnLayout {
	const needed = all.map(column => ({column, need: needOf(column, stats.get(column.field.name), room)}));
	const shown = chooseColumns(needed, room);
	const widths = fitWidths(
		shown.map(({need}) => need),
		room - gap * (shown.length - 1),
	);
	return {
		columns: shown.map(({column}, index) => placeColumn(column, widths[index]!)),
		hidden: needed.length - shown.length,
	};
}

/** All columns as wide as their values. They may be wider than the screen. */
export function wideColumns(all: readonly Column[], stats: ListStats): PlacedColumn[] {
	return all.map(column => {
		const width = needOf(column, stats.get(column.field.name), Infinity).whole;
		return placeColumn(column, Math.max(...titlesOf(column).map(title => title.length), width));
	});
}

function placeColumn(column: Column, width: number): PlacedColumn {
	const titles = titlesOf(column);
	return {...column, title: titles.find(each => each.length <= width) ?? titles.at(-1)!, width};
}

/** The titles of a column, the longest first. */
function titlesOf({title, field}: Column): string[] {
	const [name, short = name] = [field.name.toUpperCase(), field.column?.title];
	return name !== short && name.startsWith(short) ? [title.replace(short, name), title] : [title];
}

/** The terminal columns in which no value of a list is cut, with the margin. */
export function wholeWidth(all: readonly Column[], stats: ListStats): number {
	let whole = marginWidth - gap;
	for (const {width} of layOutColumns(all, stats, Infinity).columns) {
		whole += width + gap;
	}

	return whole;
}

type Needed = {
	readonly column: Column;
	readonly need: WidthNeed;
};

/** The room from which the names of the channels are whole: that of a terminal of 100 columns. */
const roomy = 96;

/** The width up to which most values of a column are shown whole, or the column is left out. */
const shortWidth = 24;

function needOf({min, title, cut}: Column, stats: ColumnStats | undefined, room: number): WidthNeed {
	if (stats === undefined) {
		return {least: min, distinct: min, common: min, whole: min};
	}

	const {widest, common} = stats;
	// A column is at least as wide as its title, unless its values are always cut.
	const whole = Math.max(widest, Math.min(title.length, min));
	const isNarrow = cut === 'channel' && room < roomy;
	const least = Math.min(whole, common <= shortWidth && !isNarrow ? Math.max(min, common) : min);
	return {
		least,
		distinct: least,
		common: Math.max(least, Math.min(common, whole)),
		whole,
		isWholeOrDistinct: cut === 'middle',
	};
}

/** The columns that fit in their least width, chosen by priority, in screen order. The most important one is always included. */
function chooseColumns(needed: readonly Needed[], room: number): Needed[] {
	const chosen = new Set<Needed>();
	let left = room + gap;
	for (const each of needed.toSorted((a, b) => a.column.priority - b.column.priority)) {
		const width = each.need.least + gap;
		if (width > left && chosen.size > 0) {
			break;
		}

		chosen.add(each);
		left -= width;
	}

	return needed.filter(each => chosen.has(each));
}

/** The text of a notification in a column, safe to show and shortened to its width. */
export const cellOf = (notification: Notification, {field, cut, width}: PlacedColumn): string =>
	cutters[cut](sanitiseCell(cellText(field, notification)), width);
