import type {Buffer} from 'node:buffer';
import type {Filter, Notification, NotificationFields} from '../../domain/notification.ts';
import {parseJson} from '../../system/json.ts';

/** Where an element stands in what was received: UTF-8, from one index to before another. */
export type ByteRange = {
	readonly bytes: Buffer;
	readonly from: number;
	readonly to: number;
};

/** What was parsed of a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A notification that is kept as the bytes it arrived as, and read again when it is looked at: 100,000 objects would take several times the memory, and the garbage collector's time. The element must be one that api/record.ts finds readable. */
export class ListedNotification implements Notification {
	/** The one that was looked at last, because its fields are asked for one after the other. */
	static #last: {readonly of: ListedNotification; readonly raw: JsonObject; readonly fields: NotificationFields} | undefined;

	readonly id: string;
	readonly #source: ByteRange;

	constructor(id: string, source: ByteRange) {
		this.id = id;
		this.#source = source;
	}

	get kind() {
		return 'notification' as const;
	}

	get json() {
		return sourceText(this.#source);
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
			const raw = parseJson(this.json) as JsonObject;
			last = {of: this, raw, fields: fieldsOf(raw)};
			ListedNotification.#last = last;
		}

		return last;
	}
}

/** An element as it was written. */
export const sourceText = ({bytes, from, to}: ByteRange): string => bytes.toString('utf8', from, to);

/** Whether `textOf` can say it. Numbers that JavaScript cannot hold exactly arrive as raw JSON (see api/json.ts). */
export function isScalar(value: unknown): boolean {
	return typeof value !== 'object' || value === null || JSON.isRawJSON(value);
}

/** A scalar of JSON as text, numbers as they were sent; empty where there is none. */
export function scalarText(value: unknown): string {
	if (typeof value === 'string') {
		return value;
	}

	return value === undefined || value === null ? '' : JSON.stringify(value);
}

function fieldsOf(record: JsonObject): NotificationFields {
	const details = (record.event_details ?? {}) as JsonObject;
	const extras = extrasOf(details);
	return {
		userId: scalarText(record.external_user_id),
		channel: scalarText(record.channel),
		name: scalarText(record.notification_name),
		recipient: scalarText(record.delivery_location),
		network: scalarText(details.network),
		eventType: scalarText(details.event_type),
		addresses: listOf(details.addresses).map(address => scalarText(address)),
		filters: listOf(details.filters).map(filter => filterOf(filter as JsonObject)),
		...(extras !== undefined && {extras}),
	};
}

function filterOf({field_name: fieldName, operator, value, value_type: valueType}: JsonObject): Filter {
	return {
		fieldName: scalarText(fieldName),
		operator: scalarText(operator),
		value: isScalar(value) ? scalarText(value) : JSON.stringify(value),
		valueType: scalarText(valueType),
	};
}

function listOf(value: unknown): readonly unknown[] {
	return (value ?? []) as readonly unknown[];
}

const knownDetails: ReadonlySet<string> = new Set(['network', 'event_type', 'addresses', 'filters']);

/** What interface.md does not name. */
function extrasOf(details: JsonObject): JsonObject | undefined {
	const names = Object.keys(details).filter(name => !knownDetails.has(name));
	return names.length === 0 ? undefined : Object.fromEntries(names.map(name => [name, details[name]]));
}
