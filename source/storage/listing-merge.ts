import type {ListedRecord} from '../domain/notification.ts';
import {insertedCount} from './cached-records.ts';
import type {StoredDelta} from './listing-deltas.ts';

/** Records that follow each other: from index `from` to before `to` of the base, or of the records that a delta inserts. */
type Piece = {readonly of: StoredDelta | undefined; readonly from: number; readonly to: number};

/** The parts of a base and of its deltas that make a listing, in order. */
export type Pieces = readonly Piece[];

/** Finds the pieces of a listing. `count`: the number of records in the base, or of its first ones: then they are those of the listing that come before the first one that is not known. */
export function piecesOf(count: number, deltas: readonly StoredDelta[]): Pieces {
	const pieces: Piece[] = count === 0 ? [] : [{of: undefined, from: 0, to: count}];
	let known = count;
	for (const delta of deltas) {
		let used = insertedCount(delta);
		let after = known;
		// From the last one on, so that the indexes of those before still hold.
		for (const [at, removed, inserted] of delta.splices.toReversed()) {
			used -= inserted;
			if (at > known) {
				continue;
			}

			const from = splitAt(pieces, at);
			const to = splitAt(pieces, Math.min(at + removed, known));
			pieces.splice(from, to - from, ...(inserted === 0 ? [] : [{of: delta, from: used, to: used + inserted}]));
			after += inserted - (Math.min(at + removed, known) - at);
		}

		known = after;
	}

	return pieces;
}

/** The pieces of the first records of a listing. */
export function beginningOf(pieces: Pieces, count: number): Pieces {
	const beginning = [...pieces];
	return beginning.slice(0, splitAt(beginning, count));
}

/** Splits a piece so that one begins at an index of the listing. Returns its place among the pieces. */
function splitAt(pieces: Piece[], index: number): number {
	let place = 0;
	let left = index;
	for (; left > 0 && place < pieces.length; place++) {
		const piece = pieces[place]!;
		const length = piece.to - piece.from;
		if (left < length) {
			const middle = piece.from + left;
			pieces.splice(place, 1, {...piece, to: middle}, {...piece, from: middle});
			return place + 1;
		}

		left -= length;
	}

	return place;
}

/**
Merges the records of a base with those of its deltas.

@param pieces - The pieces of the listing.
@param insertedBy - Returns the records that a delta inserts.
@returns A function that takes the next records of the base and returns the next ones of the listing: all that come before the records of the base that are still missing.
*/
export function createMerge(
	pieces: Pieces,
	insertedBy: (delta: StoredDelta) => readonly ListedRecord[],
): (base: readonly ListedRecord[]) => ListedRecord[] {
	let next = 0;
	/** The number of records of the base that came before, and of those that were returned. */
	let [passed, returned] = [0, 0];

	return base => {
		const end = passed + base.length;
		const records: ListedRecord[] = [];
		for (; next < pieces.length; next++) {
			const {of, from, to} = pieces[next]!;
			const found =
				of === undefined
					? base.slice(Math.max(0, from - passed), Math.max(0, to - passed))
					: insertedBy(of).slice(from, to);
			for (const record of found) {
				records.push(atIndex(record, returned++));
			}

			if (of === undefined && to > end) {
				break;
			}
		}

		passed = end;
		return records;
	};
}

/** The record with its index in the listing. Only an unreadable record knows it. */
export const atIndex = (record: ListedRecord, index: number): ListedRecord =>
	record.kind === 'notification' || record.index === index ? record : {...record, index};
