import {isPlain, truncateStart, widthOf} from '../../terminal/width.ts';

/** A cut of a value: the terminal columns kept at its start and at its end. Between them is `…`. */
export type Cut = readonly [start: number, end: number];

/** The parts in which the values of a column differ. */
export type DistinctParts = {
	/** The prefix that all values share. It never ends inside a number. */
	readonly prefix: string;
	/** The cuts that tell any two values apart, the prefix included: those with the shortest ends first. */
	readonly cuts: readonly Cut[];
};

/** The default for values that were not compared. */
export const noDistinctParts: DistinctParts = {prefix: '', cuts: [[0, 0]]};

/** The ends that are tried. */
const ends = [0, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24] as const;

/** Finds the cuts that tell any two of the values apart: for each end the shortest start. The values differ. */
export function distinctCuts(values: readonly string[]): Cut[] {
	const sorted = values.toSorted();
	const cuts: Cut[] = [];
	for (const end of ends) {
		const start = leastStart(sorted, end);
		if (start < (cuts.at(-1)?.[0] ?? Infinity)) {
			cuts.push([start, end]);
		}

		if (start === 0) {
			break;
		}
	}

	return cuts;
}

/** The cuts that tell apart what either of two lists of cuts does. */
export function mergeCuts(one: readonly Cut[], other: readonly Cut[]): Cut[] {
	const startOf = (cuts: readonly Cut[], end: number) => Math.min(...cuts.filter(([, least]) => least <= end).map(([start]) => start));
	const cuts: Cut[] = [];
	for (const end of [...new Set([...one, ...other].map(([, each]) => each))].toSorted((a, b) => a - b)) {
		const start = Math.max(startOf(one, end), startOf(other, end));
		if (start < (cuts.at(-1)?.[0] ?? Infinity)) {
			cuts.push([start, end]);
		}
	}

	return cuts;
}

/** The number of columns at the start that tell any two values with the same end apart. */
function leastStart(sorted: readonly string[], end: number): number {
	const previous = new Map<string, string>();
	let start = 0;
	for (const value of sorted) {
		const tail = end === 0 ? '' : endOf(value, end);
		const other = previous.get(tail);
		if (other !== undefined) {
			start = Math.max(start, differenceOf(other, value));
		}

		previous.set(tail, value);
	}

	return start;
}

const endOf = (value: string, end: number): string => isPlain(value) ? value.slice(-end) : truncateStart(value, end + 1);

/** The width of the shortest start in which two values differ. */
function differenceOf(one: string, other: string): number {
	const length = sharedLength(one, other) + 1;
	return isPlain(one) && isPlain(other) ? length : Math.max(widthOf(one.slice(0, length)), widthOf(other.slice(0, length)));
}

/** The number of characters that two values share at the start. */
export function sharedLength(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) {
		length++;
	}

	return length;
}

/** The least width in which cut values differ, with `…` for the shared prefix and for what is cut. */
export function distinctWidth({prefix, cuts}: DistinctParts): number {
	const lead = isShortened(prefix) ? prefix.length - 1 : 0;
	return Math.min(...cuts.map(([start, end]) => Math.max(0, start - lead) + end + 1));
}

/** Whether a shared prefix is long enough to be replaced by `…`. */
export const isShortened = (prefix: string): boolean => prefix.length >= 3;
