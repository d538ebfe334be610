import {findChannel} from '../../notification/channels.ts';
import {withLabel} from '../../notification/labels.ts';
import {cellText, fields, type ColumnSpec, type Field, type FieldName} from '../../notification/spec.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import type {Sort} from '../../query/sort.ts';
import {joined, range} from '../../platform/text.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, share, takeColumns, truncate, truncateStart, widthOf, fit} from '../../terminal/width.ts';
import {cursorSign, rule} from '../ui/layout.ts';
import {channelRole, styled} from '../ui/theme.ts';
import type {Group} from '../../query/group.ts';
import {keyOf} from '../keys/match.ts';

/** The width of the widest value of each field of an account, by the name of the field; empty if there are none. */
export type Sample = ReadonlyMap<string, number>;

export const noSample: Sample = new Map();

/** The number of records that a sample is taken from: enough for widths, and read within the time of a key. */
export const sampleSize = 1000;

/** The greatest width that is measured. */
const widestColumn = 200;

type Column = ColumnSpec & {
	readonly title: string;
	readonly field: Field;
};

export type PlacedColumn = Column & {
	readonly width: number;
};

/** The columns out of sight by number: at the left and at the right while they are scrolled, or those that have no room otherwise. */
type MoreColumns = {
	readonly left?: number;
	readonly right?: number;
	readonly hidden?: number;
	/** The title of the column that the list is sorted by, if it has no room. */
	readonly sorted?: string | undefined;
};

type ColumnOptions = {
	/** The columns of config.yaml, the most important first; by default all. */
	readonly names?: readonly FieldName[] | undefined;
	/** The order of the list. It only adds an arrow to a title. */
	readonly sort?: Sort | undefined;
	/** The field that the list is grouped by. Its column would repeat the headers. */
	readonly group?: FieldName | undefined;
	/** Terminal columns for all of them, gaps included. */
	readonly room: number;
	/** The number of columns after the ID that are scrolled out of sight, if every column is as wide as its values. */
	readonly scrolled?: number | undefined;
};

/** The columns of the list in screen order. */
const allColumns: readonly Column[] = fields.map(field => ({
	title: field.name.toUpperCase(),
	...field.column!,
	field,
}));

/** The number of spaces between two columns. */
export const gap = 2;

/** The room from which the names of the channels are whole: that of a terminal of 100 columns. */
const roomy = 96;

/** The width up to which the values of a column are shown whole, or the column is left out. */
const shortWidth = 24;

/** The least width of a column that is cut at the edge of the screen. */
const leastCut = 4;

/** Measures the columns' values in at most `sampleSize` records, spread evenly, and all short IDs: `3…81` says nothing where `39981` would. */
export function sampleOf(records: readonly ListedRecord[]): Sample {
	const count = Math.min(records.length, sampleSize);
	const sampled = range(count)
		.map(index => records.at(-1 - Math.floor((index * records.length) / count))!)
		.filter(record => record.kind === 'notification');
	const widest = (field: Field) =>
		Math.max(field.name === 'id' ? idWidth(records) : 0, ...sampled.map(record => cellWidth(field, record)));
	return new Map(sampled.length === 0 ? [] : allColumns.map(({field}) => [field.name, widest(field)]));
}

function cellWidth(field: Field, notification: Notification): number {
	const text = cellText(field, notification);
	return Math.min(isPlain(text) ? text.length : widthOf(sanitiseCell(text)), widestColumn);
}

/** The width of the widest ID that is short. A long one needs no more room, because both its ends are kept. */
export function idWidth(records: readonly ListedRecord[]): number {
	let widest = 0;
	for (const record of records) {
		const width = record.kind === 'notification' ? record.id.length : 0;
		widest = width > shortWidth ? widest : Math.max(widest, width);
	}

	return widest;
}

/** The columns of the list with their widths. They depend on the account and on the width of the screen, not on the rows in sight or their order, so that nothing moves. */
export function columnsOf(
	sample: Sample,
	{names, sort, group, room, scrolled}: ColumnOptions,
): {
	/** In screen order. */
	readonly columns: readonly PlacedColumn[];
	readonly more: MoreColumns;
} {
	const place = (column: Column, width: number): PlacedColumn => {
		const titles = titlesOf(column).map(title => titleIn(title, column, sort));
		return {...column, title: titles.find(title => title.length <= width) ?? titles.at(-1)!, width};
	};

	const ungrouped = (all: readonly Column[]) => (all.length > 1 ? all.filter(({field}) => field.name !== group) : all);
	if (scrolled !== undefined) {
		const wide = ungrouped(allColumns).map(column => {
			return place(column, Math.max(titlesOf(column)[0]!.length, sample.get(column.field.name) ?? column.min));
		});
		return scrollColumns(wide, scrolled, room);
	}

	const needed = ungrouped(chosenColumns(names)).map(column => ({column, need: needOf(column, sample, room)}));
	const shown = chooseColumns(needed, room);
	const widths = widthsIn(shown, room - gap * (shown.length - 1));
	const sorted = needed.find(each => each.column.field.name === sort?.field && !shown.includes(each))?.column;
	return {
		columns: shown.map(({column}, index) => place(column, widths[index]!)),
		more: {
			hidden: needed.length - shown.length,
			sorted: sorted && titleIn(sorted.title, sorted, sort),
		},
	};
}

