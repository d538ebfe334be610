import {expect, test} from 'vitest';
import {toEditable} from '../../../source/notification/edit.ts';
import {focusedText, type BulkEditView} from '../../../source/tui/form/bulk-edit.ts';
import {editRows, fieldLines, valueLines} from '../../../source/tui/form/bulk-edit-view.tsx';
import {notificationWith} from '../../helpers/notifications.ts';

const of = notificationWith({id: '207', recipient: 'a@example.com'});
const {before} = toEditable(of, undefined);
const base = {
	items: [{of, before}],
	values: new Map([
		['userId', []],
		[
			'recipient',
			[
				{value: 'a@example.com', count: 1},
				{value: 'b@example.com', count: 4},
			],
		],
	]),
	edits: new Map(),
	leftOut: new Set<string>(),
	outcomes: [],
	focus: 'recipient',
	mode: 'bulk-edit',
	edited: new Map(),
};
const viewWith = (change: object): BulkEditView => ({...base, ...change}) as unknown as BulkEditView;
const changed = {isChanged: true, fields: ['recipient'], after: {...before, recipient: 'noc@example.com'}};

const spoken = (lines: ReadonlyArray<{readonly spoken?: string}>) => lines.flatMap(line => line.spoken ?? []);

test('the focused field is read with its value, its change and its place', () => {
	const read = (view: BulkEditView) =>
		spoken(fieldLines(view, focusedText(view, view.values.get('recipient')!, undefined), 5));
	expect(read(viewWith({}))).toEqual(['Recipient: 2 different, field 2 of 2']);
	expect(read(viewWith({edits: new Map([['recipient', 'noc@example.com']])}))).toEqual([
		'Recipient: noc@example.com, changed, field 2 of 2',
	]);
});

test('a distinct value is read with its count and what it becomes', () => {
	const read = (view: BulkEditView) =>
		spoken(
			valueLines(
				view,
				{selected: 1, top: 0, height: 5},
				focusedText(view, view.values.get('recipient')!, 'b@example.com'),
				80,
			),
		);
	expect(read(viewWith({}))).toEqual(['Recipient, value 2 of 2: b@example.com, 4 notifications']);
	const edits = new Map([['recipient', new Map([['b@example.com', '']])]]);
	expect(read(viewWith({edits}))).toEqual(['Recipient, value 2 of 2: b@example.com, 4 notifications, changed to none']);
});

test('a notification is read with what changes, or the value that stays', () => {
	const read = (view: BulkEditView) => editRows(view, [0], 80).lineAt(0).spoken;
	expect(read(viewWith({outcomes: [changed]}))).toMatch(
		/^207, .*, Recipient from a@example\.com to noc@example\.com$/v,
	);
	expect(read(viewWith({outcomes: [{...changed, isDuplicate: true}]}))).toMatch(
		/ to noc@example\.com, becomes a duplicate$/v,
	);
	expect(read(viewWith({outcomes: [changed], leftOut: new Set(['207'])}))).toMatch(/, a@example\.com, left out$/v);
});
