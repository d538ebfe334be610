import {itemsPerSlice, type Sliced} from '../platform/time-slices.ts';

/** A change of a list: from index `at` of the list before, `removed` elements are replaced by `inserted`. */
export type Splice<T> = {readonly at: number; readonly removed: number; readonly inserted: readonly T[]};

/** The number of elements, removed and inserted together, after which two lists are searched for the next common element. Whatever differs more is better written whole. */
const maxDistance = 1000;

/**
Finds what turns one list into another, in one pass. An element that was moved is removed in one place and inserted in another.

@param before - The list before.
@param after - The list after.
@param isSame - Compares two elements. Called for all that are unchanged, and up to 500,000 times for a change of 1,000 elements in a row.
@yields About once a millisecond.
@returns The changes by ascending index, none overlapping or touching another; undefined if the lists differ in more than 1,000 elements in a row, or in more places than that.
*/
export function* splicesBetween<T>(
	before: readonly T[],
	after: readonly T[],
	isSame: (one: T, other: T) => boolean,
): Sliced<ReadonlyArray<Splice<T>> | undefined> {
	const splices: Array<Splice<T>> = [];
	let [at, to] = [0, 0];
	while (at < before.length || to < after.length) {
		if (at < before.length && to < after.length && isSame(before[at]!, after[to]!)) {
			at++;
			to++;
			if (at % itemsPerSlice === 0) {
				yield;
			}

			continue;
		}

		const removed = yield* removedUntilNext(before, after, {at, to}, isSame);
		if (removed === undefined || splices.length === maxDistance) {
			return undefined;
		}

		splices.push({at, removed: removed.before, inserted: after.slice(to, to + removed.after)});
		at += removed.before;
		to += removed.after;
	}

	return splices;
}

/** The smallest number of elements to skip in both lists to come to a common element, or to both ends. */
function* removedUntilNext<T>(
	before: readonly T[],
	after: readonly T[],
	{at, to}: {readonly at: number; readonly to: number},
	isSame: (one: T, other: T) => boolean,
): Sliced<{readonly before: number; readonly after: number} | undefined> {
	const [left, leftAfter] = [before.length - at, after.length - to];
	for (let distance = 1; distance <= maxDistance; distance++) {
		for (let skipped = Math.max(0, distance - leftAfter); skipped <= Math.min(distance, left); skipped++) {
			const skippedAfter = distance - skipped;
			const [isEnd, isEndAfter] = [skipped === left, skippedAfter === leftAfter];
			if (isEnd && isEndAfter) {
				return {before: skipped, after: skippedAfter};
			}

			if (!isEnd && !isEndAfter && isSame(before[at + skipped]!, after[to + skippedAfter]!)) {
				return {before: skipped, after: skippedAfter};
			}
		}

		yield;
	}

	return undefined;
}

/** Applies changes to a list, and returns the new one. */
export function applySplices<T>(list: readonly T[], splices: ReadonlyArray<Splice<T>>): T[] {
	const parts: Array<readonly T[]> = [];
	let position = 0;
	for (const {at, removed, inserted} of splices) {
		parts.push(list.slice(position, at), inserted);
		position = at + removed;
	}

	parts.push(list.slice(position));
	return parts.flat();
}
