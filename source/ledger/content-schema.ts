import * as z from 'zod/mini';
import type {NotificationFields, NotificationInput, Unlisted} from '../notification/notification.ts';
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

const listed = z.extend(schemaOf(false), {extras: members, recordExtras: members});
const unlisted = schemaOf(true);

/** The listed fields of a notification, as the ledger and plans have them: text, with the undocumented members. */
export const listedSchema = listed as unknown as z.ZodMiniType<NotificationFields>;

/** The fields that listings never return, as far as they are known. */
export const knownSchema = z.partial(unlisted) as unknown as z.ZodMiniType<Partial<Unlisted>>;

/** A notification to create, as the ledger and plans have it. */
export const inputSchema = z.extend(listed, {
	...unlisted.shape,
	listed: z.optional(z.unknown()),
	isDocumented: z.optional(z.literal(true)),
}) as unknown as z.ZodMiniType<NotificationInput>;
