import * as z from 'zod';
import {
	channels,
	type Filter,
	type Notification,
	type NotificationInput,
	type UnreadableRecord,
} from '../notifications/notification.ts';

/** The collection's path under the base address, with its last slash (interface.md, "Endpoints"). */
export const notificationsPath = 'api/v1/service/notifications/';

/** The path of the authentication example (interface.md, "Webhooks collection"). */
export const webhooksPath = 'api/v1/webhooks/';

const sentFilter = z.strictObject({
	field_name: z.string().min(1),
	operator: z.string().min(1),
	value: z.string(),
	value_type: z.string().min(1),
});

const sentTopics = z.strictObject({
	topic_0: z.string().optional(),
	topic_1: z.string().optional(),
	topic_2: z.string().optional(),
	topic_3: z.string().optional(),
});

/** The body of a create, strictly as documented (interface.md, "Resources and their fields"). */
export const createBody = z.strictObject({
	external_user_id: z.string().min(1),
	channel: z.enum(channels),
	notification_name: z.string().optional(),
	template: z.string().optional(),
	delivery_location: z.string().min(1),
	event_details: z.strictObject({
		network: z.string().min(1),
		event_type: z.string().min(1),
		addresses: z.tuple([z.string().regex(/^0x[\da-f]+$/iv, 'must be 0x-prefixed hexadecimal')]),
		filters: z.array(sentFilter).optional(),
		graphql: sentTopics.optional(),
	}),
});

export type CreateBody = z.infer<typeof createBody>;

/** What is sent for an input: optional fields left empty are left out. */
export function toCreateBody(input: NotificationInput): CreateBody {
	const filters = input.filters.map(filter => ({
		field_name: filter.fieldName,
		operator: filter.operator,
		value: filter.value,
		value_type: filter.valueType,
	}));
	const topics = Object.fromEntries(input.topics.flatMap((topic, index) => topic === '' ? [] : [[`topic_${index}`, topic] as const]));

	return {
		external_user_id: input.userId,
		// The schema checks it; an input may hold any text.
		channel: input.channel as CreateBody['channel'],
		...(input.name !== '' && {notification_name: input.name}),
		...(input.template !== '' && {template: input.template}),
		delivery_location: input.recipient,
		event_details: {
			network: input.network,
			event_type: input.eventType,
			addresses: [input.addresses[0] ?? ''],
			...(filters.length > 0 && {filters}),
			...(Object.keys(topics).length > 0 && {graphql: topics}),
		},
	};
}

/** Numbers that JavaScript cannot hold exactly arrive as raw JSON (see api/json.ts); they print as they were sent. */
const number = z.union([z.number(), z.custom<Record<string, unknown>>(value => JSON.isRawJSON(value))])
	.transform((value): string => JSON.stringify(value));

const text = z.union([z.string(), number, z.boolean().transform(String)]).nullish().transform(value => value ?? '');

const listOf = <T>(item: z.ZodType<T>) => z.array(item).nullish().transform((value): readonly T[] => value ?? []);

const listedFilter = z.looseObject({
	field_name: text,
	operator: text,
	value: text,
	value_type: text,
}).transform((filter): Filter => ({
	fieldName: filter.field_name,
	operator: filter.operator,
	value: filter.value,
	valueType: filter.value_type,
}));

/** A listed record, read tolerantly: scalars become text, null and missing become empty, unknown members stay in `raw`. */
const listedRecord = z.looseObject({
	id: z.union([z.string().min(1), number]),
	external_user_id: text,
	channel: text,
	notification_name: text,
	delivery_location: text,
	event_details: z.looseObject({
		network: text,
		event_type: text,
		addresses: listOf(text),
		filters: listOf(listedFilter),
	}).nullish(),
});

/**
Reads one element of a listing.

@param raw - The element as parsed by api/json.ts.
@param index - Its place in the listing, from 0.
*/
export function readRecord(raw: unknown, index: number): Notification | UnreadableRecord {
	const read = listedRecord.safeParse(raw);
	if (!read.success) {
		const issue = read.error.issues[0];
		const where = issue?.path.join('.') ?? '';
		return {
			kind: 'unreadable', index, raw, problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
		};
	}

	const {data} = read;
	const details = data.event_details;
	return {
		kind: 'notification',
		id: data.id,
		userId: data.external_user_id,
		channel: data.channel,
		name: data.notification_name,
		recipient: data.delivery_location,
		network: details?.network ?? '',
		eventType: details?.event_type ?? '',
		addresses: details?.addresses ?? [],
		filters: details?.filters ?? [],
		raw,
	};
}
