import {cellText, fields, type ColumnSpec, type Field} from '../../domain/fields.ts';
import type {ListedRecord, Notification} from '../../domain/notification.ts';
import {range} from '../../system/range.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, widthOf} from '../../terminal/width.ts';
import {kindOf} from './cuts.ts';
import {distinctCuts, sharedLength, type DistinctParts} from './distinct-cuts.ts';

/** The measurements of a field's cells, from which its column is laid out. Widths are in terminal columns. */
export type ColumnStats = {
	/** The width of the widest cell. */
	readonly widest: number;
	/** The width that all but a few cells fit into. */
	readonly common: number;
	/** The text that all records have in common; undefined if they differ, and for a single record. */
	readonly only: string | undefined;
	/** Whether the cells of some leave out the suffix of their column. */
	readonly hasSuffix: boolean;
	/** The parts in which the cells differ, by their kind (see `kindOf`). */
	readonly parts: Readonly<Record<string, DistinctParts>>;
};

/** The measurements of a list, by the name of the field. */
export type ListStats = ReadonlyMap<string, ColumnStats>;

/** The greatest width that is measured. */
const widestColumn = 200;

/** The share of the values that may be wider than `common`. */
const exceptions = 0.02;

/** The number of different values of a column that are compared with each other. */
const comparedCount = 1000;

/** The number of first rows whose values are compared. From the others as many are taken as are compared. */
const firstCount = 2000;

/** The length of the values that are compared. A longer one looks like another one in any case. */
const comparedLength = 400;

/** The number of kinds of values in a column that are compared on their own. */
const kindCount = 16;

/** The number of records measured for the first frame: about as many as it draws. */
const sampledCount = 32;

export type MeasuredRows = {
	readonly records: readonly ListedRecord[];
	/** The indexes of the records to measure. */
	readonly matches: readonly number[];
};

const columnFields = fields.filter(({column}) => column !== undefined);

/** Measures the cells of all fields that have a column, in slices. */
export function * measureColumns(rows: MeasuredRows): Sliced<ListStats> {
	const {records, matches} = rows;
	const measures = columnFields.map(field => createMeasure(field, matches.length));
	for (const [index, position] of matches.entries()) {
		const record = records[position]!;
		if (record.kind === 'notification') {
			for (const measure of measures) {
				measure.add(record);
			}
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const stats = new Map<string, ColumnStats>();
	for (const {field, result} of measures) {
		stats.set(field.name, result());
		if (matches.length > itemsPerSlice) {
			yield;
		}
	}

	return stats;
}

/**
Measures the first records, for a frame that cannot wait for all of them.

@param rows - The same as for `measureColumns`.
@param isAll - Whether no other records will arrive. Otherwise no column is treated as having a single value.
*/
export function sampleColumns(rows: MeasuredRows, isAll: boolean): ListStats {
	const {records, matches} = rows;
	// One step is enough, because the sample is shorter than a slice.
	const step = measureColumns({records, matches: matches.slice(0, sampledCount)}).next();
	const stats = step.done === true ? step.value : new Map<string, ColumnStats>();
	return isAll && matches.length <= sampledCount ? stats : new Map([...stats].map(([name, each]) => [name, {...each, only: undefined}]));
}

/** Measures a sample for frames drawn while all records are being measured: some of the first records, and some spread over the others up to the last. No column is treated as having a single value. */
export function sampleEvenly({records, matches}: MeasuredRows): ListStats {
	const first = matches.slice(0, sampledCount / 2);
	const rest = matches.slice(first.length);
	const count = Math.min(rest.length, sampledCount / 2);
	const others = range(count).map(index => rest.at(-1 - Math.floor(index * rest.length / count))!);
	return sampleColumns({records, matches: [...first, ...others]}, false);
}

type Measure = {
	readonly field: Field;
	readonly add: (notification: Notification) => void;
	readonly result: () => ColumnStats;
};

function createMeasure(field: Field, total: number): Measure {
	const {cut = 'text', suffix, ifEmpty = ''} = field.column ?? {};
	const counts = new Uint32Array(widestColumn + 1);
	const stride = Math.max(1, Math.floor(total / comparedCount));
	/** The first values and some of the others, which differ. */
	const compared = new Set<string>();
	let count = 0;
	let first = '';
	let isSame = true;
	let hasSuffix = false;

	return {
		field,
		add(notification) {
			const text = cellText(field, notification);
			const isAscii = isPlain(text);
			const shown = isAscii ? text : sanitiseCell(text);
			counts[Math.min(isAscii ? text.length : widthOf(shown), widestColumn)]!++;
			if (count === 0) {
				first = text;
			} else if (isSame && text !== first) {
				isSame = false;
			}

			hasSuffix ||= suffix !== undefined && field.read(notification).length > text.length;
			if (shown !== ifEmpty && shown.length <= comparedLength && (count < firstCount ? compared.size < comparedCount : count % stride === 0)) {
				compared.add(shown);
			}

			count++;
		},
		result: () => ({
			widest: widthWithin(counts, 0),
			common: widthWithin(counts, Math.floor(count * exceptions)),
			only: isSame && count > 1 ? first : undefined,
			hasSuffix,
			parts: partsOf(compared, cut),
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

/** The parts in which the values of each kind differ. The kinds after the first ones are one kind together. */
function partsOf(values: ReadonlySet<string>, cut: ColumnSpec['cut']): Record<string, DistinctParts> {
	const kinds = new Map<string, string[]>([['', []]]);
	for (const value of values) {
		const kind = kindOf(cut, value);
		const known = kinds.get(kinds.has(kind) || kinds.size <= kindCount ? kind : '');
		if (known === undefined) {
			kinds.set(kind, [value]);
		} else {
			known.push(value);
		}
	}

	return Object.fromEntries([...kinds].filter(([, each]) => each.length > 0).map(([kind, each]) => [kind, {prefix: sharedPrefix(each), cuts: distinctCuts(each)}]));
}

/** The prefix that all values share. It never ends inside a number. */
export function sharedPrefix(values: readonly string[]): string {
	let [prefix = ''] = values;
	for (const value of values) {
		prefix = value.startsWith(prefix) ? prefix : prefix.slice(0, sharedLength(prefix, value));
	}

	return isPlain(prefix) ? prefix.slice(0, lengthBeforeNumber(prefix)) : '';
}

/** The length of a text without the digits at its end. */
function lengthBeforeNumber(text: string): number {
	let {length} = text;
	while (length > 0 && text[length - 1]! >= '0' && text[length - 1]! <= '9') {
		length--;
	}

	return length;
}
