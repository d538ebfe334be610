import {findChannel} from '../../domain/channels.ts';
import type {ColumnSpec} from '../../domain/fields.ts';
import {takeColumns, truncate, truncateStart, widthOf} from '../../terminal/width.ts';

/** A function that shortens a sanitised value to at most `columns`. */
type Cutter = (text: string, columns: number) => string;

/** The functions that shorten the values of a column, at their end. An ID and an address keep both ends, a channel its code. */
export const cutters: Readonly<Record<ColumnSpec['cut'], Cutter>> = {
	text: truncate,
	middle: cutMiddle,
	channel: (text, columns) => (widthOf(text) <= columns ? text : truncate(findChannel(text)?.code ?? text, columns)),
};

function cutMiddle(text: string, columns: number): string {
	const room = columns - 1;
	// The part that all addresses begin with says nothing.
	const end = Math.floor((text.startsWith('0x') ? room - 2 : room) / 2);
	return widthOf(text) <= columns || end < 1
		? truncate(text, columns)
		: `${takeColumns(text, room - end)}${truncateStart(text, end + 1)}`;
}
