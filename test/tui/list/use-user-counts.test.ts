import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createUserCounter} from '../../../source/tui/list/use-user-counts.ts';
import {finish} from '../../helpers/finish.ts';
import {listingSequences, notificationsIn} from '../../helpers/listing-sequences.ts';

test('the counts of users after any sequence of listings, also if a count was stopped, are those of the last one', () => {
	fc.assert(
		fc.property(listingSequences, fc.nat(), (listings, stopped) => {
			const count = createUserCounter();
			for (const [index, records] of listings.entries()) {
				if (index === stopped % listings.length) {
					count(records).next();
				}

				const counts = finish(count(records));
				const users = notificationsIn(records).map(({userId}) => userId);
				expect(counts.get('same') ?? 0).toBe(users.filter(user => user === 'same').length);
				expect(new Set(counts.keys())).toEqual(new Set([...users, ...(records.length > users.length ? [''] : [])]));
			}
		}),
		{numRuns: 30},
	);
});
