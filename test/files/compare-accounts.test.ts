import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareAccounts, type Comparison} from '../../source/files/compare-accounts.ts';
import type {ListedRecord, Notification, UnreadableRecord} from '../../source/domain/notification.ts';
import {notificationWith} from '../helpers/notifications.ts';

function compare(first: readonly ListedRecord[], second: readonly ListedRecord[]): Comparison {
	const work = compareAccounts(first, second);
	let step = work.next();
	while (step.done !== true) {
		step = work.next();
	}

	return step.value;
}

const one = (id: string, fields: Partial<Notification> = {}): Notification => notificationWith({id, ...fields});

test('the ID, the case of the address and the order of the filters do not matter; everything else does', () => {
	const filters = [
		{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'},
		{fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'},
	];
	const first = [
		one('1', {name: 'a', addresses: ['0xABCD'], filters}),
		one('2', {name: 'b', recipient: 'x@example.com'}),
	];
	const second = [
		one('9', {name: 'b', recipient: 'y@example.com'}),
		one('8', {name: 'a', addresses: ['0xabcd'], filters: filters.toReversed()}),
	];
	const {rows, onlyFirst, onlySecond, differ, both} = compare(first, second);
	expect({onlyFirst, onlySecond, differ, both}).toEqual({onlyFirst: 0, onlySecond: 0, differ: 1, both: 1});
	expect(rows).toEqual([
		{kind: 'differs', first: first[1], second: second[0]},
		{kind: 'both', first: first[0], second: second[1]},
	]);
});

test('of several identical ones as many are in both as each account has', () => {
	const {onlyFirst, onlySecond, both} = compare([one('1'), one('2'), one('3')], [one('4')]);
	expect({onlyFirst, onlySecond, both}).toEqual({onlyFirst: 2, onlySecond: 0, both: 1});
});

test('notifications without a name are no pair, and what cannot be read is counted', () => {
	const unreadable: UnreadableRecord = {kind: 'unreadable', index: 0, problem: 'no object', raw: 1};
	const {rows, unreadable: count} = compare(
		[one('1', {name: '', userId: 'a'}), unreadable],
		[one('2', {name: '', userId: 'b'})],
	);
	expect(rows.map(({kind}) => kind)).toEqual(['first', 'second']);
	expect(count).toBe(1);
});

test('a name is a pair only of one user, channel, network and address, and only once in each account, as for a file without a scope', () => {
	const kinds = (first: readonly Notification[], second: readonly Notification[]) =>
		compare(first, second).rows.map(({kind}) => kind);
	const [before, after] = [
		one('1', {name: 'a', recipient: 'x@example.com'}),
		one('2', {name: 'a', recipient: 'y@example.com'}),
	];
	expect(kinds([before], [after])).toStrictEqual(['differs']);
	expect(kinds([before], [one('3', {name: 'a', recipient: 'y@example.com', userId: 'other'})])).toStrictEqual([
		'first',
		'second',
	]);
	expect(kinds([before], [after, one('3', {name: 'a', recipient: 'z@example.com'})])).toStrictEqual([
		'first',
		'second',
		'second',
	]);
});

test('what differs is first, then what is only in the first, then what is only in the second', () => {
	const {rows} = compare(
		[one('1', {name: 'alone'}), one('2', {name: 'a', recipient: 'x@example.com'})],
		[one('3', {name: 'other'}), one('4', {name: 'a', recipient: 'y@example.com'})],
	);
	expect(rows.map(({kind}) => kind)).toStrictEqual(['differs', 'first', 'second']);
});

test('the other way round it finds the same, and each notification is in one row', () => {
	const account = fc
		.array(fc.record({name: fc.constantFrom('', 'a', 'b'), userId: fc.constantFrom('1', '2')}), {maxLength: 8})
		.map(items => items.map((fields, index) => one(String(index), fields)));
	fc.assert(
		fc.property(account, account, (first, second) => {
			const found = compare(first, second);
			const reversed = compare(second, first);
			expect([found.onlyFirst, found.onlySecond, found.differ, found.both]).toEqual([
				reversed.onlySecond,
				reversed.onlyFirst,
				reversed.differ,
				reversed.both,
			]);
			expect(found.onlyFirst + found.differ + found.both).toBe(first.length);
			expect(
				found.rows.flatMap(row => ('first' in row ? [row.first] : [])).toSorted((a, b) => Number(a.id) - Number(b.id)),
			).toEqual(first);
			expect(found.rows.flatMap(row => ('second' in row ? [row.second] : []))).toHaveLength(second.length);
		}),
	);
});
