import {fields, type Field} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {range} from '../../system/range.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, widthOf} from '../../terminal/width.ts';
import {noDistinctParts, type DistinctParts} from './cuts.ts';

/** The measurements of a field's values, from which its column is laid out. Widths are in terminal columns. */
export type ColumnStats = {
	/** The width of the widest value. */
	readonly widest: number;
	/** The width that all but a few values fit into. */
	readonly common: number;
	/** The value that all records have in common; undefined if they differ, and for a single record. */
	readonly only: string | undefined;
	readonly distinctParts: DistinctParts;
};

/** The measurements of a list, by the name of the field. */
export type ListStats = ReadonlyMap<string, ColumnStats>;

/** The greatest width that is measured. */
const widestColumn = 200;

/** The share of the values that may be wider than `common`. */
const exceptions = 0.02;

/** The number of first rows whose values are compared with each other. As many again are taken from all rows. */
const comparedCount = 64;

/** The number of records measured for the first frame: about as many as it draws. */
const sampledCount = 32;

export type MeasuredRows = {
	readonly records: readonly ListedRecord[];
	/** The indexes of the records to measure. */
	readonly matches: readonly number[];
};

const columnFields = fields.filter(({column}) => column !== undefined);

/** Measures the values of all fields that have a column, in slices. */
export function * measureColumns(rows: MeasuredRows): Sliced<ListStats> {
	const {records, matches} = rows;
	const measures = columnFields.map(field => createMeasure(field, matches.length));
	for (const [index, position] of matches.entries()) {
		const record = records[position]!;
		if (record.kind === 'notification') {
			for (const measure of measures) {
				measure.add(measure.field.read(record));
			}
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	return new Map(measures.map(({field, result}) => [field.name, result()]));
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
	readonly add: (value: string) => void;
	readonly result: () => ColumnStats;
};

function createMeasure(field: Field, total: number): Measure {
	const counts = new Uint32Array(widestColumn + 1);
	const stride = Math.max(1, Math.floor(total / comparedCount));
	const compared = new Set<string>();
	let count = 0;
	let first = '';
	let isSame = true;
	let prefix: string | undefined;

	return {
		field,
		add(value) {
			const width = isPlain(value) ? value.length : widthOf(sanitiseCell(value));
			counts[Math.min(width, widestColumn)]!++;
			if (count === 0) {
				first = value;
			} else if (isSame && value !== first) {
				isSame = false;
			}

			if (value !== '' && (prefix === undefined || !value.startsWith(prefix))) {
				prefix = prefix === undefined ? value : sharedStart(prefix, value);
			}

			if (count < comparedCount || count % stride === 0) {
				compared.add(value);
			}

			count++;
		},
		result: () => ({
			widest: widthWithin(counts, 0),
			common: widthWithin(counts, Math.floor(count * exceptions)),
			only: isSame && count > 1 ? first : undefined,
			distinctParts: count === 0 ? noDistinctParts : distinctPartsOf([...compared], prefix ?? ''),
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

function distinctPartsOf(values: readonly string[], prefix: string): DistinctParts {
	return {
		// The prefix never ends inside a number.
		prefix: isPlain(prefix) ? lengthBeforeNumber(prefix) : 0,
		head: longestShared(values) + 1,
		tail: longestShared(values.map(value => [...value].toReversed().join(''))) + 1,
	};
}

/** The length of the longest prefix that two of the values share. */
function longestShared(values: readonly string[]): number {
	const sorted = values.toSorted();
	let longest = 0;
	for (const [index, value] of sorted.entries()) {
		longest = Math.max(longest, index === 0 ? 0 : sharedStart(sorted[index - 1]!, value).length);
	}

	return longest;
}

/** The length of a text without the digits at its end. */
function lengthBeforeNumber(text: string): number {
	let {length} = text;
	while (length > 0 && text[length - 1]! >= '0' && text[length - 1]! <= '9') {
		length--;
	}

	return length;
}

function sharedStart(one: string, other: string): string {
	let length = 0;
	while (length < one.length && one[length] === other[length]) {
		length++;
	}

	return one.slice(0, length);
}
