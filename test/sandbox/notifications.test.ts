import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecord} from '../../source/service/listing/read-record.ts';
import {channelNames} from '../../source/notification/channels.ts';
import {notificationsPath} from '../../source/service/connection.ts';
import {anyText} from '../helpers/any-text.ts';
import {create, full, list, listIds, minimal, post, remove, send, sendDelete, start} from './client.ts';
import {Buffer} from 'node:buffer';
import {sampleNotifications} from '../../source/sandbox/samples.ts';
import {readCreateBody} from '../../source/sandbox/body.ts';

test('a create responds 201 with the notification as listed, without template and graphql', async () => {
	const sandbox = await start();
	const response = await post(sandbox, full);
	const text = await response.text();

	expect(response.status).toBe(201);
	expect(response.headers.get('content-type')).toBe('application/json');
	expect(text).not.toContain('the template');
	expect(text).not.toContain('the topic');

	const {
		template,
		event_details: {graphql, ...eventDetails},
		...fields
	} = full;
	const record = {id: 1, ...fields, event_details: eventDetails};
	expect(JSON.parse(text)).toStrictEqual(record);
	expect(await list(sandbox)).toStrictEqual([record]);
});

test('a listing is a bare array, ordered by id', async () => {
	const sandbox = await start();
	const empty = await send(sandbox, 'GET', notificationsPath);
	expect([empty.status, empty.headers.get('content-type'), await empty.text()]).toStrictEqual([
		200,
		'application/json',
		'[]',
	]);

	await create(sandbox, {...minimal, notification_name: 'c'});
	await create(sandbox, {...minimal, notification_name: 'a'});
	await create(sandbox, {...minimal, notification_name: 'b'});

	const records = await list(sandbox);
	expect(records.map(record => [record.id, record.notification_name])).toStrictEqual([
		[1, 'c'],
		[2, 'a'],
		[3, 'b'],
	]);
	expect(readRecord(records[0], 0)).toMatchObject({kind: 'notification', id: '1', name: 'c'});
});

test('a deleted notification is gone, and its id is never reused', async () => {
	const sandbox = await start();
	await create(sandbox, minimal);
	const {id} = await create(sandbox, minimal);

	const response = await sendDelete(sandbox, id);
	expect([response.status, await response.text()]).toStrictEqual([204, '']);
	expect(await listIds(sandbox)).toStrictEqual([1]);
	expect(await remove(sandbox, id)).toBe(404);
	expect(await create(sandbox, minimal)).toMatchObject({id: id + 1});
});

test('any text is listed exactly as sent', async () => {
	const sandbox = await start();
	const plain = {noNullPrototype: true};
	const anyAddress = fc
		.string({unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1})
		.map(digits => `0x${digits}`);
	const someText = anyText({minLength: 1});
	const anyBody = fc.record(
		{
			external_user_id: someText,
			channel: fc.constantFrom(...channelNames()),
			notification_name: anyText(),
			delivery_location: someText,
			event_details: fc.record(
				{
					network: someText,
					event_type: someText,
					addresses: fc.tuple(anyAddress),
					filters: fc.array(
						fc.record(
							{
								field_name: someText,
								operator: someText,
								value: anyText(),
								value_type: someText,
							},
							plain,
						),
						{maxLength: 3},
					),
				},
				plain,
			),
		},
		plain,
	);

	await fc.assert(
		fc.asyncProperty(anyBody, async body => {
			const {id} = await create(sandbox, body);
			const records = await list(sandbox);
			expect(records.at(-1)).toStrictEqual({id, ...body});
			await remove(sandbox, id);
		}),
		{
			examples: [
				[
					{
						...minimal,
						notification_name: 'NUL \0, a lone surrogate \u{D800}, an escape \u{1B}[31m',
						event_details: {...minimal.event_details, filters: []},
					},
				],
			],
		},
	);
});

test('a long listing is sent in pieces, and concurrent writes do not corrupt it', async () => {
	const sandbox = await start({samples: 20_000});
	const response = await send(sandbox, 'GET', notificationsPath);
	const decoder = new TextDecoder();
	let text = '';
	let pieces = 0;
	for await (const piece of response.body! as AsyncIterable<Uint8Array>) {
		text += decoder.decode(piece, {stream: true});
		pieces++;
		if (pieces > 1) {
			continue;
		}

		expect(await create(sandbox, minimal)).toMatchObject({id: 20_001});
		expect(await remove(sandbox, 1)).toBe(204);
		expect(await remove(sandbox, 20_000)).toBe(204);
	}

	expect(pieces).toBeGreaterThan(20);
	const ids = new Set((JSON.parse(text) as Array<{id: number}>).map(record => record.id));
	expect(Array.from({length: 19_998}, (_, index) => index + 2).filter(id => !ids.has(id))).toStrictEqual([]);
});

const samples = [...sampleNotifications(500)];

test('samples are valid, distinct and always the same', () => {
	expect(samples.map(sample => readCreateBody(Buffer.from(JSON.stringify(sample))))).toStrictEqual(
		samples.map(body => ({body})),
	);
	expect(new Set(samples.map(sample => JSON.stringify(sample))).size).toBe(500);
	expect([...sampleNotifications(500)]).toStrictEqual(samples);
});

test('e-mail and webhooks use example domains only', () => {
	const recipients = samples.filter(sample => sample.channel === 'EMAIL' || sample.channel === 'WEBHOOK');
	expect(
		recipients.filter(sample => !/[\/@]example\.(?:com|org)(?:\/|$)/v.test(sample.delivery_location)),
	).toStrictEqual([]);
});
