import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toDraft, toInput} from '../../../source/domain/draft/draft.ts';
import type {FileChange} from '../../../source/files/changes.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {layOutPlan, planRow, shortName, type PlanRow} from '../../../source/tui/files/file-plan-rows.ts';
import {anyText} from '../../helpers/any-text.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const of = notificationWith({id: '17', channel: 'EMAIL', recipient: 'a@example.com'});
const input = toInput(toDraft(of));
const place = {file: 'alerts.yaml', line: 12, column: 5};
const replace = (changes: Array<{field: string; old: string; new: string}>): FileChange => ({kind: 'replace', place, of, input, changes});
const textOf = (row: PlanRow, isLeftOut = false, columns = 80, idWidth = 3) => planRow(row, {isLeftOut, idWidth, columns}).map(({text}) => text).join('');
const changeRow = (change: FileChange): PlanRow => ({kind: 'change', index: 0, change});

test('a replacement shows what changes, a creation and a deletion their sentence', () => {
	expect(textOf(changeRow(replace([{field: 'delivery_location', old: 'a@example.com', new: 'b@example.com'}, {field: 'event_details.filters.0.value', old: '10', new: '25'}])))).toBe('~ 17   to [a→b]@example.com · filter.0.value [10→25]');
	expect(textOf(changeRow({kind: 'delete', of}))).toMatch(/^- 17 {3}E-mail a@example\.com /v);
	expect(textOf(changeRow({kind: 'create', place, input, existing: 0}), false, 80, 7)).toMatch(/^\+ line 12 {2}E-mail a@example\.com /v);
	expect(textOf(changeRow({kind: 'delete', of}), true)).toMatch(/^ {2}17 {3}E-mail .* {2}left out$/v);
});

test('what is protected has a row; what is in no file is folded, and shown when it is unfolded', () => {
	expect(layOutPlan([], {kept: [], unmanaged: [of], isOpen: false}).map(row => textOf(row))).toStrictEqual(['▸ 1 in the scope and in no file']);
	expect(layOutPlan([], {kept: [{kind: 'replace', listed: of, rule: {query: [], text: 'user:=ops', place: 'config.yaml line 3'}}], unmanaged: [of], isOpen: true}).map(row => textOf(row))).toStrictEqual([expect.stringMatching(/^= 17 {3}E-mail .* {2}protected$/v), '▾ 1 in the scope and in no file', expect.stringMatching(/^ {2}17 {3}E-mail/v)]);
	expect(layOutPlan([], {kept: [], unmanaged: [], isOpen: true})).toStrictEqual([]);
});

test('members have their short names', () => {
	expect(['notification_name', 'event_details.network', 'event_details.x_new', 'x_other'].map(field => shortName(field))).toStrictEqual(['name', 'network', 'x_new', 'x_other']);
});

test('a row fits, whatever the texts are', () => {
	fc.assert(fc.property(anyText({maxLength: 40}), anyText({maxLength: 40}), fc.integer({min: 30, max: 120}), fc.boolean(), (old, next, columns, isLeftOut) => {
		expect(widthOf(textOf(changeRow(replace([{field: 'notification_name', old, new: next}])), isLeftOut, columns))).toBeLessThanOrEqual(columns);
		expect(widthOf(textOf(changeRow({kind: 'delete', of: notificationWith({id: '17', channel: 'EMAIL', recipient: old})}), isLeftOut, columns))).toBeLessThanOrEqual(columns);
	}));
});
