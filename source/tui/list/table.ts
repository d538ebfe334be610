import {styleText} from 'node:util';
import {useMemo, useState} from 'react';
import {fieldNamed, fields} from '../../notification/spec.ts';
import type {ListedRecord, Notification} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import {wordsIn, type SoughtWord} from '../../query/match.ts';
import {numberText, foldText, foldWithPlaces} from '../../platform/text.ts';
import {highlight} from '../../terminal/highlight.ts';
import {fit, widthOf, truncate} from '../../terminal/width.ts';
import {useSettings} from '../ui/session.ts';
import {styled} from '../ui/theme.ts';
import {
	cutters,
	type PlacedColumn,
	groupName,
	marginOf,
	marginWidth,
	recordLine,
	rowText,
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

/** The header of a group with its styles: the common value, the number of members, and how many of them are marked. */
export function groupLine(
	group: Group,
	{isClosed, marked, ...signs}: Omit<RowSigns, 'isMarked'> & {readonly isClosed: boolean; readonly marked: number},
	width: number,
): string {
	const {members, field} = group;
	const isMarked = marked > 0 && marked === members.length;
	const counts = ` · ${numberText(members.length)}${marked === 0 ? '' : ` · ${numberText(marked)} marked`}`;
	const start = `${marginOf({...signs, isMarked})}${isClosed ? '▸' : '▾'} `;
	// A long name is cut, but never the counts.
	const cut = cutters[fieldNamed(field).column?.cut ?? 'text'](
		groupName(group),
		width - widthOf(start) - widthOf(counts),
	);
	const line = fit(`${start}${cut}${counts}`, width);
	return styled('title', signs.isSelected ? styled('selected', line) : line);
}

/** The number of rows whose texts are kept: some screens. */
const keptRows = 1000;

/** Returns what draws the rows of records with their styles, and the matches of a search in them. The texts of a row are laid out once. */
export function createRecordLines(columns: readonly PlacedColumn[], words: readonly SoughtWord[], width: number) {
	const texts = new Map<ListedRecord, RowText>();
	const mark = (cell: string, field: string | undefined) => withMatches(cell, wordsIn(words, field));
	return (record: ListedRecord, signs: RowSigns): string => {
		const text =
			texts.get(record) ?? withMatchNote(rowText(record, columns), record, words, columns, width - marginWidth);
		if (texts.size >= keptRows) {
			texts.clear();
		}

		texts.set(record, text);
		return recordLine(record, text, signs, width, words.length === 0 ? undefined : mark);
	};
}

/** The text with its matches in bold and underlined. */
const withMatches = (line: string, words: readonly string[]): string =>
	words.length === 0
		? line
		: highlight(line, words)
				.map(({text, isMatch}) => (isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text))
				.join('');

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
@param words - The words of the search.
@param columns - The columns of the list.
@param width - The width of the row without the signs before it, in terminal columns.
@returns The same object if it already shows every word that the record has, or the word is a whole value.
*/
export function withMatchNote(
	row: RowText,
	record: ListedRecord,
	words: readonly SoughtWord[],
	columns: ReadonlyArray<Pick<PlacedColumn, 'field'>>,
	width: number,
): RowText {
	const note =
		record.kind === 'notification' &&
		words
			// The search line names the column that such a word is in.
			.filter(word => !isShown(row, word) && columns.every(({field: {name}}) => word.field !== name))
			.map(word => noteOf(row, record, word))
			.find(found => found !== undefined);
	if (note === false || note === undefined) {
		return row;
	}

	const cut = truncate(note.text, Math.floor(width * share));
	const start = fit(row.text, width - widthOf(cut) - space);
	const end = marginWidth + start.length;
	const noteAt = {field: note.field, start: end + space, end: end + space + cut.length};
	return {
		text: `${start}${' '.repeat(space)}${cut}`,
		cells: [
			...row.cells.filter(cell => cell.start < end).map(cell => ({...cell, end: Math.min(cell.end, end)})),
			noteAt,
		],
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
function noteOf({cells}: RowText, record: Notification, word: SoughtWord) {
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
