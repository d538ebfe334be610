import {fieldNamed, recordText, type Field, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../system/time-slices.ts';
import {naturalKey} from './natural-key.ts';

/** The order of a list. */
export type Sort = {
	readonly field: FieldName;
	readonly isDescending: boolean;
};

/**
Sorts records by a field, in natural order. The sort is stable in both directions. Records without a value are last.

@returns The positions of the records, sorted.
@yields Nothing; the computation can pause there.
*/
export function * sortRecords(records: readonly ListedRecord[], {field: name, isDescending}: Sort): Sliced<number[]> {
	const field = fieldNamed(name);
	const keys: string[] = [];
	const filled: number[] = [];
	const empty: number[] = [];
	for (const [position, record] of records.entries()) {
		const key = sortKey(recordText(record, field), field);
		keys.push(key);
		(key === '' ? empty : filled).push(position);
		if (position % itemsPerSlice === 0) {
			yield;
		}
	}

	const sorted = yield * mergeSort(filled, isDescending
		? (a, b) => keys[a]! > keys[b]!
		: (a, b) => keys[a]! < keys[b]!);
	return [...sorted, ...empty];
}

/** A text that sorts by `<` as the values of a field do. Hexadecimal values are compared digit by digit, because their decimal digits are not numbers. */
export function sortKey(text: string, field: Field): string {
	return field.isHex ? text.toLowerCase() : naturalKey(text);
}

/**
A stable merge sort that can pause: it sorts short pieces, then merges them in pairs.

@yields Nothing; the computation can pause there.
*/
export function * mergeSort(items: readonly number[], isBefore: (a: number, b: number) => boolean): Sliced<number[]> {
	const compare = (a: number, b: number) => isBefore(a, b) ? -1 : Number(isBefore(b, a));
	let pieces: number[][] = [];
	for (let start = 0; start < items.length; start += itemsPerSlice) {
		pieces.push(items.slice(start, start + itemsPerSlice).toSorted(compare));
		yield;
	}

	while (pieces.length > 1) {
		const merged: number[][] = [];
		for (let index = 0; index < pieces.length; index += 2) {
			merged.push(yield * merge(pieces[index]!, pieces[index + 1] ?? [], isBefore));
		}

		pieces = merged;
	}

	return pieces[0] ?? [];
}

function * merge(left: readonly number[], right: readonly number[], isBefore: (a: number, b: number) => boolean): Sliced<number[]> {
	const merged: number[] = [];
	let l = 0;
	let r = 0;
	while (l < left.length && r < right.length) {
		// If two items are equal, the left one comes first: the sort is stable.
		merged.push(isBefore(right[r]!, left[l]!) ? right[r++]! : left[l++]!);
		if (merged.length % itemsPerSlice === 0) {
			yield;
		}
	}

	return [...merged, ...left.slice(l), ...right.slice(r)];
}
