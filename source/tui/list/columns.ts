import {cellText, fields, type ColumnSpec, type Field, type FieldName} from '../../domain/fields.ts';
import type {Notification} from '../../domain/notification.ts';
import type {Sort} from '../../domain/query/sort.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {cutters, kindOf} from './cuts.ts';
import {distinctWidth, isShortened} from './distinct-cuts.ts';
import {fitWidths, type WidthNeed} from './fit-widths.ts';
import {marginWidth} from './margin.ts';

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
	/** The parts in which its cells differ, by their kind. */
	readonly parts: ColumnStats['parts'];
	/** The beginning of all cells that its title says once; usually empty. */
	readonly said: string;
};

/** The layout of the columns, and the values of those left out because all rows have the same. */
export type ColumnLayout = {
	readonly columns: readonly PlacedColumn[];
	/** The common value of each column left out; empty if the records have no value there. */
	readonly folded: ReadonlyArray<{readonly field: Field; readonly value: string}>;
	/** The number of columns that have no room. */
	readonly hidden: number;
};

/** The number of spaces between two columns. */
export const gap = 2;

/**
Lays out the columns of a list. A column with the same value in all rows is left out. The others are chosen by priority, and their widths shared by `fitWidths`. The layout does not depend on the visible rows, so that nothing moves while scrolling.

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

	const needed = all.filter(column => !isFolded(column)).map(column => ({column, need: needOf(column, stats.get(column.field.name), room)}));
	const shown = chooseColumns(needed, room);
	const widths = fitWidths(shown.map(({need}) => need), room - (gap * (shown.length - 1)));
	return {
		columns: shown.map(({column}, index) => placeColumn(column, stats.get(column.field.name), widths[index]!)),
		folded: all.filter(column => isFolded(column)).map(({field}) => ({field, value: foldedValue(field, stats.get(field.name)!)})),
		hidden: needed.length - shown.length,
	};
}

/** The value of a column that is left out, with the end that its cells would leave out. */
const foldedValue = ({column}: Field, {only = '', hasSuffix}: ColumnStats): string => (
	only === column?.ifEmpty ? '' : `${only}${hasSuffix ? column?.suffix ?? '' : ''}`
);

/** All columns as wide as their values. They may be wider than the screen. */
export function wideColumns(all: readonly Column[], stats: ListStats): PlacedColumn[] {
	return all.map(column => {
		const each = stats.get(column.field.name);
		const width = needOf(column, each, Infinity).whole;
		return placeColumn(column, each, Math.max(...titlesOf(column, each).map(title => title.length), width));
	});
}

function placeColumn(column: Column, stats: ColumnStats | undefined, width: number): PlacedColumn {
	const parts = stats?.parts ?? {};
	const [prefix = '', ...others] = Object.values(parts).map(each => each.prefix);
	const isCut = stats !== undefined && width < stats.widest;
	const withPrefix = `${column.title} ${prefix}…`;
	const said = isCut && others.length === 0 && isShortened(prefix) && withPrefix.length <= width ? prefix : '';
	const titles = titlesOf(column, stats);
	const title = said === '' ? titles.find(each => each.length <= width) ?? titles.at(-1)! : withPrefix;
	return {...column, title, width, parts, said};
}

/** The titles of a column, the longest first. A suffix that cells leave out is said in the title. */
function titlesOf({title, field, suffix, isSorted}: Column, stats: ColumnStats | undefined): string[] {
	if (suffix === undefined || stats?.hasSuffix !== true) {
		const [name, short = name] = [field.name.toUpperCase(), field.column?.title];
		return name !== short && name.startsWith(short) ? [title.replace(short, name), title] : [title];
	}

	const shared = `·${suffix.slice(1)}`;
	return [`${title} ${shared}`, isSorted === true ? title : shared];
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
export const shortWidth = 16;

function needOf({min, title, cut, field}: Column, stats: ColumnStats | undefined, room: number): WidthNeed {
	if (stats === undefined) {
		return {least: min, distinct: min, common: min, whole: min};
	}

	const {widest, common, parts} = stats;
	// A column is at least as wide as its title, unless its values are always cut.
	const whole = Math.max(widest, Math.min(title.length, min));
	const isNarrow = cut === 'channel' && room < roomy;
	const least = Math.min(whole, common <= shortWidth && !isNarrow ? Math.max(min, common) : min);
	const most = Math.max(least, Math.min(common, whole));
	const distinct = isNarrow ? least : Math.min(most, Math.max(least, ...Object.values(parts).map(each => distinctWidth(each))));
	// Two notifications never look alike because of a cut ID.
	return {least: field.name === 'id' ? distinct : least, distinct, common: most, whole, isWholeOrDistinct: cut === 'middle'};
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
export function cellOf(notification: Notification, {field, cut, width, parts, said}: PlacedColumn): string {
	const text = sanitiseCell(cellText(field, notification));
	const kind = kindOf(cut, text);
	const own = Object.hasOwn(parts, kind) ? parts[kind] : parts[''];
	if (said === '' || own === undefined || !text.startsWith(said)) {
		return cutters[cut](text, width, own);
	}

	// The title says the beginning.
	return cutters[cut](text.slice(said.length), width, {prefix: '', cuts: own.cuts.map(([start, end]) => [Math.max(0, start - said.length), end])});
}
