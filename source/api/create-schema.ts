import * as z from 'zod';
import {channelNames} from '../domain/channels.ts';

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

const eventDetailsSchema = z.strictObject({
	network: z.string().min(1),
	event_type: z.string().min(1),
	addresses: z.tuple([z.string().regex(/^0x[\dA-Fa-f]+$/v, 'must be 0x-prefixed hexadecimal')]),
	filters: z.array(sentFilter).optional(),
	graphql: sentTopics.optional(),
});

/** The body that creates a notification, strictly as documented (interface.md, "Resources and their fields"). */
export const createBodySchema = z.strictObject({
	external_user_id: z.string().min(1),
	channel: z.enum(channelNames()),
	notification_name: z.string().optional(),
	template: z.string().optional(),
	delivery_location: z.string().min(1),
	event_details: eventDetailsSchema,
});

export type CreateBody = z.infer<typeof createBodySchema>;

/** The body that chainbell sends: as documented, plus unknown members of event_details that the service listed before. */
export const sentBodySchema = createBodySchema.extend({event_details: eventDetailsSchema.catchall(z.unknown())});

/** The body that recreates a notification: also with unknown members of its own that the service listed before. */
export const restoredBodySchema = sentBodySchema.catchall(z.unknown());
