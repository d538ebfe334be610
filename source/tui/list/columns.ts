import {fields, type ColumnSpec, type Field, type FieldName} from '../../domain/fields.ts';
import type {Sort} from '../../domain/query/sort.ts';
import type {ColumnStats, ListStats} from './column-stats.ts';
import {cutters, noTelling, type Telling} from './cuts.ts';

export type Column = ColumnSpec & {
	readonly title: string;
	readonly field: Field;
	/** The list is sorted by it: it is always shown. */
	readonly isSorted?: boolean;
};

/** The list's columns in screen order: the rows of `fields` that have one. */
export const columns: readonly Column[] = fields.flatMap(field => field.column === undefined
	? []
	: [{...field.column, field, title: field.column.title ?? field.name.toUpperCase()}]);

/** The priority of the sorted column: after the ID, before all others, so that even a narrow screen shows it. */
const sortedPriority = 1.5;

/**
The columns of a list.

@param names - Those to show, in order; by default all. The first ones are the most important then.
@param sort - The title of the sorted column has an arrow.
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
	readonly telling: Telling;
};

/** The columns of a list, and what those say that have the same value in all rows. */
export type ColumnLayout = {
	readonly columns: readonly PlacedColumn[];
	/** The one value of each column that is not shown because of it; empty where the records have none. */
	readonly folded: ReadonlyArray<{readonly field: Field; readonly value: string}>;
};

/** Spaces between two columns. */
export const gap = 2;

/**
Lays the columns of a list out. A column with one value in all rows is left out. The others are chosen by priority, and get the room that their values need: first what tells them apart, then what most of them need, then all they need. The result does not depend on what rows are on the screen, so that nothing moves while the list scrolls.

@param all - Columns in screen order.
@param stats - What their values need. Of a column that was not measured, its least width is used.
@param room - Terminal columns for all of them, gaps included.
*/
export function layOutColumns(all: readonly Column[], stats: ListStats, room: number): ColumnLayout {
	const isFolded = ({field, isSorted}: Column) => {
		const only = stats.get(field.name)?.only;
		// A row without any name says nothing to a reader.
		return only !== undefined && isSorted !== true && field.name !== 'id' && (field.name !== 'name' || only === '');
	};

	const needed = all.filter(column => !isFolded(column)).map(column => needOf(column, stats.get(column.field.name)));
	const shown = chooseColumns(needed, room);
	const widths = shareRoom(shown, room - (gap * (shown.length - 1)));
	return {
		columns: shown.map(({column, telling}, index) => ({...column, telling, width: widths[index]!})),
		folded: all.filter(column => isFolded(column)).map(({field}) => ({field, value: stats.get(field.name)!.only!})),
	};
}

/** All columns as wide as their values. They may need more room than there is. */
export function wideColumns(all: readonly Column[], stats: ListStats): PlacedColumn[] {
	return all.map(column => {
		const {telling, stages} = needOf(column, stats.get(column.field.name));
		return {...column, telling, width: Math.max(column.title.length, stages.at(-1)!)};
	});
}

/** The ID, and of the other columns those that fit after the first `scrolled`; the last one as far as it fits. */
export function scrollColumns(wide: readonly PlacedColumn[], scrolled: number, room: number): PlacedColumn[] {
	let left = room + gap;
	return wide.toSpliced(1, scrolled).flatMap(column => {
		const width = Math.min(column.width, left - gap);
		left -= width + gap;
		return width > 0 ? [{...column, width}] : [];
	});
}

/** A column, and the widths it would like to have, the most urgent first. */
type Need = {
	readonly column: Column;
	readonly telling: Telling;
	readonly stages: readonly number[];
};

function needOf(column: Column, stats: ColumnStats | undefined): Need {
	const {min, title, cut} = column;
	if (stats === undefined) {
		return {column, telling: noTelling, stages: [min]};
	}

	const {widest, common, telling} = stats;
	// A column is not narrower than its title, unless its values are always cut.
	const most = Math.max(widest, Math.min(title.length, min));
	const least = Math.min(most, min);
	// What tells two values apart is at the start, or after what all begin with, or at the end.
	const byHead = telling.prefix > 0 ? telling.head - telling.prefix + 2 : telling.head + 1;
	const apart = cut === 'text' ? Math.min(byHead, (telling.tail * 2) + 2) : least;
	return {column, telling, stages: [column.field.name === 'id' ? most : least, clamp(apart, least, most), clamp(common, least, most), most]};
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** As many columns as fit in their least width, by priority, in screen order. The most important one is always there. */
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

/** Widens all columns from stage to stage; where the room does not suffice for one, it is shared in proportion to what each still wants. */
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

/** Shares a number in proportion to what is wanted; what rounding leaves is given from the first on. */
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

/** A value of a column, shortened to its width. `text` is sanitised. */
export const cutCell = (text: string, {cut, width, telling}: PlacedColumn): string => cutters[cut](text, width, telling);
