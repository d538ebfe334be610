import {isDeepStrictEqual} from 'node:util';
import type {Filter, Notification, NotificationFields, NotificationInput} from '../domain/notification.ts';
import {documented, undocumentedMembers} from '../domain/undocumented.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {redaction} from '../terminal/secrets.ts';
import {toCreateBody} from './create-body.ts';
import {readRecord} from './listing/read-record.ts';
import {detailMembers, recordMembers} from './listing/record-shape.ts';

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
	const raw = record.raw as JsonObject;
	const from = (members: Readonly<Record<string, {readonly wire: string}>>, before: unknown, after: unknown) =>
		Object.entries(members)
			.map(([field, {wire}]) => {
				const held = field === 'filters' ? sentFilters(member(before, wire)) : (member(before, wire) ?? undefined);
				return [
					wire,
					isUnchanged(record, input, field as keyof NotificationFields) && !isRedacted(held)
						? held
						: member(after, wire),
				] as const;
			})
			.filter(([, value]) => value !== undefined);
	const {graphql} = body.event_details as JsonObject;
	const details = {
		...undocumentedMembers(body.event_details, documented.details),
		...Object.fromEntries(from(detailMembers, raw.event_details, body.event_details)),
		...(graphql !== undefined && {graphql}),
	};
	// A template that is text is in the input.
	const template = typeof raw.template === 'string' || raw.template === null ? undefined : raw.template;

	return {
		...Object.fromEntries(from(recordMembers, raw, body)),
		...(body.template === undefined ? template !== undefined && {template} : {template: body.template}),
		...(Object.keys(details).length > 0 && {event_details: details}),
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
function withoutRedacted(body: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => {
			if (name === 'event_details' && isObject(value)) {
				return [
					[
						name,
						Object.fromEntries(
							Object.entries(value).filter(([inner, held]) => documented.details.has(inner) || !isRedacted(held)),
						),
					],
				];
			}

			return documented.record.has(name) || !isRedacted(value) ? [[name, value]] : [];
		}),
	);
}
