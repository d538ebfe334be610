import {gap, type PlacedColumn} from './columns.ts';
import type {MoreColumns} from './row-text.ts';

/** The least width of a column that is cut at the edge of the screen. */
const leastCut = 4;

/** The columns visible after scrolling: the ID, and those that fit after the first `scrolled` others. The last one may be cut. */
export function scrollColumns(
	wide: readonly PlacedColumn[],
	scrolled: number,
	room: number,
): {readonly columns: readonly PlacedColumn[]; readonly more: MoreColumns} {
	let left = room + gap;
	const shown = wide.toSpliced(1, scrolled).flatMap(column => {
		const width = Math.min(column.width, left - gap);
		left -= width + gap;
		return width >= Math.min(column.width, leastCut) ? [{...column, width}] : [];
	});
	const whole = shown.filter(({width}, index) => width === wide[index === 0 ? 0 : index + scrolled]!.width);
	return {columns: shown, more: {left: scrolled, right: wide.length - scrolled - whole.length}};
}
