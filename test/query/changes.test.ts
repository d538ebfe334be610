import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/service/listing/read-record.ts';
import type {ListedRecord, Notification} from '../../source/notification/notification.ts';
import {range} from '../../source/platform/text.ts';
import {compareRecords, notificationChanges, withVanished} from '../../source/query/changes.ts';
import {finish} from '../../source/platform/time-slices.ts';
import {listingSequences} from '../helpers/listing-sequences.ts';

const recordsOf = (ids: readonly number[]) => ids.map((id, index) => readRecord(id < 0 ? null : {id}, index));
const idsOf = (records: readonly ListedRecord[]) =>
	records.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ');

const numbersOf = (notifications: readonly Notification[]) => notifications.map(({id}) => Number(id));

test.each([
	[[1, 2, 3], [1, 2, 3], '1 2 3'],
	[[1, 2, 3], [1, 3], '1 2 3'],
	[[1, 2, 3], [3], '1 2 3'],
	[[1, 2, 3], [1, 4], '1 2 3 4'],
	[[1, 2, 3], [], '1 2 3'],
	[[1, 2, 3], [3, 1], '3 1 2'],
	[[1, -1, 2], [1, -1], '1 2 ?'],
])('of %j then %j: %s', (before, after, shown) => {
	const [snapshot, fresh] = [recordsOf(before), recordsOf(after)];
	expect(idsOf(withVanished(finish(compareRecords(snapshot, fresh))))).toBe(shown);
});

test.each([
	['far apart', (ids: readonly number[]) => [...ids.toSpliced(10, 1), 5000], [5000], [10]],
	[
		'more in a row than are looked for',
		(ids: readonly number[]) => ids.toSpliced(10, 1500, 5000, 5001),
		[5000, 5001],
		range(1500).map(id => id + 10),
	],
	['another order', (ids: readonly number[]) => [5000, ...ids.toReversed().slice(1)], [5000], [2999]],
] as const)('what came and went among many: %s', (_what, change, appeared, vanished) => {
	const ids = range(3000);
	const found = notificationChanges(finish(compareRecords(recordsOf(ids), recordsOf(change(ids)))));
	expect([numbersOf(found.appeared), numbersOf(found.vanished), found.changed]).toEqual([appeared, vanished, []]);
});

test('what changed is neither gone nor new, and what followed it still does', () => {
	const before = recordsOf([1, 2, 3, 4]);
	const [one, two, , four] = before;
	const changed = readRecord({id: 2, channel: 'EMAIL'}, 1);
	const compared = finish(compareRecords(before, [one!, changed, four!, ...recordsOf([5])]));
	expect(notificationChanges(compared)).toEqual({
		appeared: [expect.objectContaining({id: '5'})],
		vanished: [before[2]],
		changed: [{old: two, notification: changed}],
	});
	expect(idsOf(withVanished(compared))).toBe('1 2 3 4 5');
});

test('what was added, removed and moved between two lists', () => {
	fc.assert(
		fc.property(listingSequences, listings => {
			for (const [index, records] of listings.slice(1).entries()) {
				const earlier = listings[index]!;
				const {added, removed, before: positions, after} = finish(compareRecords(earlier, records));
				const before = records.map(record => earlier.indexOf(record));
				expect([...positions]).toEqual(before);
				expect([...after]).toEqual(earlier.map(record => records.indexOf(record)));
				expect(added).toEqual(range(records.length).filter(position => before[position] === -1));
				expect(removed).toEqual(range(earlier.length).filter(position => !records.includes(earlier[position]!)));
			}
		}),
	);
});
