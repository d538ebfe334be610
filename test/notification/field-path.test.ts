import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {emptyDraft, fieldsOf} from '../../source/notification/fields.ts';
import {fieldOfPath} from '../../source/notification/field-path.ts';

describe('a path in the request body has a form field', () => {
	test.each([
		['external_user_id', 'userId'],
		['event_details.network', 'network'],
		['event_details.addresses', 'address'],
		['event_details.addresses.0', 'address'],
		['event_details.filters.0.field_name', 'filter.0.fieldName'],
		['event_details.filters.12.value', 'filter.12.value'],
		['event_details.filters.2', 'filter.2.fieldName'],
		['event_details.filters.2.unheard_of', 'filter.2.fieldName'],
		['event_details.graphql.topic_3', 'topic.3'],
	])('%s', (path, field) => {
		expect(fieldOfPath(path.split('.'))).toBe(field);
		expect(fieldOfPath(path.split('.').map(step => (/^\d+$/v.test(step) ? Number(step) : step)))).toBe(field);
	});
});

describe('a path without form field', () => {
	test.each([
		'',
		'unheard_of',
		'userId',
		'network',
		'event_details',
		'event_details.unheard_of',
		'event_details.filters.first',
		'event_details.graphql',
		'event_details.graphql.topic_4',
		'event_details.graphql.topic_00',
		'constructor',
		'__proto__',
	])('%j', path => {
		expect(fieldOfPath(path.split('.'))).toBeUndefined();
	});
});

test('an unknown member of a filter is its first field, even a name that every object has', () => {
	expect(fieldOfPath(['event_details', 'filters', 0, 'constructor'])).toBe('filter.0.fieldName');
});

test('any path has a form field or none', () => {
	const step = fc.oneof(
		fc.string(),
		fc.nat(3),
		fc.constantFrom('event_details', 'filters', 'graphql', 'addresses', 'topic_1', 'value', '__proto__'),
	);
	const filter = {fieldName: '', operator: '', value: '', valueType: ''};
	const draft = {...emptyDraft, channel: 'WEBHOOK', eventType: 'GRAPHQL', filters: [filter, filter, filter, filter]};
	const fields = new Set<string | undefined>([undefined, ...fieldsOf(draft)]);
	fc.assert(
		fc.property(fc.array(step, {maxLength: 5}), path => {
			expect(fields).toContain(fieldOfPath(path));
		}),
	);
});
