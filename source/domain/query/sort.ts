import {recordText, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../system/sliced.ts';
import {naturalKey} from './natural-key.ts';

/** What a listing is sorted by. */
export type Sort = {
	readonly field: FieldName;
	readonly isDescending: boolean;
};

/**
The order of records by one of their fields, as positions, natural both ways: equal ones stay as they were listed, those that say nothing come last.

@yields Nothing: there it can be interrupted.
*/
export function * sortRecords(records: readonly ListedRecord[], {field, isDescending}: Sort): Sliced<number[]> {
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

/** The digits of an address are hexadecimal: runs of the decimal ones among them are no numbers. */
export function sortKey(text: string, field: FieldName): string {
	return field === 'address' ? text.toLowerCase() : naturalKey(text);
}

/**
A stable sort that can be interrupted: pieces sorted by themselves, then merged two by two.

@yields Nothing: there it can be interrupted.
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
		// Of equal ones the left one was first.
		merged.push(isBefore(right[r]!, left[l]!) ? right[r++]! : left[l++]!);
		if (merged.length % itemsPerSlice === 0) {
			yield;
		}
	}

	return [...merged, ...left.slice(l), ...right.slice(r)];
}
