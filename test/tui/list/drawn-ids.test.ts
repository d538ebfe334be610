import {describe, expect, test} from 'vitest';
import type {ListedRecord} from '../../../source/domain/notification.ts';
import {range} from '../../../source/platform/text.ts';
import {sampleColumns, type ListStats} from '../../../source/tui/list/column-stats.ts';
import {cellOf, chosenColumns, layOutColumns} from '../../../source/tui/list/columns.ts';
import {withDrawnIds} from '../../../source/tui/list/drawn-ids.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const withIds = (ids: readonly string[]) =>
	ids.map((id, index) =>
		notificationWith({
			id,
			name: `Alert ${id}`,
			userId: `customer-${index % 7}04192`,
			channel: index % 2 === 0 ? 'EMAIL' : 'WEBHOOK',
			recipient: `treasury+${id}@very-long-subdomain.example.com`,
			addresses: [`0x${'ab'.repeat(18)}${String(index).padStart(4, '0')}`],
		}),
	);

const sampled = (records: readonly ListedRecord[]): ListStats =>
	sampleColumns({records, matches: range(records.length)});

/** The cells of the IDs of some rows, in a list of so many columns. */
function cellsOf(stats: ListStats, drawn: ReturnType<typeof withIds>, width: number): string[] {
	const [id] = layOutColumns(chosenColumns(undefined, undefined), stats, width).columns;
	return drawn.map(record => cellOf(record, id!));
}

const first = sampled(withIds(range(32).map(index => String(index + 1))));

describe.each([36, 56, 76])('in a list of %i columns', width => {
	test('short IDs that are longer than those of the first rows are whole', () => {
		const drawn = withIds(range(20).map(index => String(39_981 + index)));
		expect(new Set(cellsOf(first, drawn, width)).size).toBeLessThan(20);
		expect(cellsOf(withDrawnIds(first, drawn), drawn, width)).toEqual(drawn.map(({id}) => id));
	});
});

test('what was drawn before keeps its room, and rows that need no more change nothing', () => {
	const last = withIds(['39981', '39982']);
	const widened = withDrawnIds(first, last);
	expect(widened.get('id')).toMatchObject({widest: 5, common: 5});
	expect(withDrawnIds(widened, withIds(['1', '2']))).toBe(widened);
	expect(withDrawnIds(widened, last)).toBe(widened);
	expect(withDrawnIds(first, withIds(['7', '12']))).toBe(first);
});

test('rows without an ID, and columns that are not measured, change nothing', () => {
	expect(withDrawnIds(first, [{kind: 'unreadable', index: 0, problem: 'no ID', raw: {}}, undefined])).toBe(first);
	const none: ListStats = new Map();
	expect(withDrawnIds(none, withIds(['39981']))).toBe(none);
});
