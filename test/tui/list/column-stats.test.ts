import {expect, test} from 'vitest';
import type {NotificationFields} from '../../../source/domain/notification.ts';
import {range} from '../../../source/system/range.ts';
import {measureColumns, sampleColumns, type ColumnStats} from '../../../source/tui/list/column-stats.ts';
import {recordOf} from '../../helpers/sightings.ts';

/** Measures notifications with these names, in one step. */
function measure(...names: readonly string[]): ColumnStats {
	const records = names.map((name, index) => recordOf(String(index), {name}));
	const {value} = measureColumns({records, matches: range(records.length)}).next();
	return value!.get('name')!;
}

test('the widest value, the width that all but 2 % fit into, and the value that all have', () => {
	const hundred = Array.from({length: 98}, () => 'abc');
	expect(measure(...hundred, 'abcdef', 'abcdefgh')).toMatchObject({widest: 8, common: 3, only: undefined});
	expect(measure(...hundred, 'abcdef', 'abcdefgh', 'abcdefgh')).toMatchObject({widest: 8, common: 6});
	expect(measure('x'.repeat(300))).toMatchObject({widest: 200, common: 200});
	expect(measure('名前', '')).toMatchObject({widest: 4, common: 4});
	expect([measure('a', 'a').only, measure('a').only, measure('a', 'b', 'b').only, measure('', '').only]).toEqual(['a', undefined, undefined, '']);
});

test('what all values begin with, but no part of a number, and what tells any two apart', () => {
	expect(measure('alert 17', 'alert 18', 'alert 2').distinctParts).toEqual({prefix: 6, head: 8, tail: 1});
	expect(measure('alert 17', '', 'alert 18').distinctParts).toMatchObject({prefix: 6});
	expect(measure('Treasury in', 'Treasury out', 'Other').distinctParts).toEqual({prefix: 0, head: 10, tail: 1});
	expect(measure('one same end', 'two same end').distinctParts).toMatchObject({head: 1, tail: 10});
	expect(measure('名前 1', '名前 2').distinctParts).toMatchObject({prefix: 0});
	expect(measure().distinctParts).toEqual({prefix: 0, head: 0, tail: 0});
	expect(measure('alone').distinctParts).toEqual({prefix: 5, head: 1, tail: 1});
});

test('a sample of many says nothing of a value that all have, and only notifications are measured', () => {
	const records = Array.from({length: 40}, (_, index) => recordOf(String(index), {name: index < 32 ? 'same' : 'a longer one'} satisfies Partial<NotificationFields>));
	const of = (count: number, isAll: boolean) => sampleColumns({records, matches: range(count)}, isAll).get('name')!;
	expect(of(32, true)).toMatchObject({widest: 4, only: 'same'});
	expect(of(32, false)).toMatchObject({widest: 4, only: undefined});
	expect(of(40, true)).toMatchObject({widest: 4, only: undefined});
	const mixed = [{kind: 'unreadable', index: 0, problem: '', raw: {id: 1}} as const, ...records];
	expect(sampleColumns({records: mixed, matches: [0, 1, 40]}, true).get('name')).toMatchObject({widest: 12, only: undefined});
});
