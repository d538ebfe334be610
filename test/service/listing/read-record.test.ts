import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import * as z from 'zod';
import {parseJson} from '../../../source/platform/json.ts';
import {readRecord} from '../../../source/service/listing/read-record.ts';
import {jsonOf, type Notification, rawOf} from '../../../source/notification/notification.ts';

/** A listed record as a schema: `readRecord` must agree with it. */
const number = z
	.union([z.number(), z.custom<Record<string, unknown>>(value => JSON.isRawJSON(value))])
	.transform(value => JSON.stringify(value));

const text = z
	.union([z.string(), number, z.boolean().transform(String)])
	.nullish()
	.transform(value => value ?? '');

const listOf = <T>(item: z.ZodType<T>) =>
	z
		.array(item)
		.nullish()
		.transform(value => value ?? []);

/** A number kept as raw JSON is an object in JavaScript only. */
const object = <T extends z.core.$ZodLooseShape>(members: T) =>
	z
		.unknown()
		.refine(value => !JSON.isRawJSON(value))
		.pipe(z.looseObject(members));

const listedFilter = object({
	field_name: text,
	operator: text,
	value: z
		.unknown()
		.optional()
		.transform(value => text.safeParse(value).data ?? JSON.stringify(value)),
	value_type: text,
});

const listedRecord = object({
	id: z.union([z.string().min(1), number]),
	external_user_id: text,
	channel: text,
	notification_name: text,
	delivery_location: text,
	event_details: object({
		network: text,
		event_type: text,
		addresses: listOf(text),
		filters: listOf(listedFilter),
	}).nullish(),
});

const scalar = fc.oneof(
	fc.string(),
	fc.double({noNaN: true, noDefaultInfinity: true}),
	fc.boolean(),
	fc.constantFrom(null, undefined, ''),
	fc.jsonValue(),
);
const filter = fc.record({field_name: scalar, operator: scalar, value: scalar, value_type: scalar}, {requiredKeys: []});
const listed = fc.record(
	{
		id: fc.oneof(fc.nat(), fc.string(), scalar),
		external_user_id: scalar,
		channel: scalar,
		notification_name: scalar,
		delivery_location: scalar,
		event_details: fc.oneof(
			{
				weight: 4,
				arbitrary: fc.record(
					{
						network: scalar,
						event_type: scalar,
						addresses: fc.oneof(fc.array(scalar), scalar),
						filters: fc.oneof(
							fc.array(fc.oneof({weight: 4, arbitrary: filter}, {weight: 1, arbitrary: scalar})),
							scalar,
						),
						more: scalar,
					},
					{requiredKeys: []},
				),
			},
			{weight: 1, arbitrary: scalar},
		),
		extra: scalar,
	},
	{requiredKeys: []},
);

test('reads what the schema accepts, and names the member that it does not accept', () => {
	fc.assert(
		fc.property(
			fc
				.oneof({weight: 9, arbitrary: listed}, {weight: 1, arbitrary: scalar})
				.map(value => (JSON.stringify(value) as string | undefined) ?? 'null'),
			json => {
				const raw = parseJson(json);
				const record = readRecord(raw, 3);
				const expected = listedRecord.safeParse(raw);
				expect(rawOf(record)).toEqual(raw);
				if (!expected.success) {
					const where = expected.error.issues[0]!.path.join('.');
					expect(record).toMatchObject({
						kind: 'unreadable',
						index: 3,
						problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
					});
					return;
				}

				const {
					id,
					external_user_id: userId,
					channel,
					notification_name: name,
					delivery_location: recipient,
					event_details: details,
				} = expected.data;
				const {network = '', event_type: eventType = '', addresses = [], filters = [], ...others} = details ?? {};
				const extras = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
				expect(fieldsOf(record as Notification)).toEqual({
					kind: 'notification',
					id,
					userId,
					channel,
					name,
					recipient,
					network,
					eventType,
					addresses,
					filters: filters.map(({field_name: fieldName, operator, value, value_type: valueType}) => ({
						fieldName,
						operator,
						value,
						valueType,
					})),
					extras: Object.keys(extras).length === 0 ? undefined : extras,
				});
			},
		),
	);
});

const fieldsOf = ({
	kind,
	id,
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
	extras,
}: Notification) => ({
	kind,
	id,
	userId,
	channel,
	name,
	recipient,
	network,
	eventType,
	addresses,
	filters,
	extras,
});

test.each([
	['12345678901234567890', 'not an object'],
	['{"id":1,"event_details":12345678901234567890}', 'event_details is missing or of an unexpected type'],
	[
		'{"id":1,"event_details":{"filters":[12345678901234567890]}}',
		'event_details.filters.0 is missing or of an unexpected type',
	],
])('a long number is no object: %s', (json, problem) => {
	expect(readRecord(parseJson(json), 0)).toMatchObject({kind: 'unreadable', problem});
});

test('what was received is kept as it was written', () => {
	const json = '{ "id": 12345678901234567890,\n"external_user_id":"\\u00e9" }';
	const record = readRecord(parseJson(json), 0, {bytes: Buffer.from(`[${json}]`), from: 1, to: json.length + 1});
	expect(record).toMatchObject({id: '12345678901234567890', userId: 'é'});
	expect([jsonOf(record), JSON.stringify(rawOf(record))]).toEqual([
		json,
		'{"id":12345678901234567890,"external_user_id":"é"}',
	]);
});

test('a notification is a plain object: a copy of it has all its fields', () => {
	const record = readRecord({id: 1, notification_name: 'a', note: 2, event_details: {network: 'N', level: 3}}, 0);
	expect({...record}).toEqual({
		kind: 'notification',
		id: '1',
		userId: '',
		channel: '',
		name: 'a',
		recipient: '',
		network: 'N',
		eventType: '',
		addresses: [],
		filters: [],
		extras: {level: 3},
		recordExtras: {note: 2},
		source: expect.anything() as unknown,
	});
});