/** The number of columns that wide ones can be scrolled by. */
export const mostScrolled = allColumns.length - 2;

/** The columns of config.yaml. The first ones have the highest priority. */
const chosenColumns = (names: readonly FieldName[] | undefined): readonly Column[] =>
	names?.flatMap((name, priority) =>
		allColumns.filter(({field}) => field.name === name).map(column => ({...column, priority})),
	) ?? allColumns;

/** The titles of a column, the longest first. */
function titlesOf({title, field}: Column): string[] {
	const [name, short = name] = [field.name.toUpperCase(), field.column?.title];
	return name !== short && name.startsWith(short) ? [title.replace(short, name), title] : [title];
}

/** A title, with an arrow in the column that the list is sorted by. It makes no column wider: see `titleLine`. */
function titleIn(title: string, {field}: Column, sort: Sort | undefined): string {
	const arrow = sort?.isDescending === true ? '↓' : '↑';
	return sort?.field === field.name ? `${title}${arrow}` : title;
}

/** The widths that a column needs: in which it is worth showing, in which all of its values are whole if they are short, and in which the long ones are. */
type Need = {readonly least: number; readonly short: number; readonly whole: number};

/** Gives all columns their least widths, then those of short values, then those of all. */
const widthsIn = (needed: readonly Needed[], room: number): number[] =>
	share(room, ...(['least', 'short', 'whole'] as const).map(stage => needed.map(({need}) => need[stage])));

function needOf({min, title, cut, field}: Column, sample: Sample, room: number): Need {
	// A column is at least as wide as its title, unless its values are always cut.
	const whole = Math.max(sample.get(field.name) ?? min, Math.min(title.length, min));
	const isNarrow = cut === 'channel' && room < roomy;
	const least = Math.min(whole, whole <= shortWidth && !isNarrow ? Math.max(min, whole) : min);
	// An ID or an address that is not whole says no more in more room.
	return {least, short: cut === 'middle' ? least : Math.max(least, Math.min(shortWidth, whole)), whole};
}

type Needed = {readonly column: Column; readonly need: Need};

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

/** The columns in sight after scrolling: the ID, and those that fit after the first `scrolled` others. The last one may be cut. */
function scrollColumns(wide: readonly PlacedColumn[], scrolled: number, room: number) {
	let left = room + gap;
	const shown = wide.toSpliced(1, scrolled).flatMap(column => {
		const width = Math.min(column.width, left - gap);
		left -= width + gap;
		return width >= Math.min(column.width, leastCut) ? [{...column, width}] : [];
	});
	const whole = shown.filter(({width}, index) => width === wide[index === 0 ? 0 : index + scrolled]!.width);
	return {columns: shown, more: {left: scrolled, right: wide.length - scrolled - whole.length}};
}

/** The text of a notification in a column, safe to show and shortened to its width. */
export const cellOf = (notification: Notification, {field, cut, width}: PlacedColumn): string =>
	cutters[cut](sanitiseCell(cellText(field, notification)), width);

/** The functions that shorten a sanitised value to at most `columns`, at its end. An ID and an address keep both ends, a channel its code. */
export const cutters: Readonly<Record<ColumnSpec['cut'], (text: string, columns: number) => string>> = {
	text: truncate,
	middle: cutMiddle,
	channel: (text, width) => (widthOf(text) <= width ? text : truncate(findChannel(text)?.code ?? text, width)),
};

function cutMiddle(text: string, width: number): string {
	const room = width - 1;
	// The part that all addresses begin with says nothing.
	const end = Math.floor((text.startsWith('0x') ? room - 2 : room) / 2);
	return widthOf(text) <= width || end < 1
		? truncate(text, width)
		: `${takeColumns(text, room - end)}${truncateStart(text, end + 1)}`;
}

/** The state of a row that the signs before it show. */
export type RowSigns = {
	readonly isSelected: boolean;
	readonly isMarked?: boolean;
	/** Whether it is in the range that is being marked. */
	readonly isInRange?: boolean;
	readonly isPending?: boolean;
	/** Whether a colleague is changing it. */
	readonly isClaimed?: boolean;
	readonly isParked?: boolean;
	/** Whether it appeared or vanished since the changes were last acknowledged. */
	readonly hasAppeared?: boolean;
	readonly hasVanished?: boolean;
};

/** The sign of what is parked. */
export const parkedSign = '‖';

