import {isDeepStrictEqual} from 'node:util';
import {channelNames} from '../domain/channels.ts';
import type {NotificationFields, NotificationInput} from '../domain/notification.ts';
import {unknownMembers} from '../domain/restorability.ts';
import {member, type JsonObject} from '../system/json.ts';
import {toCreateBody} from './create-body.ts';
import type {CreateBody} from './create-schema.ts';
import {detailMembers, readRecord, recordMembers} from './listing/read-record.ts';

/** A notification that is edited or recreated. */
export type HeldRecord = {
	readonly purpose: 'edit' | 'restore';
	/** As the service listed it. */
	readonly listed: unknown;
};

/** The JSON body that creates a notification: as interface.md says, and what the service held also where it does not. */
export function toSentBody(input: NotificationInput, held: HeldRecord | undefined): JsonObject {
	if (held === undefined) {
		return toCreateBody(input);
	}

	return held.purpose === 'restore' ? toRestoreBody(input, held.listed) : toEditBody(input, held.listed);
}

/** The body of an edit: as of a create, but a member that interface.md does not allow is sent as the service listed it. */
function toEditBody(input: NotificationInput, listed: unknown): JsonObject {
	const body = toCreateBody(input);
	const undocumented = new Set(undocumentedMembers(body));
	// The body has only the first one.
	if (input.addresses.length !== 1) {
		undocumented.add('event_details.addresses');
	}

	const held = undocumented.size === 0 ? body : toRestoreBody(input, listed);
	const withHeld = (members: object, from: unknown, prefix = '') => Object.fromEntries(Object.entries(members)
		.map(([name, value]: [string, unknown]) => [name, undocumented.has(prefix + name) ? member(from, name) : value]));
	return {...withHeld(body, held), event_details: withHeld(body.event_details, held.event_details, 'event_details.')};
}

/** The members of a body that interface.md, "Resources and their fields", does not allow; those of `event_details` with its name before them. As `sentBodySchema` says, but without zod, which the screens do not load. */
export function undocumentedMembers({external_user_id: user, channel, delivery_location: recipient, event_details: details}: CreateBody): ReadonlySet<string> {
	const {network, event_type: eventType, addresses, filters = []} = details;
	const allowed = {
		external_user_id: user !== '',
		channel: channelNames().includes(channel),
		delivery_location: recipient !== '',
		'event_details.network': network !== '',
		'event_details.event_type': eventType !== '',
		'event_details.addresses': addresses.length === 1 && /^0x[\dA-Fa-f]+$/v.test(addresses[0]),
		'event_details.filters': filters.every(filter => filter.field_name !== '' && filter.operator !== '' && filter.value_type !== ''),
	};
	return new Set(Object.entries(allowed).filter(([, isAllowed]) => !isAllowed).map(([name]) => name));
}

/**
The JSON body that recreates a notification as the service listed it: every member that `input` does not change keeps the value and the type it had, also where interface.md does not allow it.

@param input - What to create.
@param listed - The record as listed. One that cannot be read is ignored.
*/
export function toRestoreBody(input: NotificationInput, listed: unknown): JsonObject {
	const record = readRecord(listed, 0);
	const body: JsonObject = toCreateBody(input);
	if (record.kind === 'unreadable') {
		return body;
	}

	const raw = record.raw as JsonObject;
	const pick = (members: Readonly<Record<string, {readonly wire: string}>>, before: unknown, after: unknown) => Object.entries(members)
		.map(([field, {wire}]) => [wire, member(isUnchanged(record, input, field as keyof NotificationFields) ? before : after, wire)] as const)
		.filter(([, value]) => value !== undefined && value !== null);
	const {graphql} = body.event_details as JsonObject;
	const details = {
		...input.extras,
		...Object.fromEntries(pick(detailMembers, raw.event_details, body.event_details)),
		...(graphql !== undefined && {graphql}),
	};

	return {
		...(raw.template !== undefined && raw.template !== null && {template: raw.template}),
		...Object.fromEntries([...unknownMembers(raw), ...pick(recordMembers, raw, body)]),
		...(body.template !== undefined && {template: body.template}),
		...(Object.keys(details).length > 0 && {event_details: details}),
	};
}

const isUnchanged = (record: NotificationFields, input: NotificationFields, field: keyof NotificationFields) => isDeepStrictEqual(record[field], input[field]);
