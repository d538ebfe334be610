import type {ListedRecord} from '../../domain/notification.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {fit} from '../../terminal/width.ts';
import {cutCell, gap, type PlacedColumn} from './columns.ts';
import {marginOf, marginWidth, type RowSigns} from './margin.ts';

/** What the columns of a record say: its row without the signs before it. */
export function columnsText(record: ListedRecord, columns: readonly PlacedColumn[]): string {
	return record.kind === 'notification'
		? columns.map(column => fit(cutCell(sanitiseCell(column.field.read(record)), column), column.width)).join(' '.repeat(gap))
		: `unreadable record: ${record.problem}`;
}

/** A whole row, exactly as wide as the terminal. `text`: from `columnsText`. */
export const rowLine = (text: string, signs: RowSigns, width: number): string => fit(`${marginOf(signs)}${text}`, width);

/** The line above the rows, exactly as wide as the terminal. */
export const titleLine = (columns: readonly PlacedColumn[], width: number): string => (
	fit(' '.repeat(marginWidth) + columns.map(column => fit(column.title, column.width)).join(' '.repeat(gap)), width)
);
