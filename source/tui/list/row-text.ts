import type {ListedRecord} from '../../notification/notification.ts';
import type {Group} from '../../query/group.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {cellOf, gap, type MoreColumns, type PlacedColumn} from './columns.ts';

/** The state of a row that the signs before it show. */
export type RowSigns = {
	readonly isSelected: boolean;
	readonly isMarked?: boolean;
	/** Whether it is in the range that is being marked. */
	readonly isInRange?: boolean;
	readonly isPending?: boolean;
	/** Whether a colleague is changing it. */
	readonly isClaimed?: boolean;
	/** The change since the changes were last acknowledged. */
	readonly change?: 'appeared' | 'vanished' | undefined;
};

/** The width of the two signs. */
export const marginWidth = 2;

/** The two signs before a row: `▌` for the row under the cursor; then `●` if it is marked, `:` if it is in the range that is being marked, `!` if it has a pending change, `~` if a colleague is changing it, or else `+` or `-` if it appeared or vanished. */
export function marginOf({isSelected, isMarked, isInRange, isPending, isClaimed, change}: RowSigns): string {
	const states = [
		[isMarked, '●'],
		[isInRange, ':'],
		[isPending, '!'],
		[isClaimed, '~'],
		[change === 'appeared', '+'],
		[change === 'vanished', '-'],
	] as const;
	const sign = states.find(([isSo]) => isSo)?.[1] ?? ' ';
	return `${cursorSign(isSelected)}${sign}`;
}

/** The start and the end (exclusive) of a part of a line, in UTF-16 units. */
export type LinePart = {readonly start: number; readonly end: number};

/** A cell of a row: its position in the whole row, and the name of its field; undefined for text of no field. */
export type Cell = LinePart & {readonly field: string | undefined};

/** The text of a row. */
export type RowText = {
	/** The row without the signs before it. */
	readonly text: string;
	readonly cells: readonly Cell[];
	/** The position of the channel in the whole row; undefined if it is not shown. */
	readonly channel: LinePart | undefined;
};

/** The texts of a record's columns as a row. */
export function rowText(record: ListedRecord, columns: readonly PlacedColumn[]): RowText {
	if (record.kind !== 'notification') {
		const text = `unreadable record: ${record.problem}`;
		return {text, cells: [{field: undefined, start: marginWidth, end: marginWidth + text.length}], channel: undefined};
	}

	const texts = columns.map(column => fit(cellOf(record, column), column.width));
	let next = marginWidth;
	const cells = columns.map(({field: {name}}, index) => {
		const start = next;
		next += texts[index]!.length + gap;
		return {field: name, start, end: start + texts[index]!.trimEnd().length};
	});
	return {text: texts.join(' '.repeat(gap)), cells, channel: cells.find(({field}) => field === 'channel')};
}

/** The value that the members of a group share, safe to show. */
export const groupName = ({value, field}: Pick<Group, 'value' | 'field'>): string =>
	value === '' ? `no ${field}` : sanitiseCell(value);

/** A whole row, exactly as wide as the terminal. `text`: the result of `rowText`. */
export const rowLine = (text: string, signs: RowSigns, width: number): string =>
	fit(`${marginOf(signs)}${text}`, width);

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

	const {hidden = 0, sorted, left = 0, right = 0} = more;
	if (hidden > 0) {
		const key = keyOf('list', 'wide');
		const counts = [`${hidden} more: ${key}`, `+${hidden} ${key}`, `+${hidden}`, ''];
		const hints = sorted === undefined ? counts : counts.map(count => `${sorted} ${count}`.trimEnd());
		const room = width - line.length - gap;
		// The order is told even if it takes the end of the last title.
		const hint = hints.find(text => text.length <= room) ?? ` ${sorted}`;
		return `${fit(line, width - hint.length)}${hint}`;
	}

	const hint = [...(left > 0 ? [`← ${left} more`] : []), ...(right > 0 ? [`${right} more →`] : [])].join(' · ');
	return hint === '' ? fit(line, width) : `${fit(line, width - hint.length - 2)}  ${hint}`;
}
