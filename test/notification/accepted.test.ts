import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import * as z from 'zod';
import {toCreateBody} from '../../source/service/body.ts';
import {channelNames} from '../../source/notification/channels.ts';
import {checkDraft} from '../../source/notification/check.ts';
import {
	emptyDraft,
	fieldsOf,
	readField,
	rowFieldOf,
	toInput,
	writeField,
	type Draft,
} from '../../source/notification/fields.ts';
import type {FieldId} from '../../source/notification/spec.ts';
import {openForm} from '../../source/tui/form/form.ts';
import {reduceForm} from '../../source/tui/form/form-reducer.ts';
import {body} from '../helpers/command-account.ts';

const filled = z.string().min(1);
const anyText = z.string();

/** A body as interface.md states it, "Resources and their fields": it does not say that a part of a filter must not be empty. */
const documentedBody = z.object({
	external_user_id: filled,
	channel: z.enum(['EMAIL', 'WEBHOOK', 'TELEGRAM', 'SLACK']),
	notification_name: filled.optional(),
	template: filled.optional(),
	delivery_location: filled,
	event_details: z.object({
		network: filled,
		event_type: filled,
		addresses: z.tuple([z.string().regex(/^0x[\dA-Fa-f]+$/v)]),
		filters: z
			.array(z.object({field_name: anyText, operator: anyText, value: anyText, value_type: anyText}))
			.optional(),
		graphql: z.partialRecord(z.enum(['topic_0', 'topic_1', 'topic_2', 'topic_3']), filled).optional(),
	}),
});

const good: Draft = {
	...emptyDraft,
	userId: '42',
	channel: 'EMAIL',
	recipient: 'a@example.com',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
};
const filter = {fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'};

/** Every check of a field that interface.md does not state: what fails it, and where. */
const ownChecks: ReadonlyArray<{readonly title: string; readonly draft: Draft; readonly field: FieldId}> = [
	{
		title: 'an e-mail address with a quoted local part',
		draft: {...good, recipient: '"odd name"@example.com'},
		field: 'recipient',
	},
	{title: 'an e-mail address without a domain', draft: {...good, recipient: 'nobody'}, field: 'recipient'},
	{
		title: 'a webhook in a private network',
		draft: {...good, channel: 'WEBHOOK', recipient: 'http://10.0.0.5/h'},
		field: 'recipient',
	},
	{title: 'a webhook that is no URL', draft: {...good, channel: 'WEBHOOK', recipient: 'hook'}, field: 'recipient'},
	{
		title: 'a wrong checksum',
		draft: {...good, addresses: ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045']},
		field: 'address',
	},
	{
		title: 'a topic that is not 32 bytes',
		draft: {
			...good,
			channel: 'WEBHOOK',
			recipient: 'https://a.example',
			eventType: 'GRAPHQL',
			topics: ['0xddf252ad', '', '', ''],
		},
		field: 'topic.0',
	},
	...(['fieldName', 'operator', 'valueType'] as const).map(part => ({
		title: `a filter without its ${part}`,
		draft: {...good, filters: [{...filter, [part]: ''}]},
		field: `filter.0.${part}` as const,
	})),
];

/** What interface.md states, and nobody can accept. */
const stated: ReadonlyArray<{readonly draft: Draft; readonly field: FieldId}> = [
	...(['userId', 'channel', 'recipient', 'network', 'eventType', 'address'] as const).map(field => ({
		draft: writeField(good, field, ''),
		field,
	})),
	{draft: {...good, channel: 'PAGER'}, field: 'channel'},
	{draft: {...good, addresses: ['vitalik.eth']}, field: 'address'},
];

const acceptAll = (draft: Draft) =>
	Object.fromEntries(fieldsOf(draft).map(field => [field, readField(draft, field).trim()]));

describe('a check that interface.md does not state', () => {
	test.each(ownChecks)('can be accepted in the form: $title', ({draft, field}) => {
		expect(checkDraft(draft).filter(({severity}) => severity === 'error')).toEqual([
			expect.objectContaining({field, canOverride: true}),
		]);
		const refused = reduceForm(openForm({draft}), {type: 'review'});
		expect(refused).toMatchObject({mode: 'write', focus: rowFieldOf(field)});
		expect(reduceForm(reduceForm(refused, {type: 'accept-issue'}), {type: 'review'}).mode).toBe('review');
	});

	test('is the only kind of error, whatever is entered', () => {
		const text = fc.string({unit: 'grapheme', minLength: 1}).filter(one => one.trim() !== '');
		const drafts = fc.record({
			userId: text,
			recipient: text,
			network: text,
			eventType: text,
			channel: fc.constantFrom(...channelNames()),
			name: fc.string(),
			template: fc.string(),
			addresses: fc
				.string({unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength: 64})
				.map(digits => [`0x${digits}`]),
			filters: fc.array(
				fc.record({fieldName: fc.string(), operator: fc.string(), value: fc.string(), valueType: fc.string()}),
				{maxLength: 3},
			),
			topics: fc.tuple(fc.string(), fc.string(), fc.string(), fc.string()),
		});
		fc.assert(
			fc.property(drafts, draft => {
				expect(checkDraft(draft, {accepted: acceptAll(draft)}).filter(({severity}) => severity === 'error')).toEqual(
					[],
				);
				expect(documentedBody.safeParse(toCreateBody(toInput(draft))).error).toBeUndefined();
			}),
		);
	});
});

test.each(stated)('what interface.md states cannot be accepted: $field', ({draft, field}) => {
	expect(checkDraft(draft, {accepted: acceptAll(draft)}).filter(({severity}) => severity === 'error')).toEqual([
		expect.not.objectContaining({canOverride: true}),
	]);
	const refused = reduceForm(openForm({draft}), {type: 'review'});
	expect(refused).toMatchObject({mode: 'write', focus: field});
	expect(reduceForm(reduceForm(refused, {type: 'accept-issue'}), {type: 'review'}).mode).toBe('write');
});

test('a filter that takes the place of another has nothing accepted', () => {
	const draft = {
		...good,
		filters: [
			{...filter, operator: ''},
			{...filter, operator: ''},
		],
	};
	const accepted = reduceForm(reduceForm(openForm({draft}), {type: 'review'}), {type: 'accept-issue'});
	// The first one is removed.
	const edit = {text: readField(draft, 'filters'), cursor: readField({...draft, filters: [filter]}, 'filters').length};
	const line = reduceForm({...accepted, edit}, {type: 'key', key: {name: 'ctrl+u', text: undefined}});
	expect(reduceForm(line, {type: 'review'})).toMatchObject({mode: 'write', focus: 'filters'});
});

test('a body in the test is one that the service takes', () => {
	expect(documentedBody.safeParse(body('u-1')).error).toBeUndefined();
});
