import {expect, test} from 'vitest';
import type {Notification} from '../../../source/domain/notification.ts';
import {layOutRows, noFolds} from '../../../source/domain/query/rows.ts';
import {emptyView} from '../../../source/domain/query/view.ts';
import {range} from '../../../source/system/range.ts';
import {sampleColumns} from '../../../source/tui/list/column-stats.ts';
import {columns, layOutColumns} from '../../../source/tui/list/columns.ts';
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
	const {columns: placed} = layOutColumns(columns, sampleColumns({records, matches: range(520).slice(500)}, false), 78);
	const screen = renderScreen(<Table rows={rows} columns={placed} selected={505} top={500} height={20} width={80}/>);
	expect(screen.frame()).toContain('> 505');
	expect(screen.frame()).toContain('name 519');
	expect(screen.frame().split('\n')).toHaveLength(21);
});