/** The width of the two signs. */
export const marginWidth = 2;

/** The signs of a row: two before it, `▌` for the row under the cursor, then `●` if it is marked or `:` if it is in the range that is being marked; and that of its state, which is the second one or, if that is taken, after its first cell: `!` if it has a pending change, `~` if a colleague is changing it, `‖` if it is parked, or else `+` or `-` if it appeared or vanished. */
export function signsOf(signs: RowSigns): {readonly before: string; readonly after: string} {
	const states = [
		[signs.isPending, '!'],
		[signs.isClaimed, '~'],
		[signs.isParked, parkedSign],
		[signs.hasAppeared, '+'],
		[signs.hasVanished, '-'],
	] as const;
	const state = states.find(([isSo]) => isSo)?.[1] ?? ' ';
	const mark = signs.isInRange ? ':' : state;
	const before = signs.isMarked ? '●' : mark;
	return {before: `${cursorSign(signs.isSelected)}${before}`, after: before === state ? '' : state};
}

/** A cell of a row: its text, as wide as its column, and the name of its field; undefined for text of no field. */
export type Cell = {readonly text: string; readonly field: string | undefined};

/** The cells of a record's row, without the signs before it. The last one takes what is left of `width`. */
export function rowCells(record: ListedRecord, columns: readonly PlacedColumn[], width: number): Cell[] {
	let left = width - marginWidth;
	if (record.kind !== 'notification') {
		return [{text: fit(`unreadable record: ${record.problem}`, left), field: undefined}];
	}

	return columns.map((column, index) => {
		const room = index === columns.length - 1 ? left : column.width;
		left -= column.width + gap;
		return {text: fit(cellOf(record, column), room), field: column.field.name};
	});
}

/** The row of a record with its styles. `mark`: draws what a search found in a cell. */
export function recordLine(
	record: ListedRecord,
	cells: readonly Cell[],
	signs: RowSigns,
	mark?: (text: string, field: string | undefined) => string,
): string {
	const {isSelected, isMarked, isPending, isParked, hasAppeared, hasVanished} = signs;
	const isUsual = record.kind === 'notification' && !isPending && !isParked && !hasAppeared && !hasVanished;
	const drawn = cells.map(({text, field}) => {
		const value = text.trimEnd();
		// A row whose state has a colour has no other.
		const role = isUsual && field === 'channel' ? channelRole(record.channel) : undefined;
		return `${styled(role, mark?.(value, field) ?? value)}${text.slice(value.length)}`;
	});
	const {before, after} = signsOf(signs);
	const row = drawn.reduce((left, cell, index) => `${left}${(index === 1 ? after : '').padEnd(gap)}${cell}`);
	const line = `${before}${row}`;
	const roles = [
		[isSelected, 'selected'],
		[isParked || hasVanished, 'faint'],
		[hasAppeared, 'good'],
		[isPending || record.kind === 'unreadable', 'warning'],
		[isMarked, 'marked'],
	] as const;
	return roles.reduce((inner, [isSo, role]) => (isSo ? styled(role, inner) : inner), line);
}

/** The value that the members of a group share, an address with its label; safe to show. */
export const groupName = ({value, field}: Pick<Group, 'value' | 'field'>): string =>
	value === '' ? `no ${field}` : sanitiseCell(withLabel(value));

/** The titles of the columns above the rows, with a rule below them if there is room for one; with their styles. */
export const titleLines = (
	columns: readonly PlacedColumn[],
	width: number,
	more: MoreColumns,
	hasRule: boolean,
): string[] => [styled('label', titleLine(columns, width, more)), ...(hasRule ? [styled('rule', rule(width))] : [])];

/**
The line above the rows, exactly as wide as the terminal. A title that is wider than its column begins in the empty part of the title before it.

@param columns - The columns in screen order.
@param width - The width of the terminal.
@param more - The columns out of sight, which the end of the line tells. Those without room are told if no title is cut for it.
*/
export function titleLine(columns: readonly PlacedColumn[], width: number, more: MoreColumns = {}): string {
	let line = '';
	let start = marginWidth;
	for (const {title, width: columnWidth} of columns) {
		const end = start + columnWidth;
		const at = Math.min(start, Math.max(line.length + 1, end - title.length));
		line = `${line.padEnd(at)}${truncate(title, end - at)}`;
		start = end + gap;
	}

	const {hidden = 0, left = 0, right = 0} = more;
	const scrolled = joined([left > 0 && `← ${left} more`, right > 0 && `${right} more →`], ' · ');
	const all = joined([scrolled, hidden > 0 && `${hidden} more: ${keyOf('list', 'wide')}`], ' ');
	// What was scrolled is told even if it takes the end of the last title.
	const told = all.length <= width - line.length - gap ? all : scrolled;
	const hint = told === '' ? '' : `  ${told}`;
	return `${fit(line, width - hint.length)}${hint}`;
}
