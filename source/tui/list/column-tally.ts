import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, widthOf} from '../../terminal/width.ts';
import type {ColumnStats} from './column-stats.ts';

/** The widths of a field's cells, counted. */
export type ColumnTally = {
	/** Adds a cell, or removes one that was added. */
	readonly count: (text: string, by: 1 | -1) => void;
	readonly result: () => ColumnStats;
};

/** The greatest width that is measured. */
const widestColumn = 200;

/** The share of the values that may be wider than `common`. */
const exceptions = 0.02;

export function createColumnTally(): ColumnTally {
	const widths = new Uint32Array(widestColumn + 1);
	let all = 0;

	return {
		count(text, by) {
			const width = isPlain(text) ? text.length : widthOf(sanitiseCell(text));
			widths[Math.min(width, widestColumn)]! += by;
			all += by;
		},
		result: () => ({widest: widthWithin(widths, 0), common: widthWithin(widths, Math.floor(all * exceptions))}),
	};
}

/** The width that fits all values except the `excepted` widest. */
function widthWithin(counts: Uint32Array, excepted: number): number {
	let width = counts.length - 1;
	let wider = 0;
	while (width > 0 && wider + counts[width]! <= excepted) {
		wider += counts[width]!;
		width--;
	}

	return width;
}
