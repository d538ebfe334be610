import type {Field} from '../../domain/fields.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, widthOf} from '../../terminal/width.ts';

/** The cells of a field, counted. */
export type ColumnTally = {
	/** Adds a cell, or removes one that was added. `value`: the whole value of the field. */
	readonly count: (text: string, value: string, by: 1 | -1) => void;
	readonly result: () => TalliedColumn;
};

export type TalliedColumn = {
	/** See `ColumnStats`. */
	readonly widest: number;
	readonly common: number;
	readonly hasSuffix: boolean;
	/** The text that all cells have, if they have one. Unknown if all those of the first value were removed. */
	readonly only: {readonly text: string | undefined} | 'unknown';
};

/** The greatest width that is measured. */
const widestColumn = 200;

/** The share of the values that may be wider than `common`. */
const exceptions = 0.02;

export function createColumnTally({column}: Field): ColumnTally {
	const suffix = column?.suffix;
	const widths = new Uint32Array(widestColumn + 1);
	let all = 0;
	let withSuffix = 0;
	/** The text of the cell that was added first, and the number of cells that have it. */
	let first = '';
	let same = 0;

	return {
		count(text, value, by) {
			const width = isPlain(text) ? text.length : widthOf(sanitiseCell(text));
			widths[Math.min(width, widestColumn)]! += by;
			if (all === 0) {
				first = text;
			}

			all += by;
			if (text === first) {
				same += by;
			}

			if (suffix !== undefined && value.length > text.length) {
				withSuffix += by;
			}
		},
		result: () => ({
			widest: widthWithin(widths, 0),
			common: widthWithin(widths, Math.floor(all * exceptions)),
			hasSuffix: withSuffix > 0,
			only: same === 0 && all > 0 ? 'unknown' : {text: same === all && all > 1 ? first : undefined},
		}),
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
