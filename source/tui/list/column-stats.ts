import {fields, type Field} from '../../domain/fields.ts';
import type {ListedRecord} from '../../domain/notification.ts';
import {range} from '../../system/range.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {isPlain, widthOf} from '../../terminal/width.ts';
import {noTelling, type Telling} from './cuts.ts';

/** What the values of a field need of a column. Widths in terminal columns. */
export type ColumnStats = {
	/** Of the widest value. */
	readonly widest: number;
	/** All but a few values fit into it. */
	readonly common: number;
	/** The value of all records, if they have the same; undefined also for a single record. */
	readonly only: string | undefined;
	readonly telling: Telling;
};

/** By the name of the field. */
export type ListStats = ReadonlyMap<string, ColumnStats>;

/** No column is wider. */
const widestColumn = 200;

/** The part of the values that may be wider than `common`. */
const exceptions = 0.02;

/** Values that are compared with each other: those of the first rows, and as many of all rows. */
const comparedCount = 64;

/** Records that are measured for the first frame: about as many as it draws. */
const sampledCount = 32;

export type MeasuredRows = {
	readonly records: readonly ListedRecord[];
	/** Positions of records. */
	readonly matches: readonly number[];
};

const columnFields = fields.filter(({column}) => column !== undefined);

/** Measures the values of all fields that have a column, in slices. `rows`: the listing, and the positions of the records to measure. */
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

@param rows - As for `measureColumns`.
@param isAll - No other records will arrive. Otherwise no column is known to have one value.
*/
export function sampleColumns(rows: MeasuredRows, isAll: boolean): ListStats {
	const {records, matches} = rows;
	// It is done in one step: it is shorter than a slice.
	const step = measureColumns({records, matches: matches.slice(0, sampledCount)}).next();
	const stats = step.done === true ? step.value : new Map<string, ColumnStats>();
	return isAll && matches.length <= sampledCount ? stats : new Map([...stats].map(([name, each]) => [name, {...each, only: undefined}]));
}

/** Measures some of the first records and some of all the others, the last one included, for frames drawn while all are being measured. No column is known to have one value. */
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
			telling: count === 0 ? noTelling : tellingOf([...compared], prefix ?? ''),
		}),
	};
}

/** The width that all but `excepted` values fit into. */
function widthWithin(counts: Uint32Array, excepted: number): number {
	let width = counts.length - 1;
	let wider = 0;
	while (width > 0 && wider + counts[width]! <= excepted) {
		wider += counts[width]!;
		width--;
	}

	return width;
}

function tellingOf(values: readonly string[], prefix: string): Telling {
	return {
		// A number is not cut in two.
		prefix: isPlain(prefix) ? lengthBeforeNumber(prefix) : 0,
		head: longestShared(values) + 1,
		tail: longestShared(values.map(value => [...value].toReversed().join(''))) + 1,
	};
}

/** The length of the longest start that two of the values share. */
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
