import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import type {StoredDelta} from '../../source/storage/listing-deltas.ts';
import {beginningOf, createMerge, piecesOf} from '../../source/storage/listing-merge.ts';
import {applySplices, type Splice} from '../../source/storage/listing-splices.ts';
import {range} from '../../source/platform/text.ts';

const recordOf = (id: number): ListedRecord => readRecord({id}, 0);

/** Changes of a list of any length, each a list of steps: what to keep, to remove and to insert. */
const changes = fc.array(fc.array(fc.tuple(fc.nat(6), fc.nat(4), fc.nat(3)), {maxLength: 4}), {maxLength: 5});

/** Deltas with these changes, their inserted records, and the listing after them. */
function applied(base: readonly ListedRecord[], all: ReadonlyArray<ReadonlyArray<readonly [number, number, number]>>) {
	let list = base;
	const inserted = new Map<StoredDelta, readonly ListedRecord[]>();
	for (const steps of all) {
		let end = 0;
		const splices: Array<Splice<ListedRecord>> = [];
		for (const [kept, removed, count] of steps) {
			const at = Math.min(end + kept, list.length);
			const least = Math.min(removed, list.length - at);
			splices.push({
				at,
				removed: least,
				inserted: range(count).map(index => recordOf(1000 + inserted.size * 100 + splices.length * 10 + index)),
			});
			end = at + least;
		}

		list = applySplices(list, splices);
		inserted.set(
			{
				id: '',
				at: 0,
				count: list.length,
				splices: splices.map(splice => [splice.at, splice.removed, splice.inserted.length]),
				records: Buffer.of(),
			},
			splices.flatMap(splice => splice.inserted),
		);
	}

	return {list, deltas: [...inserted.keys()], insertedBy: (delta: StoredDelta) => inserted.get(delta)!};
}

test('a base that is read in pieces, merged with its deltas, is the listing; the beginning of it is the beginning of that', () => {
	fc.assert(
		fc.property(fc.nat(30), changes, fc.nat(30), fc.nat(20), (count, all, known, limit) => {
			const base = range(count).map(index => recordOf(index));
			const {list, deltas, insertedBy} = applied(base, all);
			const merge = createMerge(piecesOf(count, deltas), insertedBy);
			const pieces = [base.slice(0, known), base.slice(known, known + 5), base.slice(known + 5)];
			expect(pieces.flatMap(piece => merge(piece))).toEqual(list);

			const read = base.slice(0, known);
			const first = createMerge(beginningOf(piecesOf(read.length, deltas), limit), insertedBy)(read);
			expect(first).toEqual(list.slice(0, first.length));
			expect(first.length).toBeLessThanOrEqual(limit);
			expect(known < count ? 0 : Math.min(limit, list.length)).toBeLessThanOrEqual(first.length);
		}),
	);
});
