import type {ListedRecord, Notification} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {cutCell, gap, type PlacedColumn} from './columns.ts';
import {marginOf, marginWidth, type RowSigns} from './margin.ts';

/** What the columns of a record say: its row without the signs before it. */
export function columnsText(record: ListedRecord, columns: readonly PlacedColumn[]): string {
	return record.kind === 'notification' ? columns.map(column => cellText(record, column)).join(' '.repeat(gap)) : `unreadable record: ${record.problem}`;
}

const cellText = (record: Notification, column: PlacedColumn): string => fit(cutCell(sanitiseCell(column.field.read(record)), column), column.width);

/** A part of a line, in code units; the end is exclusive. */
export type LinePart = {readonly start: number; readonly end: number};

/** Where the channel stands in the row of a record; undefined where it is not shown. */
export function channelPart(record: ListedRecord, columns: readonly PlacedColumn[]): LinePart | undefined {
	const index = columns.findIndex(({field}) => field.name === 'channel');
	if (index === -1 || record.kind !== 'notification') {
		return undefined;
	}

	const start = columns.slice(0, index).reduce((length, column) => length + cellText(record, column).length + gap, marginWidth);
	return {start, end: start + cellText(record, columns[index]!).trimEnd().length};
}

/** A whole row, exactly as wide as the terminal. `text`: from `columnsText`. */
export const rowLine = (text: string, signs: RowSigns, width: number): string => fit(`${marginOf(signs)}${text}`, width);

/** The line above the rows, exactly as wide as the terminal. */
export const titleLine = (columns: readonly PlacedColumn[], width: number): string => (
	fit(' '.repeat(marginWidth) + columns.map(column => fit(column.title, column.width)).join(' '.repeat(gap)), width)
);
