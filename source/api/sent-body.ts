import {isDeepStrictEqual} from 'node:util';
import type {Filter, NotificationFields, NotificationInput} from '../domain/notification.ts';
import {documented, undocumentedMembers} from '../domain/undocumented.ts';
import {isObject, member, type JsonObject} from '../system/json.ts';
import {redaction} from '../terminal/secrets.ts';
import {toCreateBody} from './create-body.ts';
import {detailMembers, readRecord, recordMembers} from './listing/read-record.ts';

/**
The JSON body that creates a notification: one that is new, edited, copied, recreated or read from a file. Every member that `input` does not change is sent as the service listed it, with the value and type it had, also where interface.md does not allow or name it; what is changed is sent as interface.md says.

@param input - What to create.
@param listed - The record that it was made from. One that cannot be read is ignored.
*/
export function toSentBody(input: NotificationInput, listed: unknown = input.listed): JsonObject {
	const record = listed === undefined || input.isDocumented ? undefined : readRecord(listed, 0);
	const body = withoutRedacted(toCreateBody(input));
	if (record === undefined || record.kind === 'unreadable') {
		return body;
	}

	const raw = record.raw as JsonObject;
	const from = (members: Readonly<Record<string, {readonly wire: string}>>, before: unknown, after: unknown) => Object.entries(members).map(([field, {wire}]) => {
		const held = field === 'filters' ? sentFilters(member(before, wire)) : member(before, wire) ?? undefined;
		return [wire, isUnchanged(record, input, field as keyof NotificationFields) && !isRedacted(held) ? held : member(after, wire)] as const;
	}).filter(([, value]) => value !== undefined);
	const {graphql} = body.event_details as JsonObject;
	const details = {
		...undocumentedMembers(body.event_details, documented.details),
		...Object.fromEntries(from(detailMembers, raw.event_details, body.event_details)),
		...(graphql !== undefined && {graphql}),
	};
	// Of text it is in the input.
	const template = typeof raw.template === 'string' || raw.template === null ? undefined : raw.template;

	return {
		...Object.fromEntries(from(recordMembers, raw, body)),
		...(body.template === undefined ? template !== undefined && {template} : {template: body.template}),
		...(Object.keys(details).length > 0 && {event_details: details}),
		...undocumentedMembers(input.recordExtras === undefined ? withoutRedacted(raw) : body, documented.record),
	};
}

/** Whether an input says what was listed. What chainbell 0.1 stored has no undocumented members of filters. */
function isUnchanged(record: NotificationFields, input: NotificationInput, field: keyof NotificationFields): boolean {
	return field === 'filters' && input.recordExtras === undefined
		? isDeepStrictEqual(record.filters.map(filter => withoutExtras(filter)), input.filters.map(filter => withoutExtras(filter)))
		: isDeepStrictEqual(record[field], input[field]);
}

const withoutExtras = ({extras, ...filter}: Filter): Filter => filter;

/** Listed filters as they are sent again. */
function sentFilters(filters: unknown): unknown {
	return Array.isArray(filters)
		? filters.map((filter: unknown) => isObject(filter)
			? {...Object.fromEntries(Object.entries(filter).filter(([name, value]) => documented.filter.has(name) && value !== null)), ...undocumentedMembers(filter, documented.filter)}
			: filter)
		: filters ?? undefined;
}

/** The journal has `[API key]` in place of an API key, which must not be sent in its place. */
const isRedacted = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes(redaction);

/** A body without undocumented members that the journal has without the API key. The operator cannot enter these again. */
function withoutRedacted(body: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(body).flatMap(([name, value]) => {
		if (name === 'event_details' && isObject(value)) {
			return [[name, Object.fromEntries(Object.entries(value).filter(([inner, held]) => documented.details.has(inner) || !isRedacted(held)))]];
		}

		return documented.record.has(name) || !isRedacted(value) ? [[name, value]] : [];
	}));
}
