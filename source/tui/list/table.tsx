import {styleText} from 'node:util';
import {Text, Transform} from 'ink';
import {memo, useMemo, useState} from 'react';
import {fieldNamed, fields as allFields, type Field} from '../../notification/spec.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import {wordsIn, type SoughtWord} from '../../query/match.ts';
import {numberText, foldText, foldWithPlaces} from '../../platform/text.ts';
import type {Changes} from '../../account/listing-state.ts';
import {highlight} from '../../terminal/highlight.ts';
import {fit, widthOf, truncate} from '../../terminal/width.ts';
import {remembered} from '../ui/line.tsx';
import {useThemeChanges, useSettings} from '../ui/session.ts';
import {chalkOf, channelStyle, theme} from '../ui/theme.ts';
import {
	cutters,
	type MoreColumns,
	type PlacedColumn,
	groupName,
	marginOf,
	marginWidth,
	rowLine,
	rowText,
	titleLine,
	type Cell,
	type RowSigns,
	type RowText,
	columnsOf,
	mostScrolled,
	type Sample,
} from './columns.ts';
import {withoutSeparators} from '../../notification/filter-line.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import type {ListRows} from '../../query/view.ts';
import type {Arrangement} from '../../query/sort.ts';

type TitlesProps = {
	readonly columns: readonly PlacedColumn[];
	readonly more: MoreColumns | undefined;
	readonly width: number;
};

/** The line above the rows. */
export const Titles = memo(({columns, more, width}: TitlesProps) => {
	useThemeChanges();
	return (
		<Text {...theme.label} wrap="truncate-end">
			{titleLine(columns, width, more)}
		</Text>
	);
});

/** Whether a record appeared or vanished since the changes were last acknowledged. */
export function changeOf(record: ListedRecord, {appeared, vanished}: Changes): 'appeared' | 'vanished' | undefined {
	if (record.kind === 'unreadable') {
		return undefined;
	}

	return appeared.has(record.id) ? 'appeared' : vanished.has(record.id) ? 'vanished' : undefined;
}

type GroupLineProps = {
	readonly group: Group;
	/** Returns the IDs of the notifications in a group. */
	readonly idsOf: (group: Group) => readonly string[];
	/** The IDs of the marked notifications. */
	readonly marked: ReadonlySet<string>;
	/** The width in terminal columns. */
	readonly width: number;
	readonly isClosed: boolean;
	readonly isSelected: boolean;
	readonly isInRange: boolean;
};

/** The header of a group: the common value, the number of members, and how many are marked. */
export const GroupLine = memo(({group, idsOf, marked, width, isClosed, isSelected, isInRange}: GroupLineProps) => {
	useThemeChanges();
	const {members, field} = group;
	const marks = useMemo(
		() => (marked.size === 0 ? 0 : idsOf(group).filter(id => marked.has(id)).length),
		[marked, group, idsOf],
	);
	const isMarked = marks > 0 && marks === members.length;
	const counts = ` · ${numberText(members.length)}${marks === 0 ? '' : ` · ${numberText(marks)} marked`}`;
	const start = `${marginOf({isSelected, isMarked, isInRange})}${isClosed ? '▸' : '▾'} `;
	// A long name is cut, but never the counts.
	const cut = cutters[fieldNamed(field).column?.cut ?? 'text'](
		groupName(group),
		width - widthOf(start) - widthOf(counts),
	);

	return (
		<Text {...theme.title} {...(isSelected && theme.selected)} wrap="truncate-end">
			{fit(`${start}${cut}${counts}`, width)}
		</Text>
	);
});

type RecordLineProps = Required<RowSigns> & {
	readonly record: ListedRecord;
	/** The columns in screen order. Pass the same array while they do not change. */
	readonly columns: readonly PlacedColumn[];
	/** The words to highlight. Pass the same array while they do not change. */
	readonly words: readonly SoughtWord[];
	/** The width in terminal columns. */
	readonly width: number;
};

