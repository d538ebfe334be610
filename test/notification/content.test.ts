import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import {
	emptyDraft,
	fieldsOf,
	filterOf,
	hasTopics,
	readField,
	toDraft,
	toInput,
	writeField,
	type Draft,
} from '../../source/notification/fields.ts';
import type {Filter, Notification} from '../../source/notification/notification.ts';

const filter = (fieldName: string): Filter => ({fieldName, operator: 'gt', value: '1', valueType: 'int'});

const graphql: Draft = {...emptyDraft, channel: 'WEBHOOK', eventType: 'GRAPHQL', filters: [filter('a'), filter('b')]};

describe('the fields of a draft', () => {
	test('are in form order', () => {
		expect(fieldsOf(emptyDraft)).toEqual([
			'userId',
			'channel',
			'recipient',
			'address',
			'network',
			'eventType',
			'name',
			'template',
		]);
	});

	test('include four for each filter, and four topics for a GraphQL-type webhook', () => {
		const own = fieldsOf(graphql).slice(6, -2).join(' ');
		expect(own).toBe(
			'filter.0.fieldName filter.0.operator filter.0.value filter.0.valueType ' +
				'filter.1.fieldName filter.1.operator filter.1.value filter.1.valueType topic.0 topic.1 topic.2 topic.3',
		);
	});

	test.each([
		['WEBHOOK', 'GRAPHQL', true],
		['WEBHOOK', 'GRAPHQL ', true],
		['EMAIL', 'GRAPHQL', false],
		['WEBHOOK', 'ADDRESS_ACTIVITY', false],
	])('topics on %s and %s: %s', (channel, eventType, has) => {
		expect(hasTopics({...emptyDraft, channel, eventType})).toBe(has);
	});

	test('filterOf returns the filter of a field', () => {
		expect(filterOf('filter.12.valueType')).toEqual({index: 12, part: 'valueType'});
		expect(filterOf('userId')).toBeUndefined();
		expect(filterOf('topic.0')).toBeUndefined();
	});
});

describe('reading and writing a field', () => {
	test('returns the written text and changes no other field and not the given draft', () => {
		const before = structuredClone(graphql);
		fc.assert(
			fc.property(fc.constantFrom(...fieldsOf(graphql)), fc.string(), (field, text) => {
				const after = writeField(graphql, field, text);
				for (const other of fieldsOf(graphql)) {
					expect(readField(after, other)).toBe(other === field ? text : readField(graphql, other));
				}
			}),
		);
		expect(graphql).toEqual(before);
	});
});

describe('what is sent', () => {
	const padded: Draft = {
		userId: ' u\n',
		channel: ' WEBHOOK ',
		name: ' n ',
		recipient: ' https://r ',
		network: ' N ',
		eventType: ' E ',
		addresses: [' 0x1 '],
		filters: [{fieldName: ' f ', operator: ' o ', value: ' v ', valueType: ' t '}],
		template: ' line\n  line ',
		topics: [' a ', '', '', ''],
	};

	test('is trimmed, except the template', () => {
		expect(toInput(padded)).toEqual({
			userId: 'u',
			channel: 'WEBHOOK',
			name: 'n',
			recipient: 'https://r',
			network: 'N',
			eventType: 'E',
			addresses: ['0x1'],
			filters: [{fieldName: 'f', operator: 'o', value: 'v', valueType: 't'}],
			template: ' line\n  line ',
			topics: ['a', '', '', ''],
		});
	});
});

test('a draft of a listed notification is equal to it; template and topics are empty', () => {
	const text = fc.string().map(some => some.trim());
	const listed = fc
		.record({
			userId: text,
			channel: text,
			name: text,
			recipient: text,
			network: text,
			eventType: text,
			addresses: fc.tuple(text),
			filters: fc.array(fc.record({fieldName: text, operator: text, value: text, valueType: text})),
		})
		.map((fields): Notification => ({kind: 'notification', id: '1', ...fields}));
	fc.assert(
		fc.property(listed, notification => {
			const input = toInput(toDraft(notification));
			expect(canonicalForm(input)).toBe(canonicalForm(notification));
			expect([input.template, ...input.topics]).toEqual(['', '', '', '', '']);
		}),
	);
});

test('a draft of a notification without an address has none', () => {
	expect(toDraft({...toInput(emptyDraft), kind: 'notification', id: '1', addresses: []}).addresses).toEqual([]);
});
