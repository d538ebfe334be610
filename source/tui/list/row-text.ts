import type {ListedRecord} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {cutCell, gap, type PlacedColumn} from './columns.ts';
import {marginOf, marginWidth, type RowSigns} from './margin.ts';

/** The start and the end (exclusive) of a part of a line, in UTF-16 units. */
export type LinePart = {readonly start: number; readonly end: number};

/** The text of a row. */
export type RowText = {
	/** The row without the signs before it. */
	readonly text: string;
	/** The position of the channel in the whole row; undefined if it is not shown. */
	readonly channel: LinePart | undefined;
};

/** The texts of a record's columns as a row. */
export function rowText(record: ListedRecord, columns: readonly PlacedColumn[]): RowText {
	if (record.kind !== 'notification') {
		return {text: `unreadable record: ${record.problem}`, channel: undefined};
	}

	const separator = ' '.repeat(gap);
	const cells = columns.map(column => fit(cutCell(sanitiseCell(column.field.read(record)), column), column.width));
	const index = columns.findIndex(({field}) => field.name === 'channel');
	const start = marginWidth + cells.slice(0, index).map(cell => cell + separator).join('').length;
	return {text: cells.join(separator), channel: index === -1 ? undefined : {start, end: start + cells[index]!.trimEnd().length}};
}

/** A whole row, exactly as wide as the terminal. `text`: the result of `rowText`. */
export const rowLine = (text: string, signs: RowSigns, width: number): string => fit(`${marginOf(signs)}${text}`, width);

/** The line above the rows, exactly as wide as the terminal. */
export const titleLine = (columns: readonly PlacedColumn[], width: number): string => (
	fit(' '.repeat(marginWidth) + columns.map(column => fit(column.title, column.width)).join(' '.repeat(gap)), width)
);
