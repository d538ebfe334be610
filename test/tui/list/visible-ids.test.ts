import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Notification} from '../../../source/domain/notification.ts';
import {range} from '../../../source/system/range.ts';
import {sampleColumns} from '../../../source/tui/list/column-stats.ts';
import {cellOf, chosenColumns, layOutColumns} from '../../../source/tui/list/columns.ts';
import {statsInWindow} from '../../../source/tui/list/visible-ids.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const withIds = (ids: readonly string[]) => ids.map((id, index) => notificationWith({id, userId: `user-${index}`, recipient: `someone-${index}@example.com`}));

/** The IDs as the window shows them, of columns measured by the first records. */
function idCells(first: readonly Notification[], visible: readonly Notification[], room: number): string[] {
	const stats = sampleColumns({records: first, matches: range(first.length)}, false);
	const layOut = (measured: typeof stats) => layOutColumns(chosenColumns(undefined, undefined), measured, room).columns;
	const [id] = layOut(statsInWindow(stats, layOut(stats), visible));
	return visible.map(notification => cellOf(notification, id!));
}

test('IDs that are longer than the measured ones are whole', () => {
	expect(idCells(withIds(['1', '2', '3']), withIds(['38501', '38502']), 76)).toStrictEqual(['38501', '38502']);
});

test('long IDs that differ in other parts than the measured ones do not look alike', () => {
	const idAt = (index: number) => `ntf_${String(index).padStart(12, '0')}_eu_production`;
	const cells = idCells(withIds(range(30).map(index => idAt(index))), withIds(range(20).map(index => idAt(7000 + (index * 1000)))), 76);
	expect(new Set(cells).size).toBe(20);
});

test('IDs as measured do not change the columns', () => {
	const records = withIds(['10', '11', '12']);
	const stats = sampleColumns({records, matches: [0, 1, 2]}, false);
	const {columns} = layOutColumns(chosenColumns(undefined, undefined), stats, 76);
	expect(statsInWindow(stats, columns, records)).toBe(stats);
	expect(statsInWindow(stats, columns, [])).toBe(stats);
});

test('no two IDs in the window look alike, whatever was measured', () => {
	const ids = fc.uniqueArray(fc.oneof(fc.uuid(), fc.integer({min: 0}).map(String), fc.string({unit: fc.constantFrom('0', 'a', '_'), minLength: 1, maxLength: 24})), {minLength: 1, maxLength: 30});
	fc.assert(fc.property(ids, ids, (first, visible) => {
		expect(new Set(idCells(withIds(first), withIds(visible), 76)).size).toBe(visible.length);
	}));
});
