import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {range} from '../../source/platform/text.ts';
import {changesBetween, withVanished} from '../../source/session/listing-changes.ts';

const recordsOf = (ids: readonly number[]): ListedRecord[] =>
	ids.map((id, index) => readRecord(id < 0 ? null : {id}, index));
const idsOf = (records: readonly ListedRecord[]) =>
	records.map(record => (record.kind === 'notification' ? record.id : '?')).join(' ');

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
	expect(idsOf(withVanished(snapshot, fresh, changesBetween(snapshot, fresh)))).toBe(shown);
});

test('listed records keep their order, and every removed one is shown once', () => {
	const ids = fc.uniqueArray(fc.nat(30));
	fc.assert(
		fc.property(ids, ids, (before, after) => {
			const [snapshot, fresh] = [recordsOf(before), recordsOf(after)];
			const changes = changesBetween(snapshot, fresh);
			expect([...changes.appeared].map(Number)).toEqual(after.filter(id => !before.includes(id)));
			expect([...changes.vanished].map(Number)).toEqual(before.filter(id => !after.includes(id)));
			const shown = withVanished(snapshot, fresh, changes);
			expect(shown.filter(record => fresh.includes(record))).toEqual(fresh);
			expect(shown).toHaveLength(new Set([...before, ...after]).size);
		}),
	);
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
	const changes = changesBetween(recordsOf(ids), recordsOf(change(ids)));
	expect([[...changes.appeared].map(Number), [...changes.vanished].map(Number)]).toEqual([appeared, vanished]);
});
