import {Buffer} from 'node:buffer';
import type {Notification, UnreadableRecord} from '../../domain/notification.ts';
import {isScalar, ListedNotification, sourceText, scalarText, type JsonObject, type ByteRange} from './listed-notification.ts';

const scalarMembers = ['external_user_id', 'channel', 'notification_name', 'delivery_location'] as const;

const detailMembers = ['network', 'event_type'] as const;

const filterMembers = ['field_name', 'operator', 'value_type'] as const;

/**
Reads one element of a listing, tolerantly: scalars become text, null and missing become empty, unknown members stay in `raw`. Checked by hand, because a schema takes ten times as long, and there may be 100,000.

@param raw - The element as parsed by api/json.ts.
@param index - Its place in the listing, from 0.
@param source - The element as received.
*/
export function readRecord(raw: unknown, index: number, source = sourceOf(raw)): Notification | UnreadableRecord {
	const where = problemIn(raw);
	if (where === undefined) {
		return new ListedNotification(scalarText((raw as JsonObject).id), source);
	}

	return {
		kind: 'unreadable', index, raw, json: sourceText(source), problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
	};
}

function sourceOf(raw: unknown): ByteRange {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}

/** Where a record is not as expected, as a path; empty for the record itself, undefined when all is well. */
function problemIn(raw: unknown): string | undefined {
	if (!isObject(raw)) {
		return '';
	}

	const {id} = raw;
	return id === undefined || id === null || id === '' || typeof id === 'boolean' || !isScalar(id) ? 'id' : scalarMembers.find(name => !isScalar(raw[name])) ?? problemInDetails(raw.event_details);
}

function problemInDetails(details: unknown): string | undefined {
	if (details === undefined || details === null) {
		return undefined;
	}

	if (!isObject(details)) {
		return 'event_details';
	}

	const where = detailMembers.find(name => !isScalar(details[name]))
		?? problemInList(details.addresses, 'addresses', address => isScalar(address) ? undefined : '')
		?? problemInList(details.filters, 'filters', filter => isObject(filter) ? filterMembers.find(name => !isScalar(filter[name])) : '');
	return where === undefined ? undefined : `event_details.${where}`;
}

function problemInList(list: unknown, name: string, problemInItem: (item: unknown) => string | undefined): string | undefined {
	if (list === undefined || list === null) {
		return undefined;
	}

	if (!Array.isArray(list)) {
		return name;
	}

	for (const [index, element] of list.entries()) {
		const where = problemInItem(element);
		if (where !== undefined) {
			return where === '' ? `${name}.${index}` : `${name}.${index}.${where}`;
		}
	}

	return undefined;
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
