import {expect, test} from 'vitest';
import type {NotificationFields} from '../../../source/domain/notification.ts';
import {range} from '../../../source/platform/text.ts';
import {measureColumns, sampleColumns, type ColumnStats} from '../../../source/tui/list/column-stats.ts';
import {finish} from '../../helpers/finish.ts';
import {recordOf} from '../../helpers/sightings.ts';

/** Measures notifications with these names, in one step. */
function measure(...names: readonly string[]): ColumnStats {
	const records = names.map((name, index) => recordOf(String(index), {name}));
	return finish(measureColumns({records, matches: range(records.length)})).get('name')!;
}

test('the widest value, and the width that all but 2 % fit into', () => {
	const hundred = Array.from({length: 98}, () => 'abc');
	expect(measure(...hundred, 'abcdef', 'abcdefgh')).toMatchObject({widest: 8, common: 3});
	expect(measure(...hundred, 'abcdef', 'abcdefgh', 'abcdefgh')).toMatchObject({widest: 8, common: 6});
	expect(measure('x'.repeat(300))).toMatchObject({widest: 200, common: 200});
	expect(measure('名前', '')).toMatchObject({widest: 4, common: 4});
});

test('a cell is measured as it is shown: a network whole, filters as conditions', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '50000', valueType: 'int'}];
	const records = [
		recordOf('1', {network: 'ETH_MAINNET', filters}),
		recordOf('2', {network: 'BASE_MAINNET', filters: []}),
	];
	const stats = finish(measureColumns({records, matches: range(2)}));
	expect(stats.get('network')).toMatchObject({widest: 12});
	expect(stats.get('filter')).toMatchObject({widest: 'value > 50,000'.length});
});

test('of many a sample is measured, and only notifications', () => {
	const records = Array.from({length: 40}, (_, index) =>
		recordOf(String(index), {name: index < 32 ? 'same' : 'a longer one'} satisfies Partial<NotificationFields>),
	);
	expect(sampleColumns({records, matches: range(40)}).get('name')).toMatchObject({widest: 4});
	const mixed = [{kind: 'unreadable', index: 0, problem: '', raw: {id: 1}} as const, ...records];
	expect(sampleColumns({records: mixed, matches: [0, 1, 40]}).get('name')).toMatchObject({widest: 12});
});
