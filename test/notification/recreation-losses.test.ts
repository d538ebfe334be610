import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {toCreateBody, toSentBody} from '../../source/service/body.ts';
import {readCreateBody} from '../../source/sandbox/body.ts';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {recreationLosses} from '../../source/notification/losses.ts';
import {takeSnapshot} from '../../source/changes/alike.ts';
import {input} from '../ledger/ledgers.ts';

const {template, topics} = input;
const {template: _template, ...listed} = toCreateBody(input);

/** The snapshot of a record as listed. */
function snapshotOf(record: object, sent?: Parameters<typeof takeSnapshot>[1]) {
	const read = readRecord({id: 7, ...record}, 0);
	if (read.kind === 'unreadable') {
		throw new Error(read.problem);
	}

	return takeSnapshot(read, sent);
}

const sent = {template, topics};
const details = (change: object) => ({...listed, event_details: {...listed.event_details, ...change}});

test('what was sent from this machine, as documented, is recreated exactly', () => {
	expect(recreationLosses(snapshotOf(listed, sent))).toStrictEqual({isContentUnknown: false, undocumented: []});
});

test('without what was sent, the template is unknown; a service that lists it makes it known', () => {
	expect(recreationLosses(snapshotOf(listed)).isContentUnknown).toBe(true);
	expect(recreationLosses(snapshotOf({...listed, template: 'Look'})).isContentUnknown).toBe(false);
	const webhook = {...details({event_type: 'GRAPHQL'}), channel: 'WEBHOOK', template: 'Look'};
	expect(recreationLosses(snapshotOf(webhook)).isContentUnknown).toBe(true);
	expect(
		recreationLosses(snapshotOf({...webhook, event_details: {...webhook.event_details, graphql: {topic_0: '0x1'}}}))
			.isContentUnknown,
	).toBe(false);
});

test.each([
	['two addresses', details({addresses: ['0x1', '0x2']}), '2 addresses'],
	['an address of another form', details({addresses: ['bc1q']}), 'an address that is not hexadecimal'],
	['an unknown channel', {...listed, channel: 'PAGER'}, 'channel PAGER'],
	['no recipient', {...listed, delivery_location: ''}, 'no recipient'],
	['an incomplete filter', details({filters: [{field_name: 'value'}]}), 'a filter that is not complete'],
	[
		'a number',
		details({filters: [{field_name: 'value', operator: 'gt', value: 5, value_type: 'int'}]}),
		'values that are not text',
	],
	['an unknown member', {...listed, status: 'active', created_at: '2026-01-01'}, 'members status'],
	[
		'an unknown member of a filter',
		details({filters: [{field_name: 'value', operator: 'gt', value: '5', value_type: 'int', note: ''}]}),
		'members filters.note',
	],
])('%s is not documented', (_name, record, what) => {
	expect(recreationLosses(snapshotOf(record, sent)).undocumented).toStrictEqual([what]);
});

test('whatever is called documented is a body that interface.md allows', () => {
	const text = fc.constantFrom('', 'a', '0x1', 'EMAIL', 'PAGER');
	const scalar = fc.oneof({weight: 4, arbitrary: text}, fc.constantFrom(null, 5, true));
	const filter = fc.record(
		{field_name: scalar, operator: scalar, value: scalar, value_type: scalar, note: text},
		{requiredKeys: []},
	);
	const record = fc.record(
		{
			external_user_id: scalar,
			channel: scalar,
			notification_name: scalar,
			delivery_location: scalar,
			tag: scalar,
			created_at: scalar,
			event_details: fc.record(
				{
					network: scalar,
					event_type: scalar,
					addresses: fc.array(scalar, {maxLength: 2}),
					filters: fc.array(filter, {maxLength: 1}),
					tag: scalar,
				},
				{requiredKeys: []},
			),
		},
		{requiredKeys: []},
	);
	const mostlyGood = fc
		.record({change: record, isBad: fc.boolean()})
		.map(({change, isBad}) => (isBad ? change : {...listed, ...change, channel: 'EMAIL'}));
	fc.assert(
		fc.property(mostlyGood, change => {
			const snapshot = snapshotOf(change, sent);
			const body = toSentBody({...snapshot.input, ...sent}, snapshot.raw);
			const isDocumented = recreationLosses(snapshot).undocumented.length === 0;
			expect('body' in readCreateBody(Buffer.from(JSON.stringify(body)))).toBe(isDocumented);
		}),
	);
});
