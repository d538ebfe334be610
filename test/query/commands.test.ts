import {expect, test} from 'vitest';
import {
	commandsFor,
	type CommandChange,
	editArguments,
	type EditArgumentsOptions,
} from '../../source/query/commands.ts';
import {emptyDraft, toInput, type Draft} from '../../source/notification/fields.ts';
import type {NotificationInput} from '../../source/notification/notification.ts';
import {readEdits, type FieldEdits} from '../../source/query/bulk-edit.ts';
import {parseReplacement, replaceInField} from '../../source/notification/edit.ts';

const input = toInput({
	...emptyDraft,
	userId: '42',
	channel: 'EMAIL',
	name: 'a',
	recipient: 'a@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
});

const edit = (
	after: Partial<NotificationInput>,
	{id = '7', template = ''}: {readonly id?: string; readonly template?: string | undefined} = {},
): CommandChange => {
	const {template: _, topics, ...fields} = input;
	return {
		kind: 'replace',
		input: {...input, ...after},
		snapshot: {id, raw: {}, input: fields, template: template === 'unknown' ? undefined : template, topics},
	};
};

const wordsOf = (...changes: readonly CommandChange[]) =>
	commandsFor(changes, []).commands.map(({words}) => words.join(' '));

test('an option says what chainbell would otherwise refuse: an unknown template, an invalid value, a duplicate', () => {
	expect(wordsOf(edit({name: 'b'}))).toEqual(['edit --set name=b 7']);
	expect(wordsOf(edit({name: 'b'}, {template: 'unknown'}))).toEqual(['edit --set name=b --accept-unknown-template 7']);
	expect(wordsOf(edit({recipient: 'nobody'}))).toEqual(['edit --set to=nobody --accept-invalid 7']);
	const create = {kind: 'create', input, snapshot: undefined} as const;
	expect(wordsOf({...create, isDuplicate: true})[0]).toMatch(/ --allow-duplicate$/v);
	expect(wordsOf(create, {...create, isDuplicate: true})).toEqual(['create -f - --allow-duplicate']);
	expect(wordsOf(create, {...create, input: {...input, recipient: 'nobody'}})).toEqual([
		'create -f - --accept-invalid',
	]);
});

test('filters are changed by their parts; another number of them is set anew', () => {
	const filters = [{fieldName: 'value', operator: 'gt', value: '10', valueType: 'int'}];
	expect(wordsOf(edit({filters}))).toEqual(['edit --set filter= --set filter=value > 10 7']);
	expect(wordsOf({kind: 'create', input: {...input, filters}, snapshot: undefined})[0]).toContain(
		'--filter value > 10',
	);
	const {kind, snapshot} = edit({});
	const held = {...snapshot!, input: {...snapshot!.input, filters}};
	expect(wordsOf({kind, snapshot: held, input: {...input, filters: [{...filters[0]!, value: '50'}]}})).toEqual([
		'edit --set filter.0.value=50 7',
	]);
	expect(wordsOf({kind, snapshot: held, input})).toEqual(['edit --set filter= 7']);
});

test('what options cannot say is a body of a create, and of an edit a reason', () => {
	const extras = {chain_id: 1};
	expect(
		commandsFor([{kind: 'create', input: {...input, extras}, snapshot: undefined}], ['--sandbox']).commands,
	).toEqual([{words: ['--sandbox', 'create', '-f', '-'], bodies: [{...input, extras}]}]);
	expect(commandsFor([edit({extras})], [])).toEqual({
		commands: [],
		unsaid: ['The edit of 7 changed what the options of chainbell edit cannot say. chainbell edit --editor can.'],
	});
	expect(commandsFor([{...edit({name: 'b'}), isRedacted: true}], [])).toEqual({
		commands: [],
		unsaid: ['7 contained the API key, which is never stored.'],
	});
});

test('edits with the same options are one command, and many IDs several', () => {
	expect(wordsOf(edit({name: 'b'}, {id: '1'}), edit({name: 'c'}, {id: '-n'}), edit({name: 'b'}, {id: '3'}))).toEqual([
		'edit --set name=b 1 3',
		'edit --set name=c -- -n',
	]);
	const many = Array.from({length: 1001}, (_, id): CommandChange => ({...edit({}, {id: String(id)}), kind: 'delete'}));
	expect(commandsFor(many, []).commands.map(({words}) => words.length)).toEqual([501, 501, 2]);
});

const argumentsOf = (edits: FieldEdits, more: Partial<EditArgumentsOptions> = {}) =>
	editArguments({targets: {ids: ['1', '2']}, edits, acceptsUnknownTemplate: false, acceptsInvalid: false, ...more});

test('a set, a replacement and the targets are options of edit', () => {
	const edits: FieldEdits = new Map([
		['recipient', '/old/new'],
		['userId', 'ops 2'],
		['filter.0.value', '50'],
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
		argumentsOf(new Map([['recipient', '/old/new/']]), {
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
	const edits: FieldEdits = new Map([['recipient', values]]);
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
	expect(argumentsOf(new Map([['recipient', values]]))).toBeUndefined();
});
