import {Buffer} from 'node:buffer';
import type {Filter, Notification, NotificationFields, UnreadableRecord} from '../notifications/notification.ts';
import {parseJson} from './json.ts';

/** Where an element stands in what was received: UTF-8, from one index to before another. */
export type Source = {
	readonly bytes: Buffer;
	readonly from: number;
	readonly to: number;
};

type Members = Readonly<Record<string, unknown>>;

const scalarMembers = ['external_user_id', 'channel', 'notification_name', 'delivery_location'] as const;

const detailMembers = ['network', 'event_type'] as const;

const knownDetails: ReadonlySet<string> = new Set([...detailMembers, 'addresses', 'filters']);

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
		return new ListedNotification(textOf((raw as Members).id), source);
	}

	return {
		kind: 'unreadable', index, raw, json: textIn(source), problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
	};
}

/** A notification that is kept as the bytes it arrived as, and read again when it is looked at: 100,000 objects would take several times the memory, and the garbage collector's time. */
class ListedNotification implements Notification {
	/** The one that was looked at last, because its fields are asked for one after the other. */
	static #last: {readonly of: ListedNotification; readonly raw: Members; readonly fields: NotificationFields} | undefined;

	readonly id: string;
	readonly #source: Source;

	constructor(id: string, source: Source) {
		this.id = id;
		this.#source = source;
	}

	get kind() {
		return 'notification' as const;
	}

	get json() {
		return textIn(this.#source);
	}

	get raw(): unknown {
		return this.#read().raw;
	}

	get userId() {
		return this.#read().fields.userId;
	}

	get channel() {
		return this.#read().fields.channel;
	}

	get name() {
		return this.#read().fields.name;
	}

	get recipient() {
		return this.#read().fields.recipient;
	}

	get network() {
		return this.#read().fields.network;
	}

	get eventType() {
		return this.#read().fields.eventType;
	}

	get addresses() {
		return this.#read().fields.addresses;
	}

	get filters() {
		return this.#read().fields.filters;
	}

	get extras() {
		return this.#read().fields.extras;
	}

	#read() {
		let last = ListedNotification.#last;
		if (last?.of !== this) {
			const raw = parseJson(this.json) as Members;
			last = {of: this, raw, fields: fieldsOf(raw)};
			ListedNotification.#last = last;
		}

		return last;
	}
}

function fieldsOf(record: Members): NotificationFields {
	const details = (record.event_details ?? {}) as Members;
	const extras = extrasOf(details);
	return {
		userId: textOf(record.external_user_id),
		channel: textOf(record.channel),
		name: textOf(record.notification_name),
		recipient: textOf(record.delivery_location),
		network: textOf(details.network),
		eventType: textOf(details.event_type),
		addresses: listOf(details.addresses).map(address => textOf(address)),
		filters: listOf(details.filters).map(filter => filterOf(filter as Members)),
		...(extras !== undefined && {extras}),
	};
}

function sourceOf(raw: unknown): Source {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}

const textIn = ({bytes, from, to}: Source): string => bytes.toString('utf8', from, to);

/** Where a record is not as expected, as a path; empty for the record itself, undefined when all is well. */
function problemIn(raw: unknown): string | undefined {
	if (!isObject(raw)) {
		return '';
	}

	const {id} = raw;
	return id === undefined || id === null || id === '' || typeof id === 'boolean' || !isText(id) ? 'id' : scalarMembers.find(name => !isText(raw[name])) ?? problemInDetails(raw.event_details);
}

function problemInDetails(details: unknown): string | undefined {
	if (details === undefined || details === null) {
		return undefined;
	}

	if (!isObject(details)) {
		return 'event_details';
	}

	const where = detailMembers.find(name => !isText(details[name]))
		?? problemInList(details.addresses, 'addresses', address => isText(address) ? undefined : '')
		?? problemInList(details.filters, 'filters', filter => isObject(filter) ? filterMembers.find(name => !isText(filter[name])) : '');
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

function filterOf({field_name: fieldName, operator, value, value_type: valueType}: Members): Filter {
	return {
		fieldName: textOf(fieldName),
		operator: textOf(operator),
		value: isText(value) ? textOf(value) : JSON.stringify(value),
		valueType: textOf(valueType),
	};
}

function isObject(value: unknown): value is Members {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `textOf` can say it. Numbers that JavaScript cannot hold exactly arrive as raw JSON (see api/json.ts). */
function isText(value: unknown): boolean {
	return value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value) || JSON.isRawJSON(value);
}

/** Numbers print as they were sent. */
function textOf(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	return value === undefined || value === null ? '' : JSON.stringify(value);
}

function listOf(value: unknown): readonly unknown[] {
	return (value ?? []) as readonly unknown[];
}

/** What interface.md does not name. */
function extrasOf(details: Members): Members | undefined {
	const names = Object.keys(details).filter(name => !knownDetails.has(name));
	return names.length === 0 ? undefined : Object.fromEntries(names.map(name => [name, details[name]]));
}
