import {expect, test} from 'vitest';
import {toDraft, toInput} from '../../../source/notification/fields.ts';
import type {EntryWarning} from '../../../source/files/check-entries.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {type PlanRow, detailHeight, layOutPlan, rowDetail} from '../../../source/tui/files/plan-view.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

const of = notificationWith({id: '17', channel: 'WEBHOOK', recipient: 'https://a.example.com'});
const place = {file: 'alerts.yaml', line: 12, column: 5};
const rowOf = (
	changes: Array<{field: string; old: string; new: string}>,
	warnings: readonly EntryWarning[] = [],
): PlanRow =>
	layOutPlan({
		changes: [{kind: 'replace', place, of, input: toInput(toDraft(of)), changes}],
		warnings,
		kept: [],
		unmanaged: [],
		isOpen: false,
	})[0]!;
const textsOf = (row: PlanRow, columns: number, height: number) =>
	rowDetail(row, columns, height)
		.map(({text}) => text)
		.filter(text => text !== ' ');

const long = (end: string) => `https://hooks.example.org/${'ingest/'.repeat(40)}${end}`;

test.each([
	[38, 2],
	[78, 6],
	[118, 8],
])('what differs between two long addresses is shown in %i columns and %i lines', (columns, height) => {
	const lines = textsOf(
		rowOf([
			{field: 'delivery_location', old: long('500909'), new: long('999999')},
			{field: 'notification_name', old: 'Old', new: 'New'},
		]),
		columns,
		height,
	);
	expect(lines.length).toBeLessThanOrEqual(height);
	expect(Math.max(...lines.map(line => widthOf(line)))).toBeLessThanOrEqual(columns);
	expect(lines.join('').replaceAll(' ', '')).toContain('[500909→999999]');
	expect(lines.at(-1)).toBe('name: Old → New');
});

test('in few lines the rows come first; where all rows fit, the detail takes what they leave', () => {
	expect(detailHeight(1, 1, 9)).toBe(0);
	expect(detailHeight(6, 2, 9)).toBe(2);
	expect(detailHeight(36, 2, 500)).toBe(9);
	expect(detailHeight(96, 2, 500)).toBe(9);
	expect(detailHeight(36, 2, 4)).toBe(30);
	const titleOf = (height: number) => rowDetail(rowOf([{field: 'x', old: 'a', new: 'b'}]), 40, height)[0]!.text;
	expect(titleOf(2)).toBe('x: a → b');
	expect(titleOf(9)).toMatch(/^─ alerts\.yaml, line 12 ─+$/v);
});
