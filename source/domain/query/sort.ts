import {fieldNamed, recordText, type Field, type FieldName} from '../fields.ts';
import type {ListedRecord} from '../notification.ts';
import {itemsPerSlice, type Sliced} from '../../platform/time-slices.ts';
import {naturalKey} from './natural-key.ts';
import type {RecordChanges} from './record-changes.ts';
import type {IndexedRecords} from './record-index.ts';
import {fieldInSearchText} from './search.ts';

/** The order of a list. */
export type Sort = {
	readonly field: FieldName;
	readonly isDescending: boolean;
};

/** An earlier order of records, and how they changed since. */
export type EarlierOrder = {
	readonly order: readonly number[];
	readonly changes: RecordChanges;
};

/**
Sorts records by a field, in natural order. The sort is stable in both directions. Records without a value are last.

@param records - The records.
@param sort - The order.
@param index - The index of the records, if there is one. Most values are then taken from it, and not parsed.
@param earlier - The result for earlier records. If few changed, only these are sorted.
@returns The positions of the records, sorted.
@yields Nothing; the computation can pause there.
*/
export function* sortRecords(
	records: readonly ListedRecord[],
	{field: name, isDescending}: Sort,
	index?: IndexedRecords,
	earlier?: EarlierOrder,
): Sliced<number[]> {
	const field = fieldNamed(name);
	const keyOf = (position: number): string => sortKey(textOf(records[position]!, field, index?.texts[position]), field);
	if (earlier !== undefined && isMostlyKept(earlier.changes, records.length)) {
		const kept = yield* keptOrder(earlier);
		return yield* insertSorted(kept, earlier.changes.added, (a, b) => {
			const compared = compareKeys(keyOf(a), keyOf(b), isDescending);
			return compared === 0 ? a - b : compared;
		});
	}

	const keys: string[] = [];
	const filled: number[] = [];
	const empty: number[] = [];
	for (const position of records.keys()) {
		const key = keyOf(position);
		keys.push(key);
		(key === '' ? empty : filled).push(position);
		if (position % itemsPerSlice === 0) {
			yield;
		}
	}

	const sorted = yield* mergeSort(filled, isDescending ? (a, b) => keys[a]! > keys[b]! : (a, b) => keys[a]! < keys[b]!);
	return [...sorted, ...empty];
}

/** The text that a record is sorted by. Its case does not matter. */
function textOf(record: ListedRecord, field: Field, searchText: string | undefined): string {
	const known =
		searchText === undefined || record.kind === 'unreadable' ? undefined : fieldInSearchText(searchText, field);
	return known ?? recordText(record, field);
}

/** Compares two sort keys; an empty one is last. */
export function compareKeys(one: string, other: string, isDescending = false): number {
	if (one === '' || other === '' || one === other) {
		return Number(one === '') - Number(other === '');
	}

	return one < other === isDescending ? 1 : -1;
}

/** The number of items that are inserted one by one. */
export const maxInserted = 500;

const isMostlyKept = ({added, areInOrder}: RecordChanges, count: number): boolean =>
	areInOrder && added.length <= Math.min(maxInserted, count / 10);

/** The records that were kept, where they are now, in the order they had. */
function* keptOrder({order, changes: {after}}: EarlierOrder): Sliced<number[]> {
	const kept: number[] = [];
	for (const [index, earlier] of order.entries()) {
		const position = after[earlier]!;
		if (position !== -1) {
			kept.push(position);
		}

		if (index % movedPerSlice === movedPerSlice - 1) {
			yield;
		}
	}

	return kept;
}

/** The number of positions that are looked up in about a millisecond. */
const movedPerSlice = 10_000;

/**
Inserts a few items into a sorted list, one by one.

@yields Nothing; the computation can pause there.
*/
export function* insertSorted(
	sorted: readonly number[],
	items: readonly number[],
	compare: (a: number, b: number) => number,
): Sliced<number[]> {
	const merged: number[] = [];
	let from = 0;
	for (const item of items.toSorted(compare)) {
		for (const place = placeIn(sorted, item, compare); from < place; from++) {
			merged.push(sorted[from]!);
		}

		merged.push(item);
		yield;
	}

	return [...merged, ...sorted.slice(from)];
}

/** The index in a sorted list at which an item belongs. */
function placeIn(sorted: readonly number[], item: number, compare: (a: number, b: number) => number): number {
	let [from, to] = [0, sorted.length];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if (compare(sorted[middle]!, item) < 0) {
			from = middle + 1;
		} else {
			to = middle;
		}
	}

	return from;
}

/** A text that sorts by `<` as the values of a field do. Hexadecimal values are compared digit by digit, because their decimal digits are not numbers. */
export function sortKey(text: string, field: Field): string {
	return field.isHex ? text.toLowerCase() : naturalKey(text);
}

/**
A stable merge sort that can pause: it sorts short pieces, then merges them in pairs.

@yields Nothing; the computation can pause there.
*/
export function* mergeSort(items: readonly number[], isBefore: (a: number, b: number) => boolean): Sliced<number[]> {
	const compare = (a: number, b: number) => (isBefore(a, b) ? -1 : Number(isBefore(b, a)));
	let pieces: number[][] = [];
	for (let start = 0; start < items.length; start += itemsPerSlice) {
		pieces.push(items.slice(start, start + itemsPerSlice).toSorted(compare));
		yield;
	}

	while (pieces.length > 1) {
		const merged: number[][] = [];
		for (let index = 0; index < pieces.length; index += 2) {
			merged.push(yield* merge(pieces[index]!, pieces[index + 1] ?? [], isBefore));
		}

		pieces = merged;
	}

	return pieces[0] ?? [];
}

function* merge(
	left: readonly number[],
	right: readonly number[],
	isBefore: (a: number, b: number) => boolean,
): Sliced<number[]> {
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
