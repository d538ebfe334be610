import * as z from 'zod';
import {channelNames} from '../domain/channels.ts';

const filterOf = (text: z.ZodString) => z.strictObject({
	field_name: text, operator: text, value: z.string(), value_type: text,
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
	filters: z.array(filterOf(z.string().min(1))).optional(),
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

/** The body that an operator enters: the parts of a filter may be empty, which interface.md does not rule out. */
export const enteredBodySchema = createBodySchema.extend({event_details: eventDetailsSchema.extend({filters: z.array(filterOf(z.string())).optional()})});

/** The body that chainbell sends: as entered, with the members that interface.md does not name, as the service listed them. */
export const sentBodySchema = createBodySchema.extend({
	event_details: eventDetailsSchema.extend({filters: z.array(filterOf(z.string()).catchall(z.unknown())).optional()}).catchall(z.unknown()),
}).catchall(z.unknown());
