import * as z from 'zod';
import {channels, type Filter, type Notification, type UnreadableRecord} from '../notifications/notification.ts';

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

const eventDetails = z.strictObject({
	network: z.string().min(1),
	event_type: z.string().min(1),
	addresses: z.tuple([z.string().regex(/^0x[\dA-Fa-f]+$/v, 'must be 0x-prefixed hexadecimal')]),
	filters: z.array(sentFilter).optional(),
	graphql: sentTopics.optional(),
});

/** The body of a create, strictly as documented (interface.md, "Resources and their fields"). */
export const createBody = z.strictObject({
	external_user_id: z.string().min(1),
	channel: z.enum(channels),
	notification_name: z.string().optional(),
	template: z.string().optional(),
	delivery_location: z.string().min(1),
	event_details: eventDetails,
});

export type CreateBody = z.infer<typeof createBody>;

/** What this program sends: as documented, and with members of event_details that the service itself listed before. */
export const sentBody = createBody.extend({event_details: eventDetails.catchall(z.unknown())});

/** Numbers that JavaScript cannot hold exactly arrive as raw JSON (see api/json.ts); they print as they were sent. */
const number = z.union([z.number(), z.custom<Record<string, unknown>>(value => JSON.isRawJSON(value))])
	.transform((value): string => JSON.stringify(value));

const text = z.union([z.string(), number, z.boolean().transform(String)]).nullish().transform(value => value ?? '');

const listOf = <T>(item: z.ZodType<T>) => z.array(item).nullish().transform((value): readonly T[] => value ?? []);

const listedFilter = z.looseObject({
	field_name: text,
	operator: text,
	value: z.unknown().transform(value => text.safeParse(value).data ?? JSON.stringify(value)),
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

const noDetails = {network: '', event_type: '', addresses: [], filters: []};

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
	const {network, event_type: eventType, addresses, filters, ...extras} = data.event_details ?? noDetails;
	return {
		kind: 'notification',
		id: data.id,
		userId: data.external_user_id,
		channel: data.channel,
		name: data.notification_name,
		recipient: data.delivery_location,
		network,
		eventType,
		addresses,
		filters,
		...(Object.keys(extras).length > 0 && {extras}),
		raw,
	};
}
