import {describe, expect, test} from 'vitest';
import {readRecord} from '../../source/service/listing/read-record.ts';
import type {Notification, NotificationInput} from '../../source/notification/notification.ts';
import {toSentBody} from '../../source/service/body.ts';

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
			network: 'ETH_MAINNET',
			event_type: null,
			addresses: ['0x1', '0x2'],
			confirmations: 3,
		},
	};
	const {id: _id, notification_name: _name, ...recreated} = listed;
	const {event_type: _type, ...details} = listed.event_details;

	/** What an operator leaves as it is, and changes. */
	const edited = (change: Partial<NotificationInput> = {}): NotificationInput => {
		const record = readRecord(listed, 0) as Notification;
		const {userId, channel, name, recipient, network, eventType, addresses, filters, extras, recordExtras} = record;
		return {
			userId,
			channel,
			name,
			recipient,
			network,
			eventType,
			addresses,
			filters,
			extras,
			recordExtras,
			template: 'Look',
			topics: ['', '', '', ''],
			...change,
		};
	};

	test('has what was listed, with the types it had, without what was null and what the service makes', () => {
		expect(toSentBody(edited(), listed)).toEqual({...recreated, event_details: details});
	});

	test('leaves out when the service made, changed or deleted it, and no other date', () => {
		const dated = {
			...listed,
			created_at: 'a',
			updatedAt: 'b',
			date_modified: 'c',
			last_updated: 'd',
			expires_at: 'e',
			startsAt: 'f',
		};
		const record = readRecord(dated, 0) as Notification;
		expect(toSentBody({...edited(), recordExtras: record.recordExtras}, dated)).toEqual({
			...recreated,
			expires_at: 'e',
			startsAt: 'f',
			event_details: details,
		});
	});

	test('has what was changed as it is documented', () => {
		expect(toSentBody(edited({name: 'Hot', template: 'New', addresses: ['0x3']}), listed)).toEqual({
			...recreated,
			notification_name: 'Hot',
			template: 'New',
			event_details: {...details, addresses: ['0x3']},
		});
	});

	test('of a record that cannot be read has what is documented', () => {
		expect(toSentBody(edited(), {id: 1, event_details: 'none'})).toMatchObject({
			external_user_id: '7',
			event_details: {addresses: ['0x1']},
		});
	});
});
