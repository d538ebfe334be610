import {styleText} from 'node:util';
import {Transform} from 'ink';
import {memo, useMemo} from 'react';
import {fields} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {wordsIn, type SoughtWord} from '../../domain/query/search.ts';
import {highlight} from '../../terminal/highlight.ts';
import {remembered} from '../shared/remembered.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {chalkOf, channelStyle, theme} from '../theme.ts';
import type {PlacedColumn} from './columns.ts';
import {withMatchNote} from './match-note.ts';
import {marginWidth, rowLine, rowText, type Cell, type RowSigns} from './row-text.ts';

export type RecordLineProps = RowSigns & {
	readonly record: ListedRecord;
	readonly columns: readonly PlacedColumn[];
	/** The words to highlight. */
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
