import {fieldNamed, recordText, type Field, type FieldName, type GroupField} from '../notification/spec.ts';
import type {ListedRecord} from '../notification/notification.ts';
import {itemsPerSlice, mapInSlices, type Sliced} from '../platform/time-slices.ts';

/** The order of groups: `count` puts the largest first; undefined sorts by value. */
export type GroupOrder = 'count' | undefined;

/** The order of a list. */
export type Sort = {
	readonly field: FieldName;
	readonly isDescending: boolean;
};

/** The arrangement of the records in a list. */
export type Arrangement = {
	/** The sort order; undefined for the order of the service. */
	readonly sort: Sort | undefined;
	readonly group: GroupField | undefined;
	readonly groupOrder?: GroupOrder;
};

/** The order of the service, without groups. */
export const unarranged = {
	sort: undefined,
	group: undefined,
	groupOrder: undefined,
} as const satisfies Required<Arrangement>;

/** A search and an arrangement, as stored in views of config.yaml and between runs. */
export type ArrangedSearch = Arrangement & {readonly query: string};

/** Returns only the arrangement of an object. Missing members are as in `unarranged`. */
export const arrangementOf = ({sort, group, groupOrder}: Partial<Arrangement>): Required<Arrangement> => ({
	sort,
	group,
	groupOrder,
});

/** Whether two arrangements give the same list. The order of groups only matters if there are groups. */
export const showsSame = (a: Partial<Arrangement>, b: Partial<Arrangement>): boolean => textOf(a) === textOf(b);

const textOf = ({sort, group, groupOrder}: Partial<Arrangement>): string =>
	JSON.stringify([sort, group, group === undefined ? undefined : groupOrder]);

/**
Sorts records by a field, in natural order. The sort is stable in both directions. Records without a value are last.

@returns The positions of the records, sorted.
@yields Nothing; the computation can pause there.
*/
export function* sortRecords(records: readonly ListedRecord[], {field: name, isDescending}: Sort): Sliced<number[]> {
	const field = fieldNamed(name);
	const keys = yield* mapInSlices(records, itemsPerSlice, record => sortKey(recordText(record, field), field));
	return yield* sortKeys(keys, isDescending);
}

/** A text that sorts by `<` as the values of a field do. Hexadecimal values are compared digit by digit, because their decimal digits are not numbers. */
export const sortKey = (text: string, field: Field): string => (field.isHex ? text.toLowerCase() : naturalKey(text));

/** The maximum digit count that fits into one UTF-16 code unit. */
const maxCount = 0xff_ff;

/**
Returns a key for natural order: comparing two keys with `<` compares numbers by value (`user-9` before `user-10`), letters without case, and anything else by UTF-16 code unit.

Each number becomes `0`, so that it sorts among other characters as a digit does, then its digit count as one character, then its digits without leading zeros.
*/
export const naturalKey = (text: string): string =>
	text.toLowerCase().replaceAll(/\d+/gv, run => {
		const number = run.replace(/^0+(?=\d)/v, '');
		return `0${String.fromCodePoint(Math.min(number.length, maxCount))}${number}`;
	});

/**
A stable merge sort that can pause: it sorts short pieces, then merges them in pairs.

@param keys - The keys, compared by `<`; empty ones are last.
@returns The indexes of the keys, sorted.
@yields Nothing; the computation can pause there.
*/
export function* sortKeys(keys: readonly string[], isDescending = false): Sliced<number[]> {
	const isBefore = isDescending
		? (a: number, b: number) => keys[a]! > keys[b]!
		: (a: number, b: number) => keys[a]! < keys[b]!;
	const compare = (a: number, b: number) => (isBefore(a, b) ? -1 : Number(isBefore(b, a)));
	const indexes = [...keys.keys()];
	const filled = indexes.filter(index => keys[index] !== '');
	let pieces: number[][] = [];
	for (let start = 0; start < filled.length; start += itemsPerSlice) {
		pieces.push(filled.slice(start, start + itemsPerSlice).toSorted(compare));
		yield;
	}

	while (pieces.length > 1) {
		const merged: number[][] = [];
		for (let index = 0; index < pieces.length; index += 2) {
			merged.push(yield* merge(pieces[index]!, pieces[index + 1] ?? [], isBefore));
		}

		pieces = merged;
	}

	return [...(pieces[0] ?? []), ...indexes.filter(index => keys[index] === '')];
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
