import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toDraft, toInput} from '../../../source/notification/fields.ts';
import type {EntryWarning} from '../../../source/files/check-entries.ts';
import type {FileChange} from '../../../source/files/plan.ts';
import {range} from '../../../source/platform/text.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import {layOutPlan, planRows, shortName, type PlanRow} from '../../../source/tui/files/plan-view.tsx';
import {anyText} from '../../helpers/any-text.ts';
import {notificationWith} from '../../helpers/notifications.ts';
import {matching} from '../../helpers/texts.ts';

const of = notificationWith({id: '17', userId: 'u', channel: 'EMAIL', recipient: 'a@example.com', filters: []});
const input = toInput(toDraft(of));
const place = {file: 'alerts.yaml', line: 12, column: 5};
const replace = (changes: Array<{field: string; old: string; new: string}>): FileChange => ({
	kind: 'replace',
	place,
	of,
	input,
	changes,
});
const textsOf = (rows: readonly PlanRow[], isLeftOut = false, columns = 80) => {
	const {count, lineAt} = planRows(rows, new Set(isLeftOut ? rows.map(({key}) => key) : []), columns);
	return range(count).map(index => lineAt(index).text.trimEnd());
};
const textOf = (row: PlanRow, isLeftOut = false, columns = 80) => textsOf([row], isLeftOut, columns)[0]!;
const changeRow = (change: FileChange, warnings: readonly EntryWarning[] = []): PlanRow =>
	layOutPlan({changes: [change], warnings, kept: [], unmanaged: [], isOpen: false})[0]!;

test('what is protected has a row; what is in no file is folded, and shown when it is unfolded', () => {
	expect(textsOf(layOutPlan({changes: [], warnings: [], kept: [], unmanaged: [of], isOpen: false}))).toStrictEqual([
		'▸ 1 in the scope and in no file',
	]);
	expect(
		textsOf(
			layOutPlan({
				changes: [],
				warnings: [],
				kept: [{kind: 'replace', listed: of, rule: {query: [], text: 'user:=ops', place: 'config.yaml line 3'}}],
				unmanaged: [of],
				isOpen: true,
			}),
		),
	).toStrictEqual([
		matching(/^= 17 {2}EMAIL .* {2}protected$/v),
		'▾ 1 in the scope and in no file',
		matching(/^ {2}17 {2}EMAIL/v),
	]);
	expect(layOutPlan({changes: [], warnings: [], kept: [], unmanaged: [], isOpen: true})).toStrictEqual([]);
});

test('what is parked has another sign than what is deleted', () => {
	expect(textOf(changeRow({kind: 'delete', of}))).toMatch(/^- 17/v);
	expect(textOf(changeRow({kind: 'delete', of, place, pause: 'park'}))).toMatch(/^‖ 17/v);
});

test('filters that change are told as their line, a type of its own too', () => {
	const filter = (value: string, valueType: string) => ({fieldName: 'value', operator: 'gt', value, valueType});
	const usdc = {fieldName: 'asset', operator: 'eq', value: 'USDC', valueType: 'str'};
	const before = notificationWith({
		id: '17',
		channel: 'EMAIL',
		recipient: 'a@example.com',
		filters: [filter('10', 'int')],
	});
	const rowOf = (filters: typeof before.filters, changes: Array<{field: string; old: string; new: string}>) =>
		textOf(changeRow({kind: 'replace', place, of: before, input: toInput(toDraft({...before, filters})), changes}));
	const added = ['field_name', 'operator', 'value', 'value_type'].map(name => ({
		field: `event_details.filters.1.${name}`,
		old: '',
		new: 'x',
	}));
	expect(rowOf([filter('10', 'int'), usdc], added)).toBe('~ 17  EMAIL  user  filters value > 10[→ and asset = USDC]');
	expect(rowOf([filter('25', 'int')], [{field: 'event_details.filters.0.value', old: '10', new: '25'}])).toBe(
		'~ 17  EMAIL  user  filters value > [10→25]',
	);
	expect(
		rowOf(
			[filter('25', 'str')],
			[
				{field: 'event_details.filters.0.value', old: '10', new: '25'},
				{field: 'event_details.filters.0.value_type', old: 'int', new: 'str'},
			],
		),
	).toBe('~ 17  EMAIL  user  filters value > [10→25 (str)]');
	expect(rowOf([filter('10', 'str')], [{field: 'event_details.filters.0.value_type', old: 'int', new: 'str'}])).toMatch(
		/value > 10\[→ \(str\)\]$/v,
	);
});

test('members have their short names', () => {
	expect(
		['notification_name', 'event_details.network', 'event_details.x_new', 'x_other'].map(field => shortName(field)),
	).toStrictEqual(['name', 'network', 'x_new', 'x_other']);
});

test('a row fits, whatever the texts are', () => {
	fc.assert(
		fc.property(
			anyText({maxLength: 40}),
			anyText({maxLength: 40}),
			fc.integer({min: 30, max: 120}),
			fc.boolean(),
			(old, next, columns, isLeftOut) => {
				expect(
					widthOf(textOf(changeRow(replace([{field: 'notification_name', old, new: next}])), isLeftOut, columns)),
				).toBeLessThanOrEqual(columns);
				expect(
					widthOf(
						textOf(
							changeRow({kind: 'delete', of: notificationWith({id: '17', channel: 'EMAIL', recipient: old})}),
							isLeftOut,
							columns,
						),
					),
				).toBeLessThanOrEqual(columns);
			},
		),
	);
});
