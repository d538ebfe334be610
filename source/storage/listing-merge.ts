import type {ListedRecord} from '../domain/notification.ts';
import type {StoredDelta} from './listing-deltas.ts';

/** Records that follow each other: from index `from` to before `to` of the base, or of the records that a delta inserts. */
type Piece = {readonly of: StoredDelta | undefined; readonly from: number; readonly to: number};

/**
Merges the records of a base with those of its deltas.

@param count - The number of records in the base.
@param deltas - Its deltas, in order.
@param insertedBy - Returns the records that a delta inserts.
@returns A function that takes the next records of the base and returns the next ones of the listing: all that come before the records of the base that are still missing.
*/
export function createMerge(count: number, deltas: readonly StoredDelta[], insertedBy: (delta: StoredDelta) => readonly ListedRecord[]): (base: readonly ListedRecord[]) => ListedRecord[] {
	let pieces: readonly Piece[] = count === 0 ? [] : [{of: undefined, from: 0, to: count}];
	for (const delta of deltas) {
		pieces = withDelta(pieces, delta);
	}

	let next = 0;
	/** The number of records of the base that came before, and of those that were returned. */
	let [passed, returned] = [0, 0];

	return base => {
		const end = passed + base.length;
		const records: ListedRecord[] = [];
		const add = (found: readonly ListedRecord[]) => {
			for (const record of found) {
				records.push(atIndex(record, returned++));
			}
		};

		for (; next < pieces.length; next++) {
			const {of, from, to} = pieces[next]!;
			if (of === undefined) {
				add(base.slice(Math.max(0, from - passed), Math.max(0, to - passed)));
				if (to > end) {
					break;
				}
			} else {
				add(insertedBy(of).slice(from, to));
			}
		}

		passed = end;
		return records;
	};
}

/** The record with its index in the listing. Only an unreadable record knows it. */
export const atIndex = (record: ListedRecord, index: number): ListedRecord => record.kind === 'notification' || record.index === index ? record : {...record, index};

/** Replaces records in a list of pieces. Pieces that stay are used again. */
function withDelta(pieces: readonly Piece[], delta: StoredDelta): Piece[] {
	const changed: Piece[] = [];
	/** The piece that is next, and how many of its records are passed. */
	let [index, offset] = [0, 0];
	/** Passes records up to an index of the listing, and calls `pass` with them. */
	let position = 0;
	const advance = (to: number, pass: (piece: Piece) => void) => {
		while (position < to) {
			const piece = pieces[index]!;
			const length = piece.to - piece.from;
			const end = Math.min(length, offset + to - position);
			pass(offset === 0 && end === length ? piece : {...piece, from: piece.from + offset, to: piece.from + end});
			position += end - offset;
			[index, offset] = end === length ? [index + 1, 0] : [index, end];
		}
	};

	const keep = (piece: Piece) => changed.push(piece);
	let used = 0;
	for (const [at, removed, inserted] of delta.splices) {
		advance(at, keep);
		advance(at + removed, () => undefined);
		if (inserted > 0) {
			changed.push({of: delta, from: used, to: used + inserted});
			used += inserted;
		}
	}

	const rest = pieces[index];
	if (rest !== undefined) {
		changed.push(offset === 0 ? rest : {...rest, from: rest.from + offset}, ...pieces.slice(index + 1));
	}

	return changed;
}
