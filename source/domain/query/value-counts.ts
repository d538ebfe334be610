import {comparableAddress} from '../equivalence.ts';
import {fieldNamed, recordText, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {foldText} from '../../platform/text.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';

/** A value of a field, and the number of records that have it. */
export type ValueCount = {
	readonly value: string;
	/** The value, folded, to search in. */
	readonly lower: string;
	readonly count: number;
};

/** The values of fields, the most frequent first. Values of the same count are in the order of the listing. */
export type ValueCounts = ReadonlyMap<FieldName, readonly ValueCount[]>;

/**
Counts the values of fields, in slices. Empty values are not counted.

@param records - The whole listing.
@param positions - The positions of the records to count.
@param names - The fields.
@param isCounted - Whether a record at one of the positions is counted.
@yields Nothing; the computation can pause there.
*/
export function* countValues(
	records: readonly ListedRecord[],
	positions: readonly number[],
	names: readonly FieldName[],
	isCounted: (record: ListedRecord) => boolean = () => true,
): Sliced<ValueCounts> {
	const counters = names.map(name => ({
		field: fieldNamed(name),
		values: new Map<string, {value: string; lower: string; count: number}>(),
	}));
	// All fields of a record are read together: reading another record discards the parsed fields of the last one.
	for (const [index, position] of positions.entries()) {
		const record = records[position]!;
		for (const {field, values} of isCounted(record) ? counters : []) {
			const value = recordText(record, field);
			const lower = foldText(value);
			const key = field.isHex ? comparableAddress(value) : value;
			const known = values.get(key);
			if (known !== undefined) {
				known.count++;
			} else if (value !== '') {
				values.set(key, {value, lower, count: 1});
			}
		}

		if (index % itemsPerSlice === itemsPerSlice - 1) {
			yield;
		}
	}

	const counts = new Map<FieldName, readonly ValueCount[]>();
	for (const [index, name] of names.entries()) {
		counts.set(name, yield* mostFrequentFirst(counters[index]!.values.values()));
	}

	return counts;
}

/** Sorts values by their counts, of which there are few different ones. */
function* mostFrequentFirst(values: Iterable<ValueCount>): Sliced<ValueCount[]> {
	const byCount = new Map<number, ValueCount[]>();
	let seen = 0;
	for (const value of values) {
		const same = byCount.get(value.count);
		if (same === undefined) {
			byCount.set(value.count, [value]);
		} else {
			same.push(value);
		}

		seen++;
		if (seen % itemsPerSlice === 0) {
			yield;
		}
	}

	return [...byCount].toSorted(([a], [b]) => b - a).flatMap(([, same]) => same);
}

/** The first values that contain a text in lower case or, if they must equal it, begin with it. */
export function valuesWith(counts: readonly ValueCount[], text: string, isExact: boolean, limit: number): ValueCount[] {
	const found: ValueCount[] = [];
	for (const each of counts) {
		if (isExact ? each.lower.startsWith(text) : each.lower.includes(text)) {
			found.push(each);
		}

		if (found.length === limit) {
			break;
		}
	}

	return found;
}