/** A notification on one line. Redrawn only when its props change. */
export const RecordLine = memo(
	({record, columns, words, width, isSelected, isMarked, isInRange, isPending, isClaimed, change}: RecordLineProps) => {
		useThemeChanges();
		const row = useMemo(() => rowText(record, columns), [record, columns]);
		const {text, cells, channel} = useMemo(
			() => withMatchNote(row, record, {words, fields: allFields, columns}, width - marginWidth),
			[row, record, words, columns, width],
		);
		const line = rowLine(text, {isSelected, isMarked, isInRange, isPending, isClaimed, change}, width);

		// The text stays the same while the cursor moves or a query is typed. Only the transform changes, so that no new layout is needed.
		const transform = remembered((plain: string) => {
			const rowStyle = chalkOf({
				...(isMarked && theme.marked),
				...((record.kind === 'unreadable' || isPending) && theme.warning),
				...(change === 'appeared' && theme.good),
				...(change === 'vanished' && theme.faint),
				...(isSelected && theme.selected),
			});
			// A row whose state has a colour has no other.
			const hasState = isPending || change !== undefined;
			const channelChalk =
				record.kind === 'notification' && !hasState ? chalkOf(channelStyle(record.channel)) : undefined;
			const drawn = words.length > 0 ? cells : cells.filter(({start}) => start === channel?.start);
			const marked = withCells(plain, drawn, cell => {
				const found = withMatches(plain.slice(cell.start, cell.end), wordsIn(words, cell.field));
				return cell.start === channel?.start ? (channelChalk?.(found) ?? found) : found;
			});
			return rowStyle?.(marked) ?? marked;
		});

		return <Transform transform={transform}>{line}</Transform>;
	},
);

/** The line with its matches in bold and underlined, by escape sequences. Using an element for each match would make every letter of a query three times as slow. */
function withMatches(line: string, words: readonly string[]): string {
	return words.length === 0
		? line
		: highlight(line, words)
				.map(({text, isMatch}) => (isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text))
				.join('');
}

/** The line with its cells drawn by a function. */
function withCells(line: string, cells: readonly Cell[], draw: (cell: Cell) => string): string {
	let drawn = '';
	let from = 0;
	for (const cell of cells) {
		drawn += line.slice(from, cell.start) + draw(cell);
		from = cell.end;
	}

	return drawn + line.slice(from);
}

type SearchTerms = {
	readonly words: readonly SoughtWord[];
	readonly fields: readonly Field[];
	/** The columns of the list. */
	readonly columns: ReadonlyArray<Pick<PlacedColumn, 'field'>>;
};

/** The share of a row that a note may take. */
const share = 0.5;

/** The number of characters shown before a match, and after it: a longer note would cover more columns, and say no more. */
const around = 12;

/** The number of spaces before a note. */
const space = 2;

/**
Adds the match of a search to a row that does not show it: `filter: value > 10 (int)`.

@param row - The columns of the record.
@param record - The record of the row.
@param search - The words, and the fields that were searched.
@param width - The width of the row without the signs before it, in terminal columns.
@returns The same object if it already shows every word that the record has, or the word is a whole value.
*/
export function withMatchNote(row: RowText, record: ListedRecord, search: SearchTerms, width: number): RowText {
	const {words, fields, columns} = search;
	if (words.length === 0 || record.kind !== 'notification') {
		return row;
	}

	const note = words
		// The search line names the column that such a word is in.
		.filter(word => !isShown(row, word) && columns.every(({field: {name}}) => word.field !== name))
		.map(word => noteOf(row, record, word, fields))
		.find(found => found !== undefined);
	if (note === undefined) {
		return row;
	}

	const cut = truncate(note.text, Math.floor(width * share));
	const start = fit(row.text, width - widthOf(cut) - space);
	const startEnd = marginWidth + start.length;
	const noteStart = startEnd + space;
	return {
		text: `${start}${' '.repeat(space)}${cut}`,
		cells: [
			...row.cells.filter(cell => cell.start < startEnd).map(cell => ({...cell, end: Math.min(cell.end, startEnd)})),
			{field: note.field, start: noteStart, end: noteStart + cut.length},
		],
		// The note may have replaced the channel.
		channel: undefined,
	};
}

