import {isDeepStrictEqual} from 'node:util';
import type {NotificationFields, NotificationInput} from '../domain/notification.ts';
import {unknownMembers} from '../domain/restorability.ts';
import {member, type JsonObject} from '../system/json.ts';
import {toCreateBody} from './create-body.ts';
import {detailMembers, readRecord, recordMembers} from './listing/read-record.ts';

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
