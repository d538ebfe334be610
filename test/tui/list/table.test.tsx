import {expect, test} from 'vitest';
import type {Notification} from '../../../source/domain/notification.ts';
import {layOutRows, noFolds} from '../../../source/domain/query/rows.ts';
import {emptyView} from '../../../source/domain/query/view.ts';
import {range} from '../../../source/system/range.ts';
import {columns, gap, placeColumns} from '../../../source/tui/list/columns.ts';
import {Table} from '../../../source/tui/list/table.tsx';
import {renderScreen} from '../../helpers/screen.tsx';

const row = (id: number): Notification => ({
	kind: 'notification', id: String(id), userId: 'u', channel: 'EMAIL', name: `name ${id}`, recipient: 'r', network: 'N', eventType: 'E', addresses: [], filters: [], raw: {},
});

test('reads only the rows in the window', () => {
	const untouchable = new Proxy(row(0), {
		get() {
			throw new Error('a row outside of the window was read');
		},
	});
	const records = Array.from({length: 100_000}, (_value, index) => index >= 500 && index < 520 ? row(index) : untouchable);
	const matches = range(records.length);
	const rows = layOutRows({...emptyView, records, matches}, noFolds);
	const screen = renderScreen(<Table rows={rows} selected={505} top={500} height={20} width={80}/>);
	expect(screen.frame()).toContain('> 505');
	expect(screen.frame()).toContain('name 519');
	expect(screen.frame().split('\n')).toHaveLength(21);
});

test.each([20, 38, 60, 78, 98, 118, 200, 400])('at %d columns the columns fit, and those of the lowest priority are left out', room => {
	const placed = placeColumns(columns, room);
	const width = placed.reduce((sum, column) => sum + column.width + gap, -gap);
	expect(width).toBeLessThanOrEqual(room);
	const shown = new Set(placed.map(({title}) => title));
	const leastShown = Math.max(...placed.map(({priority}) => priority));
	expect(columns.filter(({priority}) => priority < leastShown).every(({title}) => shown.has(title))).toBe(true);
});

test.each([
	[200, 'ID NAME CHANNEL USER RECIPIENT NETWORK EVENT ADDRESS'],
	[98, 'ID NAME CHANNEL USER RECIPIENT NETWORK ADDRESS'],
	[70, 'ID NAME CHANNEL RECIPIENT ADDRESS'],
	[50, 'ID NAME CHANNEL RECIPIENT'],
	[24, 'ID NAME'],
])('at %d columns these columns are shown: %s', (room, titles) => {
	expect(placeColumns(columns, room).map(({title}) => title).join(' ')).toBe(titles);
});

test('recipients and addresses are cut in the middle, so that both ends can be compared', () => {
	const cut = columns.filter(column => column.cut('abcdefghij', 7).endsWith('j')).map(({title}) => title);
	expect(cut).toEqual(['RECIPIENT', 'ADDRESS']);
});
