import {Buffer} from 'node:buffer';
import {expect, test} from 'vitest';
import {readAddress} from '../../source/notification/address.ts';
import {sampleNotifications} from '../../source/sandbox/samples.ts';
import {readCreateBody} from '../../source/sandbox/body.ts';

const samples = [...sampleNotifications(500)];

test('samples are valid, distinct and always the same', () => {
	expect(samples.map(sample => readCreateBody(Buffer.from(JSON.stringify(sample))))).toStrictEqual(
		samples.map(body => ({body})),
	);
	expect(new Set(samples.map(sample => JSON.stringify(sample))).size).toBe(500);
	expect([...sampleNotifications(500)]).toStrictEqual(samples);
});

test('addresses are complete, with a correct checksum or none', () => {
	expect(
		samples
			.flatMap(sample => sample.event_details.addresses)
			.filter(address => !['plain', 'checksummed'].includes(readAddress(address).kind)),
	).toStrictEqual([]);
});

test('e-mail and webhooks use example domains only', () => {
	const recipients = samples.filter(sample => sample.channel === 'EMAIL' || sample.channel === 'WEBHOOK');
	expect(
		recipients.filter(sample => !/[\/@]example\.(?:com|org)(?:\/|$)/v.test(sample.delivery_location)),
	).toStrictEqual([]);
});
