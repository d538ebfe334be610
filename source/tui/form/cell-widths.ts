import {widthOf} from '../../terminal/width.ts';
import type {FormCell} from './lines.ts';

/** The least width of a cell. */
const least = 3;

/** The widths of cells side by side, by their shares of `room`. A cell whose label would be cut takes what it needs from the widest one, as long as that has more. */
export function cellWidths(cells: ReadonlyArray<Pick<FormCell, 'share' | 'placeholder'>>, room: number): number[] {
	const shares = cells.reduce((sum, {share}) => sum + share, 0);
	const widths = cells.map(({share}) => Math.max(least, Math.floor((room * share) / shares)));
	for (const [index, {placeholder}] of cells.entries()) {
		const widest = widths.indexOf(Math.max(...widths));
		const missing = Math.min(widthOf(placeholder) - widths[index]!, Math.floor((widths[widest]! - widths[index]!) / 2));
		if (missing > 0) {
			widths[index]! += missing;
			widths[widest]! -= missing;
		}
	}

	return widths;
}
