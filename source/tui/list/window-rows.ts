import type {ListRows} from '../../query/view.ts';

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
