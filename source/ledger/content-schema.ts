import * as z from 'zod/mini';
import type {NotificationInput} from '../notification/notification.ts';
import {contentFields, filterSpec, type Shape} from '../notification/spec.ts';

const members = z.optional(z.record(z.string(), z.unknown()));

/** A filter as stored, with its undocumented members. */
const filter = z.object({
	...Object.fromEntries(filterSpec.map(({part}) => [part, z.string()])),
	extras: members,
});

const valueOf = ({kind, item, members: parts = {}}: Shape): z.ZodMiniType => {
	if (item !== undefined) {
		return z.array(item.kind === 'text' ? z.string() : filter);
	}

	return kind === 'text' ? z.string() : z.array(z.string()).check(z.length(Object.keys(parts).length));
};

const schemaOf = (isUnlisted: boolean) =>
	z.object(
		Object.fromEntries(
			contentFields
				.filter(row => (row.isUnlisted ?? false) === isUnlisted)
				.map(({key, shape}) => [key, valueOf(shape)] as const),
		),
	);

/** A notification to create, as the ledger and plans have it. */
export const inputSchema = z.extend(schemaOf(false), {
	...schemaOf(true).shape,
	extras: members,
	recordExtras: members,
	listed: z.optional(z.unknown()),
	isDocumented: z.optional(z.literal(true)),
}) as unknown as z.ZodMiniType<NotificationInput>;
