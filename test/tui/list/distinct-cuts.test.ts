import fc from 'fast-check';
import {expect, test} from 'vitest';
import {widthOf} from '../../../source/terminal/width.ts';
import {cutters} from '../../../source/tui/list/cuts.ts';
import {distinctCuts, distinctWidth} from '../../../source/tui/list/distinct-cuts.ts';
import {sharedPrefix} from '../../../source/tui/list/column-parts.ts';

test.each([
	[['alpha', 'beta'], [[1, 0], [0, 2]]],
	[['customer-104391', 'customer-105391', 'customer-104392'], [[15, 0], [12, 2], [0, 4]]],
	[['0x11aa', '0x22aa', '0x11bb'], [[5, 0], [3, 2], [0, 3]]],
	[['one'], [[0, 0]]],
	[[], [[0, 0]]],
	[['入金 1', '入金 2'], [[6, 0], [0, 2]]],
])('the cuts that tell %j apart', (values, cuts) => {
	expect(distinctCuts(values)).toEqual(cuts);
});

const anyValues = fc.uniqueArray(fc.oneof(
	fc.tuple(fc.constantFrom('customer-', 'user-', 'https://hooks.example.com/', ''), fc.nat(99_999), fc.constantFrom('', '/events', '@example.com')).map(parts => parts.join('')),
	fc.string({unit: 'grapheme', minLength: 1, maxLength: 12}).map(text => text.replaceAll(/[^\p{L}\p{N}]/gv, 'x')),
), {minLength: 1, maxLength: 30});

test('from the distinct width on, values that differ never look the same', () => {
	fc.assert(fc.property(anyValues, fc.constantFrom('text', 'middle', 'recipient'), fc.nat(20), (values, cut, more) => {
		const parts = {prefix: cut === 'middle' ? '' : sharedPrefix(values), cuts: distinctCuts(values)};
		const width = distinctWidth(parts) + more;
		const cells = values.map(value => cutters[cut](value, width, parts));
		expect(new Set(cells).size).toBe(values.length);
		expect(Math.max(...cells.map(cell => widthOf(cell)))).toBeLessThanOrEqual(width);
	}));
});
