import {expect, test, describe} from 'vitest';
import {
	blankDraft,
	readField,
	writeField,
	emptyDraft,
	fieldsOf,
	filterOf,
	hasTopics,
	toDraft,
	toInput,
	type Draft,
} from '../../source/notification/fields.ts';
import {differences, fields, groupLetters, sortLetters} from '../../source/notification/spec.ts';
import {notificationWith} from '../helpers/notifications.ts';
import fc from 'fast-check';
import {canonicalForm} from '../../source/notification/equivalence.ts';
import type {Filter, Notification} from '../../source/notification/notification.ts';
import {fieldOfPath} from '../../source/notification/field-path.ts';

test.each(['name', 'path', 'label'] as const)('no two fields share a %s', key => {
	expect(new Set(fields.map(field => field[key])).size).toBe(fields.length);
});

test('every name can be a search prefix', () => {
	expect(fields.filter(({name}) => !/^[a-z]{1,12}$/v.test(name))).toEqual([]);
});

test.each([
	['sort', sortLetters()],
	['group', groupLetters()],
])('no two choices of %s share a letter, or take one that moves the cursor', (_name, letters) => {
	const taken = Object.values(letters);
	expect(new Set(taken).size).toBe(taken.length);
	expect(taken.filter(letter => !/^[a-z]$/v.test(letter) || 'hl'.includes(letter))).toEqual([]);
});

test('the line of the filters is read as it is typed, also while it has a mistake', () => {
	const typed = writeField(blankDraft, 'filters', 'value>100  and asset');
	expect(readField(typed, 'filters')).toBe('value>100  and asset');
	expect(typed.filters).toMatchObject([{fieldName: 'value', operator: 'gt', value: '100'}, {fieldName: 'asset'}]);
	const whole = writeField(typed, 'filters', 'value>100  and asset = USDC');
	expect(readField(whole, 'filters')).toBe('value > 100 and asset = USDC');
	expect(whole).not.toHaveProperty('filtersText');
});

test('each field reads its own value', () => {
	const notification = notificationWith({
		id: '7',
		name: 'n',
		channel: 'C',
		userId: 'u',
		recipient: 'r',
		network: 'N',
		eventType: 'E',
		addresses: ['0x1', '0x2'],
		filters: [
			{fieldName: 'value', operator: 'gt', value: '1', valueType: 'int'},
			{fieldName: 'asset', operator: 'eq', value: 'ETH', valueType: 'str'},
		],
	});
	expect(fields.map(({name, read}) => `${name}: ${read(notification)}`)).toEqual([
		'id: 7',
		'name: n',
		'channel: C',
		'user: u',
		'recipient: r',
		'filter: value > 1 (int) and asset = ETH (str)',
		'network: N',
		'address: 0x1 0x2',
		'event: E',
	]);
});

const filter = (fieldName: string): Filter => ({fieldName, operator: 'gt', value: '1', valueType: 'int'});

const graphql: Draft = {...emptyDraft, channel: 'WEBHOOK', eventType: 'GRAPHQL', filters: [filter('a'), filter('b')]};

describe('the fields of a draft', () => {
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

test('reading and writing a field returns the written text and changes no other field and not the given draft', () => {
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
		.map((some): Notification => ({kind: 'notification', id: '1', ...some}));
	fc.assert(
		fc.property(listed, notification => {
			const input = toInput(toDraft(notification));
			expect(canonicalForm(input)).toBe(canonicalForm(notification));
			expect([input.template, ...input.topics]).toEqual(['', '', '', '', '']);
		}),
	);
});

test.each([
	['external_user_id', 'userId'],
	['event_details.network', 'network'],
	['event_details.addresses', 'address'],
	['event_details.addresses.0', 'address'],
	['event_details.filters.0.field_name', 'filter.0.fieldName'],
	['event_details.filters.12.value', 'filter.12.value'],
	['event_details.filters.2', 'filter.2.fieldName'],
	['event_details.graphql.topic_3', 'topic.3'],
])('a path in the request body has a form field: %s', (path, field) => {
	expect(fieldOfPath(path.split('.'))).toBe(field);
	expect(fieldOfPath(path.split('.').map(step => (/^\d+$/v.test(step) ? Number(step) : step)))).toBe(field);
});

test.each([
	'',
	...'unheard_of userId network event_details event_details.unheard_of event_details.filters.first event_details.filters.2.unheard_of event_details.graphql event_details.graphql.topic_4 event_details.graphql.topic_00 constructor __proto__'.split(
		' ',
	),
])('a path without a form field: %j', path => {
	expect(fieldOfPath(path.split('.'))).toBeUndefined();
});

test('any path has a form field or none', () => {
	const step = fc.oneof(
		fc.string(),
		fc.nat(3),
		fc.constantFrom('event_details', 'filters', 'graphql', 'addresses', 'topic_1', 'value', '__proto__'),
	);
	const some = filter('');
	const draft = {...emptyDraft, channel: 'WEBHOOK', eventType: 'GRAPHQL', filters: [some, some, some, some]};
	const known = new Set<string | undefined>([undefined, ...fieldsOf(draft)]);
	fc.assert(
		fc.property(fc.array(step, {maxLength: 5}), path => {
			expect(known).toContain(fieldOfPath(path));
		}),
	);
});

test('a template in place of one that is not known is a difference; one that is not known later is not', () => {
	const of = notificationWith({});
	const compared = (before?: string, after?: string) =>
		differences({...of, template: before}, {...of, template: after}).map(each => `${each.old}→${each.new}`);
	expect(compared(undefined, 'zed')).toEqual(['not known→zed']);
	expect(compared(undefined, '')).toEqual([]);
	expect(compared('abc', undefined)).toEqual([]);
	expect(compared('abc', '')).toEqual(['abc→']);
});
