import {isDeepStrictEqual} from 'node:util';
import {
	type Filter,
	type Notification,
	type NotificationFields,
	type NotificationInput,
	rawOf,
} from '../notification/notification.ts';
import {contentFields, detailsName, isDetail, wireOf, type Field} from '../notification/spec.ts';
import {documented, undocumentedMembers} from '../notification/undocumented.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {redaction} from '../terminal/secrets.ts';
import {toCreateBody} from './create-body.ts';
import {readRecord} from './listing/read-record.ts';

/**
Builds the JSON body that creates a notification: one that is new, edited, copied, recreated or read from a file. Every member that `input` does not change is sent with the value and type that the service listed, even if interface.md does not allow or name it; changed members are sent as interface.md says.

@param input - The notification to create.
@param listed - The record that it was made from. An unreadable one is ignored.
*/
export function toSentBody(input: NotificationInput, listed: unknown = input.listed): JsonObject {
	const record = listed === undefined || input.isDocumented ? undefined : readRecord(listed, 0);
	return record === undefined || record.kind === 'unreadable' ? documentedBody(input) : bodyOfListed(input, record);
}

const documentedBody = (input: NotificationInput): JsonObject => withoutRedacted(toCreateBody(input));

/** Like `toSentBody`, for a notification that was read already. */
export function bodyOfListed(input: NotificationInput, record: Notification): JsonObject {
	const body = documentedBody(input);
	const raw = rawOf(record) as JsonObject;
	const valueOf = (row: Field, before: unknown, after: unknown) => {
		const held = member(before, wireOf(row)) ?? undefined;
		const sent = member(after, wireOf(row));
		if (row.isUnlisted) {
			// A template that is text is in the input.
			return sent ?? (row.key === 'template' && typeof held !== 'string' ? held : undefined);
		}

		const same = row.key === 'filters' ? sentFilters(held) : held;
		return isUnchanged(record, input, row.key as keyof NotificationFields) && !isRedacted(same) ? same : sent;
	};

	const membersOf = (isInDetails: boolean, before: unknown, after: unknown) =>
		contentFields
			.filter(row => isDetail(row) === isInDetails)
			.map(row => [wireOf(row), valueOf(row, before, after)] as const)
			.filter(([, value]) => value !== undefined);
	const details = {
		...undocumentedMembers(body[detailsName], documented.details),
		...Object.fromEntries(membersOf(true, raw[detailsName], body[detailsName])),
	};

	return {
		...Object.fromEntries(membersOf(false, raw, body)),
		...(Object.keys(details).length > 0 && {[detailsName]: details}),
		...undocumentedMembers(input.recordExtras === undefined ? withoutRedacted(raw) : body, documented.record),
	};
}

/** Whether a field of an input is as listed. Records stored by chainbell 0.1 have no undocumented members of filters. */
function isUnchanged(record: NotificationFields, input: NotificationInput, field: keyof NotificationFields): boolean {
	return field === 'filters' && input.recordExtras === undefined
		? isDeepStrictEqual(
				record.filters.map(filter => withoutExtras(filter)),
				input.filters.map(filter => withoutExtras(filter)),
			)
		: isDeepStrictEqual(record[field], input[field]);
}

const withoutExtras = ({extras, ...filter}: Filter): Filter => filter;

/** Listed filters in the form in which they are sent again. */
function sentFilters(filters: unknown): unknown {
	return Array.isArray(filters)
		? filters.map((filter: unknown) =>
				isObject(filter)
					? {
							...Object.fromEntries(
								Object.entries(filter).filter(([name, value]) => documented.filter.has(name) && value !== null),
							),
							...undocumentedMembers(filter, documented.filter),
						}
					: filter,
			)
		: (filters ?? undefined);
}

/** Whether a value contains `[API key]`, which the journal stores in place of an API key and which must not be sent. */
const isRedacted = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes(redaction);

/** Removes undocumented members from which the journal removed the API key. The operator cannot enter these again. */
function withoutRedacted(body: JsonObject, names: ReadonlySet<string> = documented.record): JsonObject {
	const kept = Object.entries(body).filter(([name, value]) => names.has(name) || !isRedacted(value));
	return Object.fromEntries(
		kept.map(([name, value]) => [
			name,
			name === detailsName && isObject(value) ? withoutRedacted(value, documented.details) : value,
		]),
	);
}
