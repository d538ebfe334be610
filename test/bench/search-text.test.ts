import {expect, test} from 'vitest';
import {chooseQuery, countPrefixes, searchText} from '../../bench/search-text.ts';
import {readRecord} from '../../source/api/listing/read-record.ts';
import {searchTextOf, createMatcher} from '../../source/domain/query/search.ts';
import {sampleNotifications} from '../../source/sandbox/samples.ts';
import {queryOf} from '../helpers/query.ts';

const records = sampleNotifications(500)
	.map((body, index) => readRecord({id: index + 1, ...body}, index))
	.toArray();
const lines = records.map(record => searchText(record));

test.each([0, 0.3, 1])(
	'the query chosen at %d has ten letters, and every prefix of it finds here what the program finds',
	share => {
		const query = chooseQuery(lines, share);
		const counts = countPrefixes(lines, query);
		expect(query).toHaveLength(10);
		expect(counts).toEqual(
			Array.from(query, (_, index) => {
				const terms = queryOf(query.slice(0, index + 1));
				return records.filter(record => createMatcher(terms)(record, searchTextOf(record))).length;
			}),
		);
		expect(counts.at(-1)).toBeGreaterThan(0);
		expect(counts.at(-1)).toBeLessThan(counts[0]!);
	},
);
