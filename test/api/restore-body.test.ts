import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readRecord} from '../../source/api/listing/read-record.ts';
import {sentBodySchema, type CreateBody} from '../../source/api/create-schema.ts';
import type {Notification, NotificationInput} from '../../source/domain/notification.ts';
import {toRestoreBody, undocumentedMembers} from '../../source/api/restore-body.ts';

const text = fc.constantFrom('', 'a', '0x', '0x1f', '0xzz', 'EMAIL', 'SMS');
const filter = fc.constant({field_name: 'a', operator: 'b', value: 'c', value_type: 'd'});

test('the members that interface.md does not allow are those that the schema complains about', () => {
	fc.assert(fc.property(fc.record({
		external_user_id: text,
		channel: text,
		delivery_location: text,
		event_details: fc.record({network: text, event_type: text, addresses: fc.tuple(text), filters: fc.array(filter, {maxLength: 2})}),
	}), body => {
		const issues = sentBodySchema.safeParse(body).error?.issues ?? [];
		expect(undocumentedMembers(body as CreateBody)).toEqual(new Set(issues.map(({path}) => path.slice(0, path[0] === 'event_details' ? 2 : 1).join('.'))));
	}), {numRuns: 300, seed: 1});
});

describe('a body that recreates', () => {
	const listed = {
		id: 1,
		external_user_id: 7,
		channel: 'EMAIL',
		notification_name: null,
		delivery_location: 'ops@example.com',
		team: 'treasury',
		template: 'Look',
		event_details: {
			network: 'ETH_MAINNET', event_type: null, addresses: ['0x1', '0x2'], confirmations: 3,
		},
	};
	const {id: _id, notification_name: _name, ...recreated} = listed;
	const {event_type: _type, ...details} = listed.event_details;

	/** What an operator leaves as it is, and changes. */
	const edited = (change: Partial<NotificationInput> = {}): NotificationInput => {
		const record = readRecord(listed, 0) as Notification;
		const {userId, channel, name, recipient, network, eventType, addresses, filters, extras} = record;
		return {
			userId, channel, name, recipient, network, eventType, addresses, filters, extras, template: '', topics: ['', '', '', ''], ...change,
		};
	};

	test('has what was listed, with the types it had, without what was null and what the service makes', () => {
		expect(toRestoreBody(edited(), listed)).toEqual({...recreated, event_details: details});
	});

	test('has what was changed as it is documented', () => {
		expect(toRestoreBody(edited({name: 'Hot', template: 'New', addresses: ['0x3']}), listed)).toEqual({
			...recreated, notification_name: 'Hot', template: 'New', event_details: {...details, addresses: ['0x3']},
		});
	});

	test('of a record that cannot be read has what is documented', () => {
		expect(toRestoreBody(edited(), {id: 1, event_details: 'none'})).toMatchObject({external_user_id: '7', event_details: {addresses: ['0x1']}});
	});
});
