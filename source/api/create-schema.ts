import * as z from 'zod';
import {channelNames} from '../domain/channels.ts';
import {topicNames, wireNames} from '../domain/wire-names.ts';

const filterOf = (text: z.ZodString) =>
	z.strictObject({
		[wireNames.filter.fieldName]: text,
		[wireNames.filter.operator]: text,
		[wireNames.filter.value]: z.string(),
		[wireNames.filter.valueType]: text,
	});

const sentTopics = z.strictObject(
	Object.fromEntries(topicNames.map(name => [name, z.string().optional()])) as Record<
		(typeof topicNames)[number],
		z.ZodOptional<z.ZodString>
	>,
);

const eventDetailsSchema = z.strictObject({
	[wireNames.details.network]: z.string().min(1),
	[wireNames.details.eventType]: z.string().min(1),
	[wireNames.details.addresses]: z.tuple([z.string().regex(/^0x[\dA-Fa-f]+$/v, 'must be 0x-prefixed hexadecimal')]),
	[wireNames.details.filters]: z.array(filterOf(z.string().min(1))).optional(),
	[wireNames.details.graphql]: sentTopics.optional(),
});

/** The body that creates a notification, strictly as documented (interface.md, "Resources and their fields"). */
export const createBodySchema = z.strictObject({
	[wireNames.record.userId]: z.string().min(1),
	[wireNames.record.channel]: z.enum(channelNames()),
	[wireNames.record.name]: z.string().optional(),
	[wireNames.record.template]: z.string().optional(),
	[wireNames.record.recipient]: z.string().min(1),
	[wireNames.record.details]: eventDetailsSchema,
});

export type CreateBody = z.infer<typeof createBodySchema>;

/** The body that chainbell sends: as documented, but the parts of a filter may be empty, because interface.md does not rule that out; plus the undocumented members as the service listed them. */
export const sentBodySchema = createBodySchema
	.extend({
		event_details: eventDetailsSchema
			.extend({filters: z.array(filterOf(z.string()).catchall(z.unknown())).optional()})
			.catchall(z.unknown()),
	})
	.catchall(z.unknown());
