import {describe, expect, test} from 'vitest';
import {createBodySchema, sentBodySchema} from '../../source/api/create-schema.ts';

const filter = {
	field_name: 'a',
	operator: 'b',
	value: '',
	value_type: 'c',
};

/** Every text as short as it may be. */
const least = {
	external_user_id: 'u',
	channel: 'EMAIL',
	delivery_location: 'd',
	event_details: {
		network: 'n',
		event_type: 'e',
		addresses: ['0x0'],
		filters: [filter],
	},
};

const {event_details: details} = least;

test('texts of one character are accepted', () => {
	expect(createBodySchema.safeParse(least)).toMatchObject({success: true});
});

test.each([
	['external_user_id', {...least, external_user_id: ''}],
	['channel', {...least, channel: 'FAX'}],
	['delivery_location', {...least, delivery_location: ''}],
	['event_details.network', {...least, event_details: {...details, network: ''}}],
	['event_details.event_type', {...least, event_details: {...details, event_type: ''}}],
	['event_details.addresses', {...least, event_details: {...details, addresses: []}}],
	['event_details.addresses', {...least, event_details: {...details, addresses: ['0x0', '0x1']}}],
	['event_details.addresses.0', {...least, event_details: {...details, addresses: ['0x']}}],
	['event_details.addresses.0', {...least, event_details: {...details, addresses: [' 0x0']}}],
	[
		'event_details.filters.0.field_name',
		{...least, event_details: {...details, filters: [{...filter, field_name: ''}]}},
	],
	['event_details.filters.0.operator', {...least, event_details: {...details, filters: [{...filter, operator: ''}]}}],
	[
		'event_details.filters.0.value_type',
		{...least, event_details: {...details, filters: [{...filter, value_type: ''}]}},
	],
])('%s is refused', (path, body) => {
	expect(createBodySchema.safeParse(body).error?.issues.map(issue => issue.path.join('.'))).toEqual([path]);
});

describe('what is not documented', () => {
	const within = {...least, event_details: {...details, extra: 1}};
	const beside = {...least, extra: 1};
	const inFilter = {...least, event_details: {...details, filters: [{...filter, extra: 1}]}};

	test.each([
		['taken by the sandbox', createBodySchema, [false, false, false]],
		['sent', sentBodySchema, [true, true, true]],
	])('where a body is %s', (_name, schema, expected) => {
		expect([within, beside, inFilter].map(body => schema.safeParse(body).success)).toEqual(expected);
	});
});
