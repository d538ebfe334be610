import {styleText} from 'node:util';
import {Text, Transform} from 'ink';
import {memo, useMemo} from 'react';
import {fieldNamed, fields} from '../../notification/spec.ts';
import type {ListedRecord} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import {wordsIn, type SoughtWord} from '../../query/match.ts';
import {numberText} from '../../platform/text.ts';
import type {Changes} from '../../account/listing-state.ts';
import {highlight} from '../../terminal/highlight.ts';
import {fit, widthOf} from '../../terminal/width.ts';
import {remembered} from '../shared/remembered.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {chalkOf, channelStyle, theme} from '../theme.ts';
import {cutters, type MoreColumns, type PlacedColumn} from './columns.ts';
import {withMatchNote} from './match-note.ts';
import {groupName, marginOf, marginWidth, rowLine, rowText, titleLine, type Cell, type RowSigns} from './row-text.ts';

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
			() => withMatchNote(row, record, {words, fields, columns}, width - marginWidth),
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
