import {styleText} from 'node:util';
import {Transform} from 'ink';
import {memo, useMemo} from 'react';
import type {Field} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {highlight} from '../../terminal/highlight.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {chalkOf, channelStyle, theme} from '../theme.ts';
import type {PlacedColumn} from './columns.ts';
import {marginWidth, type RowSigns} from './margin.ts';
import {withMatchNote} from './match-note.ts';
import {rowLine, rowText, type LinePart} from './row-text.ts';

export type RecordLineProps = RowSigns & {
	readonly record: ListedRecord;
	readonly columns: readonly PlacedColumn[];
	/** The words to highlight, in lower case. */
	readonly words: readonly string[];
	/** The fields searched for a match that the row does not show. */
	readonly searched: readonly Field[];
	/** The width in terminal columns. */
	readonly width: number;
};

/** A notification on one line. Redrawn only when its props change. */
export const RecordLine = memo(({record, columns, words, searched, width, isSelected, isMarked, isInRange, isPending, change}: RecordLineProps) => {
	useThemeChanges();
	const {text, channel} = useMemo(() => rowText(record, columns), [record, columns]);
	const noted = useMemo(() => withMatchNote(text, record, {words, fields: searched}, width - marginWidth), [text, record, words, searched, width]);
	const line = rowLine(noted, {isSelected, isMarked, isInRange, isPending, change}, width);
	const rowStyle = chalkOf({
		...isMarked && theme.marked,
		...(record.kind === 'unreadable' || isPending) && theme.warning,
		...change === 'appeared' && theme.good,
		...change === 'vanished' && theme.faint,
		...isSelected && theme.selected,
	});
	// A row whose state has a colour has no other. A note may have replaced the channel.
	const hasState = isPending || change !== undefined;
	const channelChalk = record.kind === 'notification' && !hasState && noted === text ? chalkOf(channelStyle(record.channel)) : undefined;

	// The text stays the same while the cursor moves or a query is typed. Only the transform changes, so that no new layout is needed.
	const transform = (plain: string) => {
		const marked = channelChalk === undefined || channel === undefined ? withMatches(plain, words) : withStyledPart(plain, channel, channelChalk, words);
		return rowStyle?.(marked) ?? marked;
	};

	return <Transform transform={transform}>{line}</Transform>;
});

/** The line with its matches in bold and underlined, by escape sequences. Using an element for each match would make every letter of a query three times as slow. */
function withMatches(line: string, words: readonly string[]): string {
	return words.length === 0 ? line : highlight(line, words).map(({text, isMatch}) => isMatch ? styleText(['bold', 'underline'], text, {validateStream: false}) : text).join('');
}

/** The line with one part in a style of its own, and its matches highlighted. */
const withStyledPart = (line: string, {start, end}: LinePart, style: (text: string) => string, words: readonly string[]): string => (
	withMatches(line.slice(0, start), words) + style(withMatches(line.slice(start, end), words)) + withMatches(line.slice(end), words)
);
