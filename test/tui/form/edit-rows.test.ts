import fc from 'fast-check';
import {expect, test} from 'vitest';
import {changeSegments, formOf, type EditOutcome} from '../../../source/query/bulk-edit.ts';
import {toEditable} from '../../../source/notification/edit.ts';
import {sanitiseCell} from '../../../source/terminal/sanitise.ts';
import {widthOf} from '../../../source/terminal/width.ts';
import type {BulkEditView} from '../../../source/tui/form/bulk-edit.ts';
import {editRows} from '../../../source/tui/form/bulk-edit-view.tsx';
import {changePieces, segmentPieces} from '../../../source/tui/changes/rows.tsx';
import {anyText} from '../../helpers/any-text.ts';
import {notificationWith} from '../../helpers/notifications.ts';

const of = notificationWith({
	id: '207',
	channel: 'WEBHOOK',
	recipient: 'https://hooks.acme-custody.example.org/a597e50502',
	name: 'Old',
	userId: 'u',
});
const item = {...toEditable(of, undefined), form: formOf(of)};
const outcomeWith = (more: Partial<EditOutcome>): EditOutcome => ({
	after: item.before,
	fields: [],
	isChanged: true,
	error: undefined,
	warning: undefined,
	isProtected: false,
	isDuplicate: false,
	lost: undefined,
	...more,
});
const changed = outcomeWith({
	after: {...item.before, recipient: 'https://events2.example.org/a597e50502', name: 'New'},
	fields: ['recipient'],
});

type Options = {readonly columns?: number; readonly isLeftOut?: boolean};

const textOf = (outcome: EditOutcome, {columns = 100, isLeftOut = false}: Options = {}): string => {
	const view = {
		items: [item],
		outcomes: [outcome],
		leftOut: new Set(isLeftOut ? [of.id] : []),
		focus: 'recipient',
		edits: new Map([['recipient', 'x']]),
		edited: new Map(),
	};
	return editRows(view as unknown as BulkEditView, [0], columns)
		.lineAt(0)
		.text.trimEnd();
};

const signOf = (outcome: EditOutcome, isLeftOut: boolean) => textOf(outcome, {isLeftOut})[0];

test('in a narrow terminal the changed part stays', () => {
	expect(textOf(changed, {columns: 58})).toBe('  207  WEBHOOK  u     …://[hooks.acme-custody→events2].e…2');
});

test('a template that is not known is not shown as none', () => {
	const after = {...item.before, template: 'zed', name: 'New'};
	expect(textOf(outcomeWith({after, fields: ['template']}))).toContain('[not known→zed]');
	expect(textOf(outcomeWith({after: {...after, userId: 'v'}, fields: ['userId']}))).toContain('[u→v]');
});

test('why one is invalid, a duplicate or left out is said', () => {
	const error = {field: 'recipient', severity: 'error', message: 'is not an https:// URL', canOverride: true} as const;
	const invalid = {...changed, error};
	expect(textOf(invalid, {columns: 100})).toMatch(/ {2}Recipient is not an https:\/\/ URL$/v);
	expect(signOf(invalid, false)).toBe('✗');
	expect(textOf({...changed, isDuplicate: true}, {columns: 100})).toMatch(/ {2}becomes a duplicate$/v);
	expect(signOf({...changed, isDuplicate: true}, false)).toBe('!');
	const warning = {
		field: 'network',
		severity: 'warning',
		message: 'is not a network that is used in this account',
	} as const;
	expect(textOf({...changed, warning}, {columns: 150})).toMatch(
		/^! .* {2}Network is not a network that is used in this account$/v,
	);
	expect(textOf(changed, {isLeftOut: true})).toMatch(
		/^· 207 {2}WEBHOOK {2}u {5}https:\/\/hooks\.acme-custody\.example\.org\/a597e50502 +left out$/v,
	);
	expect(signOf(invalid, true)).toBe('·');
});

test('what a short change leaves of the line goes to a long one, and changes without room are counted', () => {
	const rowOf = (columns: number) =>
		changePieces(
			[
				{name: 'to', old: 'https://a.example.org/hooks/eb82e1246cd0', new: 'https://a.example.org/hooks/eb82e1249999'},
				{name: 'template', old: '', new: '{{value}} arrived'},
				{name: 'name', old: 'Old', new: 'New'},
			],
			columns,
		)
			.map(({text}) => text)
			.join('');
	expect(rowOf(110)).toBe(
		'to https://a.example.org/hooks/[eb82e1246cd0→eb82e1249999] · template [→{{value}} arrived] · name [Old→New]',
	);
	expect(rowOf(66)).toBe('to [eb8…cd0→eb8…999] · template [→{{value…rrived] · name [Old→New]');
	expect(rowOf(36)).toBe('to [eb82e…46cd0→eb82e…9999] · 2 more');
	fc.assert(
		fc.property(fc.integer({min: 36, max: 120}), columns => {
			expect(widthOf(rowOf(columns))).toBeLessThanOrEqual(columns);
		}),
	);
});

test('the pieces of a change fit, whatever the texts are', () => {
	fc.assert(
		fc.property(
			anyText({maxLength: 40}),
			anyText({maxLength: 40}),
			fc.integer({min: 9, max: 60}),
			(old, next, columns) => {
				const pieces = segmentPieces(changeSegments(sanitiseCell(old), sanitiseCell(next)), columns);
				expect(pieces.reduce((sum, {text}) => sum + widthOf(text), 0)).toBeLessThanOrEqual(columns);
			},
		),
	);
});
