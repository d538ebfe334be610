import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareRecords} from '../../../source/domain/query/record-changes.ts';
import {createRecordIndex} from '../../../source/domain/query/record-index.ts';
import {searchTextOf} from '../../../source/domain/query/search.ts';
import {createViewer, emptyView} from '../../../source/domain/query/view.ts';
import {range} from '../../../source/platform/text.ts';
import {finish} from '../../../source/platform/time-slices.ts';
import {listingSequences} from '../../helpers/listing-sequences.ts';
import {queryOf} from '../../helpers/query.ts';

test('what was added, removed and moved between two lists', () => {
	fc.assert(
		fc.property(listingSequences, listings => {
			for (const [index, records] of listings.slice(1).entries()) {
				const earlier = listings[index]!;
				const {added, removed, before: positions, after, areInOrder} = finish(compareRecords(earlier, records));
				const before = records.map(record => earlier.indexOf(record));
				expect([...positions]).toEqual(before);
				expect([...after]).toEqual(earlier.map(record => records.indexOf(record)));
				expect(added).toEqual(range(records.length).filter(position => before[position] === -1));
				expect(removed).toEqual(range(earlier.length).filter(position => !records.includes(earlier[position]!)));
				const kept = before.filter(position => position !== -1);
				expect(areInOrder).toBe(kept.every((position, at) => at === 0 || position > kept[at - 1]!));
			}
		}),
	);
});

test('a list that is sorted, grouped and searched after any sequence of listings is as a new one', () => {
	const arranged = fc.record({
		query: fc.constantFrom('', 'a', 'alert').map(text => queryOf(text)),
		sort: fc.constantFrom(
			undefined,
			{field: 'name', isDescending: false} as const,
			{field: 'address', isDescending: true} as const,
		),
		group: fc.constantFrom(undefined, 'user' as const, 'address' as const),
		groupOrder: fc.constantFrom(undefined, 'count' as const),
		isIndexed: fc.boolean(),
	});
	fc.assert(
		fc.property(listingSequences, arranged, (listings, arrangement) => {
			const view = createViewer();
			for (const records of listings) {
				const input = {...emptyView, ...arrangement, records};
				expect(finish(view(input))).toEqual(finish(createViewer()(input)));
			}
		}),
	);
});

test('an index has the search text of every record after any sequence of listings', () => {
	fc.assert(
		fc.property(listingSequences, listings => {
			const toIndex = createRecordIndex();
			for (const records of listings) {
				const {
					index: {texts},
				} = finish(toIndex(records));
				expect(texts).toEqual(records.map(record => searchTextOf(record)));
			}
		}),
	);
});
