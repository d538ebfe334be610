import {expect, test} from 'vitest';
import {checkedDraft} from '../../source/query/rules.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';
import {changedFields, losesContent, type Editable} from '../../source/notification/edit.ts';

const draft: Draft = {
	...emptyDraft,
	userId: 'u',
	channel: 'EMAIL',
	recipient: 'ops@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	filters: [{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'}],
};

test('the changed fields are named, also those of filters', () => {
	expect(changedFields(draft, draft)).toEqual([]);
	expect(changedFields(draft, {...draft, name: 'x', filters: []})).toEqual([
		'filter.0.fieldName',
		'filter.0.operator',
		'filter.0.value',
		'filter.0.valueType',
		'name',
	]);
});

test('what the service holds is not checked, what an edit affects is: the recipient of another channel, the other parts of a filter', () => {
	const held = {...draft, recipient: 'nobody', userId: ''};
	expect(checkedDraft({...held, name: 'x'}, {held, acceptInvalid: false})).toEqual({errors: [], warnings: []});
	expect(checkedDraft({...draft, channel: 'WEBHOOK'}, {held: draft, acceptInvalid: false}).errors).toMatchObject([
		{field: 'recipient'},
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
	expect(losesContent(editable, draft, new Set())).toBe(true);
	expect(losesContent(editable, {...draft, template: 'x'}, new Set())).toBe(false);
	expect(losesContent(editable, draft, new Set(['template']))).toBe(false);
	expect(losesContent({...editable, isContentUnknown: false}, draft, new Set())).toBe(false);
	const withTopics = {...draft, topics: ['0x1', '', '', ''] as const};
	expect(
		losesContent(
			{...editable, before: withTopics},
			{...withTopics, template: 'x', topics: ['', '', '', '']},
			new Set(),
		),
	).toBe(true);
	expect(
		losesContent(
			{...editable, before: withTopics},
			{...withTopics, template: 'x', topics: ['', '', '', '']},
			new Set(['topic.0']),
		),
	).toBe(false);
});
