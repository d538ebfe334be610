import {styleText} from 'node:util';
import {useMemo, useState} from 'react';
import {fieldNamed} from '../../notification/spec.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import {wordsIn, type SoughtWord} from '../../query/match.ts';
import {numberText} from '../../platform/text.ts';
import {highlight} from '../../terminal/highlight.ts';
import {fit, widthOf} from '../../terminal/width.ts';
import {useSettings} from '../ui/session.ts';
import {styled} from '../ui/theme.ts';
import {
	cutters,
	type PlacedColumn,
	groupName,
	recordLine,
	rowCells,
	signsOf,
	type Cell,
	type RowSigns,
	columnsOf,
	mostScrolled,
	type Sample,
} from './columns.ts';
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
	const start = `${signsOf({...signs, isMarked}).before}${isClosed ? '▸' : '▾'} `;
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
	const texts = new Map<ListedRecord, readonly Cell[]>();
	const mark = (cell: string, field: string | undefined) => withMatches(cell, wordsIn(words, field));
	return (record: ListedRecord, signs: RowSigns): string => {
		const cells = texts.get(record) ?? rowCells(record, columns, width);
		if (texts.size >= keptRows) {
			texts.clear();
		}

		texts.set(record, cells);
		return recordLine(record, cells, signs, words.length === 0 ? undefined : mark);
	};
}

/** The text with its matches in bold and underlined. */
const withMatches = (line: string, words: readonly string[]): string =>
	words.length === 0
		? line
		: highlight(line, words)
				.map(({text, isMatch}) => (isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text))
				.join('');

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
