import fc from 'fast-check';
import {expect, test} from 'vitest';
import {applySplices, splicesBetween} from '../../source/storage/listing-splices.ts';
import {range} from '../../source/platform/text.ts';

function between(before: readonly number[], after: readonly number[]) {
	const work = splicesBetween(before, after, (one, other) => one === other);
	let step = work.next();
	while (step.done !== true) {
		step = work.next();
	}

	return step.value;
}

test('what is between two lists, applied to the first, is the second', () => {
	const lists = fc.uniqueArray(fc.integer({min: 0, max: 40}));
	fc.assert(
		fc.property(lists, lists, (before, after) => {
			const splices = between(before, after)!;
			expect(applySplices(before, splices)).toEqual(after);
			let end = -1;
			for (const {at, removed} of splices) {
				expect(at).toBeGreaterThan(end);
				end = at + removed;
			}
		}),
	);
});

const many = range(5000);

test.each<[string, readonly number[], number, number]>([
	['nothing', many, 0, 0],
	['one replaced', many.with(2500, -1), 1, 1],
	['one appended', [...many, -1], 1, 1],
	['one prepended', [-1, ...many], 1, 1],
	['one moved to the end', [...many.toSpliced(7, 1), 7], 2, 1],
	['one moved to the beginning', [4000, ...many.toSpliced(4000, 1)], 2, 1],
	['one replaced and put at the end', [...many.toSpliced(7, 1), -1], 2, 1],
	['900 removed in a row', many.toSpliced(100, 900), 1, 0],
	[
		'all of 900 in different places replaced',
		many.map(each => (each % 5 === 0 && each < 4500 ? -1 - each : each)),
		900,
		900,
	],
])('%s: only that is written', (_what, after, places, inserted) => {
	const splices = between(many, after)!;
	expect([splices.length, splices.flatMap(splice => splice.inserted).length]).toEqual([places, inserted]);
	expect(applySplices(many, splices)).toEqual(after);
});

test.each<[string, readonly number[]]>([
	['more than 1,000 in a row', many.toSpliced(100, 1001)],
	['more than 1,000 in different places', many.map(each => (each % 4 === 0 ? -1 - each : each))],
	['the order of all', many.toReversed()],
])('where lists differ in %s, nothing is returned', (_what, after) => {
	expect(between(many, after)).toBeUndefined();
});