const isShown = ({text, cells}: RowText, word: SoughtWord): boolean =>
	cells.some(({field, start, end}) => {
		const shown = foldText(text.slice(start - marginWidth, end - marginWidth));
		return (
			(word.field === undefined || word.field === field) &&
			(shown.includes(word.text) || withoutSeparators(shown).includes(word.text))
		);
	});

/** The field and the text of a note; undefined if no field has the word, or if it is the whole value of a column, or of the field that was named: the search line shows it, and a note would cover the other columns with it. */
function noteOf({cells}: RowText, record: Notification, word: SoughtWord, fields: readonly Field[]) {
	const found = fields
		.filter(({name}) => word.field === undefined || word.field === name)
		.map(({name, read}) => ({name, value: sanitiseCell(read(record))}))
		.map(each => ({...each, folded: foldWithPlaces(each.value)}))
		.filter(({folded}) => folded.text.includes(word.text));
	const isWhole = found.some(
		({name, folded}) =>
			folded.text === word.text && (word.field !== undefined || cells.some(({field}) => field === name)),
	);
	const [first] = found;
	if (first === undefined || isWhole) {
		return undefined;
	}

	const {name, value, folded} = first;
	const at = folded.text.indexOf(word.text);
	return {field: name, text: `${name}: ${excerpt(value, folded.startOf(at), folded.endOf(at + word.text.length))}`};
}

/** A part of a value with what stands around it. */
function excerpt(value: string, start: number, end: number): string {
	const from = start > around ? `…${value.slice(start - around + 1, start)}` : value.slice(0, start);
	const rest = value.slice(end);
	return `${from}${value.slice(start, end)}${rest.length > around ? `${rest.slice(0, around - 1)}…` : rest}`;
}

/** The number of lines from which the header of a group stays in sight. */
const stickyHeight = 3;

/** The number of rows that the cursor can be on without scrolling: one line of a grouped list is for the header that stays in sight. */
export const scrolledHeight = (height: number, isGrouped: boolean): number =>
	isGrouped && height >= stickyHeight ? height - 1 : height;

/**
The indexes of the rows to draw, from the top. While the first row is inside a group, the header of the group is drawn above it.

@param rows - All rows.
@param top - The first row of the window.
@param height - The number of lines for rows.
@param isGrouped - Whether the list is grouped.
*/
export function windowRows(
	rows: Pick<ListRows, 'length' | 'headerAbove'>,
	top: number,
	height: number,
	isGrouped: boolean,
): number[] {
	const header = isGrouped && height >= stickyHeight && top < rows.length ? rows.headerAbove(top) : top;
	const isSticky = header !== top;
	const count = Math.max(0, Math.min(isSticky ? height - 1 : height, rows.length - top));
	return [...(isSticky ? [header] : []), ...Array.from({length: count}, (_line, index) => top + index)];
}

/** The columns of the list: those of config.yaml, or in wide mode all of them, scrolled. `room`: terminal columns for all of them. */
export function useColumns(sample: Sample, {sort, group}: Arrangement, room: number) {
	const {columns: names} = useSettings();
	const [scrolled, setScrolled] = useState<number>();
	const layout = useMemo(
		() => columnsOf(sample, {names, sort, group, room, scrolled}),
		[sample, names, sort, group, room, scrolled],
	);
	return {
		...layout,
		/** Whether every column is as wide as its values, and left and right scroll. */
		isWide: scrolled !== undefined,
		toggleWide() {
			setScrolled(current => (current === undefined ? 0 : undefined));
		},
		scroll(by: 1 | -1) {
			setScrolled(current => Math.max(0, Math.min((current ?? 0) + by, mostScrolled)));
		},
	};
}
