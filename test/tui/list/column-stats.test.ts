import {expect, test} from 'vitest';
import type {NotificationFields} from '../../../source/domain/notification.ts';
import {range} from '../../../source/system/range.ts';
import {measureColumns, sampleColumns, type ColumnStats} from '../../../source/tui/list/column-stats.ts';
import {finish} from '../../helpers/finish.ts';
import {recordOf} from '../../helpers/sightings.ts';

/** Measures notifications with these names, in one step. */
function measure(...names: readonly string[]): ColumnStats {
	const records = names.map((name, index) => recordOf(String(index), {name}));
	return finish(measureColumns({records, matches: range(records.length)})).get('name')!;
}

test('the widest value, the width that all but 2 % fit into, and the value that all have', () => {
	const hundred = Array.from({length: 98}, () => 'abc');
	expect(measure(...hundred, 'abcdef', 'abcdefgh')).toMatchObject({widest: 8, common: 3, only: undefined});
	expect(measure(...hundred, 'abcdef', 'abcdefgh', 'abcdefgh')).toMatchObject({widest: 8, common: 6});
	expect(measure('x'.repeat(300))).toMatchObject({widest: 200, common: 200});
	expect(measure('名前', '')).toMatchObject({widest: 4, common: 4});
	expect([measure('a', 'a').only, measure('a').only, measure('a', 'b', 'b').only, measure('', '').only]).toEqual(['a', undefined, undefined, '']);
});

test('what all values begin with, but no part of a number, and the cuts that tell any two apart', () => {
	expect(measure('alert 17', 'alert 18', 'alert 2').parts).toEqual({'': {prefix: 'alert ', cuts: [[8, 0], [0, 2]]}});
	expect(measure('alert 17', '', 'alert 18').parts).toMatchObject({'': {prefix: 'alert '}});
	expect(measure('Treasury in', 'Treasury out', 'Other').parts).toEqual({'': {prefix: '', cuts: [[10, 0], [0, 2]]}});
	expect(measure('名前 1', '名前 2').parts).toMatchObject({'': {prefix: ''}});
	expect(measure().parts).toEqual({});
	expect(measure('alone').parts).toEqual({'': {prefix: 'alone', cuts: [[0, 0]]}});
});

test('the recipients of each host are compared on their own', () => {
	const records = ['https://a.example/1', 'https://a.example/2', 'ops@example.com', '#ops'].map((recipient, index) => recordOf(String(index), {recipient}));
	const {parts} = finish(measureColumns({records, matches: range(4)})).get('recipient')!;
	expect(parts).toMatchObject({'a.example': {prefix: 'a.example/'}, '@': {prefix: 'ops@example.com'}, '': {prefix: '#ops'}});
});

test('a cell is measured as it is shown: a network without its suffix, filters as conditions', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '50000', valueType: 'int'}];
	const records = [recordOf('1', {network: 'ETH_MAINNET', filters}), recordOf('2', {network: 'BASE_MAINNET', filters: []})];
	const stats = finish(measureColumns({records, matches: range(2)}));
	expect(stats.get('network')).toMatchObject({widest: 4, hasSuffix: true});
	expect(stats.get('filter')).toMatchObject({widest: 'value > 50,000'.length, hasSuffix: false});
	expect(stats.get('user')).toMatchObject({hasSuffix: false});
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
