import {expect, test} from 'vitest';
import {editArguments, type EditArgumentsOptions} from '../../source/query/commands.ts';
import {readEdits, type FieldEdits} from '../../source/query/bulk-edit.ts';
import {parseReplacement, replaceInField} from '../../source/notification/edit.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';

const argumentsOf = (edits: FieldEdits, more: Partial<EditArgumentsOptions> = {}) =>
	editArguments({targets: {ids: ['1', '2']}, edits, acceptsUnknownTemplate: false, acceptsInvalid: false, ...more});

test('a set, a replacement and the targets are options of edit', () => {
	const edits: FieldEdits = new Map([
		['recipient', {kind: 'text', text: '/old/new'}],
		['userId', {kind: 'text', text: 'ops 2'}],
		['filter.0.value', {kind: 'text', text: '50'}],
	]);
	expect(argumentsOf(edits)).toEqual([
		'edit',
		'--replace',
		'to=/old/new/',
		'--set',
		'user=ops 2',
		'--set',
		'filter.0.value=50',
		'1',
		'2',
	]);
	expect(argumentsOf(edits, {targets: {query: 'channel:webhook'}})).toEqual([
		'edit',
		'--query',
		'channel:webhook',
		'--replace',
		'to=/old/new/',
		'--set',
		'user=ops 2',
		'--set',
		'filter.0.value=50',
	]);
	expect(
		argumentsOf(new Map([['recipient', {kind: 'text', text: '/old/new/'}]]), {
			acceptsUnknownTemplate: true,
			acceptsInvalid: true,
			targets: {ids: ['-1']},
		}),
	).toEqual(['edit', '--replace', 'to=/old/new/', '--accept-unknown-template', '--accept-invalid', '--', '-1']);
});

test('distinct values are replaced in an order in which no result is replaced again', () => {
	const values = new Map([
		['a', 'b'],
		['b', 'c/d'],
		['https://x.example/?a=(1)', 'e'],
	]);
	const edits: FieldEdits = new Map([['recipient', {kind: 'values', values}]]);
	const options = argumentsOf(edits, {targets: {ids: []}})!
		.filter(text => text.startsWith('to='))
		.map(text => parseReplacement(text.slice('to='.length)));
	const byCommand = (recipient: string) => {
		let draft: Draft = {...emptyDraft, recipient};
		for (const option of options) {
			draft = option.ok ? replaceInField('recipient', option.value)(draft) : expect.fail(option.problem);
		}

		return draft.recipient;
	};

	const byScreen = (recipient: string) => readEdits(edits).changes[0]!({...emptyDraft, recipient}).recipient;
	for (const recipient of ['a', 'b', 'c', 'ab', 'https://x.example/?a=(1)', '']) {
		expect(byCommand(recipient)).toBe(byScreen(recipient));
	}
});

test.each([
	[
		new Map([
			['a', 'b'],
			['b', 'a'],
		]),
	],
	[new Map([['a', '$1']])],
	[new Map([['a', 'b\\']])],
])('what the options cannot say has no command', values => {
	expect(argumentsOf(new Map([['recipient', {kind: 'values', values}]]))).toBeUndefined();
});
