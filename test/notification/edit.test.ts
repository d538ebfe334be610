import {expect, test} from 'vitest';
import {checkedDraft} from '../../source/query/rules.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';
import {
	lostContent,
	type Editable,
	appendFilters,
	mapField,
	parseReplacement,
	replaceInField,
	setField,
} from '../../source/notification/edit.ts';
import {nameOfField, parseFieldName, pathOf} from '../../source/notification/field-path.ts';
import type {FieldId} from '../../source/notification/spec.ts';
import {containing} from '../helpers/texts.ts';

const draft: Draft = {
	...emptyDraft,
	userId: 'u',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}],
};

test('what the service holds is not checked, what an edit affects is: the recipient of another channel, the other parts of a filter', () => {
	const held = {...draft, recipient: 'nobody', userId: ''};
	expect(checkedDraft({...held, name: 'x'}, {held, acceptInvalid: false})).toEqual({errors: [], warnings: []});
	expect(checkedDraft({...draft, channel: 'WEBHOOK'}, {held: draft, acceptInvalid: false}).errors).toMatchObject([
		{field: 'recipient'},
	]);
	const sent = {...draft, topics: ['0x1', '', '', '']} as const;
	expect(checkedDraft({...sent, eventType: 'GRAPHQL'}, {held: sent, acceptInvalid: false}).errors).toMatchObject([
		{field: 'topic.0'},
	]);
	const isTrue = {...draft, filters: [{...draft.filters[0]!, valueType: 'boolean'}]};
	expect(checkedDraft(isTrue, {held: draft, acceptInvalid: false}).warnings.map(({field}) => field)).toEqual([
		'filter.0.operator',
		'filter.0.value',
	]);
});

test('an unknown template is lost unless another one is given, also an empty one', () => {
	const editable: Editable = {
		of: {...draft, kind: 'notification', id: '1', addresses: draft.addresses},
		before: draft,
		isContentUnknown: true,
	};
	const isTemplate = {losesTemplate: true, losesTopics: false};
	expect(lostContent(editable, draft)).toEqual(isTemplate);
	expect(lostContent(editable, {...draft, template: 'x'})).toBeUndefined();
	expect(lostContent(editable, draft, new Set(['template']))).toBeUndefined();
	expect(lostContent({...editable, isContentUnknown: false}, draft)).toBeUndefined();
	const withTopics = {...draft, topics: ['0x1', '', '', ''] as const};
	const had = {...editable, before: withTopics};
	const without = {...withTopics, template: 'x', topics: ['', '', '', ''] as const};
	expect(lostContent(had, without)).toEqual({losesTemplate: false, losesTopics: true});
	expect(lostContent(had, without, new Set(['topic.0']))).toBeUndefined();
});

test.each([
	['user', 'userId'],
	['external_user_id', 'userId'],
	['to', 'recipient'],
	['delivery_location', 'recipient'],
	['template', 'template'],
	['filter', 'filters'],
	['topic.3', 'topic.3'],
	['filter.12.type', 'filter.12.valueType'],
	['event_details.filters.1.field_name', 'filter.1.fieldName'],
])('%s is a field', (name, field) => {
	expect(parseFieldName(name)).toEqual({ok: true, value: field});
});

test.each([
	['usr', 'Did you mean user?'],
	['topic.4', 'Did you mean topic.0?'],
	['id', 'knows no field "id".'],
	['filter.0', 'Did you mean filter?'],
	['filter.0.values', 'knows no field'],
])('%s is none', (name, words) => {
	expect(parseFieldName(name)).toEqual({ok: false, problem: containing(words)});
});

test('fields are set, channels in capitals; filters are added, or removed', () => {
	const filter = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};
	expect(setField('channel', 'slack')(emptyDraft).channel).toBe('SLACK');
	expect(setField('topic.1', '0x1')(emptyDraft).topics[1]).toBe('0x1');
	const one = appendFilters([filter])(emptyDraft);
	expect(one.filters).toEqual([filter]);
	expect(appendFilters([])(one).filters).toEqual([]);
});

test('in a replacement, $1 is a group, $& what was found, and an escaped slash a slash', () => {
	const old = {...emptyDraft, recipient: 'https://old.example/a'};
	const replaced = (text: string) => {
		const parsed = parseReplacement(text);
		return parsed.ok ? replaceInField('recipient', parsed.value)(old).recipient : parsed.problem;
	};

	expect(replaced('/old/new/')).toBe('https://new.example/a');
	expect(replaced(String.raw`/(old)\.example\/a/$1-$&\/b/`)).toBe('https://old-old.example/a/b');
	expect(replaced('/old/$9/')).toBe('https://.example/a');
	expect(replaced('old/new')).toContain('needs FIELD=/pattern/text/');
});

test('a part of a filter is set where the filter exists', () => {
	const filter = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};
	expect(setField('filter.0.value', '50')({...emptyDraft, filters: [filter]}).filters).toEqual([
		{...filter, value: '50'},
	]);
	expect(setField('filter.1.value', '50')({...emptyDraft, filters: [filter]}).filters).toEqual([filter]);
});

test('distinct values are changed each to another, none twice', () => {
	const swap = mapField(
		'recipient',
		new Map([
			['a', 'b'],
			['b', 'a'],
		]),
	);
	expect(['a', 'b', 'c'].map(recipient => swap({...emptyDraft, recipient}).recipient)).toEqual(['b', 'a', 'c']);
});

test('every field has a name that is read back', () => {
	const names: FieldId[] = [
		'userId',
		'recipient',
		'address',
		'name',
		'template',
		'topic.2',
		'filter.3.operator',
		'filter.0.fieldName',
	];
	for (const field of names) {
		expect(parseFieldName(nameOfField(field))).toEqual({ok: true, value: field});
	}

	expect(nameOfField('recipient')).toBe('to');
	expect(pathOf('topic.2')).toBe('event_details.graphql.topic_2');
});
