import {Buffer} from 'node:buffer';
import type {Filter, Notification, NotificationFields, UnreadableRecord} from '../../domain/notification.ts';
import {documented, undocumentedMembers} from '../../domain/undocumented.ts';
import {wireNames} from '../../domain/wire-names.ts';
import {type JsonObject, parseJson} from '../../system/json.ts';
import {deepestNesting, sizeText} from '../../system/limits.ts';
import type {ByteRange} from './json-bytes.ts';
import type {SkippedElement} from './listing-parser.ts';
import {anything, identifier, listOf, objectOf, problemIn, scalar, shapesOf, type Member, type Members, type MemberShape, type MemberType} from './member-types.ts';

type ListedFields = Omit<NotificationFields, 'extras' | 'recordExtras'>;

const filterMembers: Members<Omit<Filter, 'extras'>> = {
	fieldName: {wire: wireNames.filter.fieldName, type: scalar},
	operator: {wire: wireNames.filter.operator, type: scalar},
	value: {wire: wireNames.filter.value, type: anything},
	valueType: {wire: wireNames.filter.valueType, type: scalar},
};

const plainFilter = objectOf(filterMembers);

/** The type of a filter, with its undocumented members. */
const filterType: MemberType<Filter> = {
	shape: plainFilter.shape,
	read(value) {
		const filter = plainFilter.read(value);
		const extras = undocumentedMembers(value, documented.filter);
		return Object.keys(extras).length === 0 ? filter : {...filter, extras};
	},
};

/** The members of `event_details` (interface.md, "Fields returned when listing"). */
export const detailMembers: Members<Pick<ListedFields, 'network' | 'eventType' | 'addresses' | 'filters'>> = {
	network: {wire: wireNames.details.network, type: scalar},
	eventType: {wire: wireNames.details.eventType, type: scalar},
	addresses: {wire: wireNames.details.addresses, type: listOf(scalar)},
	filters: {wire: wireNames.details.filters, type: listOf(filterType)},
};

/** The members of a record besides `id` and `event_details`. */
export const recordMembers: Members<Omit<ListedFields, keyof typeof detailMembers>> = {
	userId: {wire: wireNames.record.userId, type: scalar},
	channel: {wire: wireNames.record.channel, type: scalar},
	name: {wire: wireNames.record.name, type: scalar},
	recipient: {wire: wireNames.record.recipient, type: scalar},
};

/** The shape of a record that can be read as a notification. */
export const recordShape: MemberShape = {
	kind: 'object',
	isOptional: false,
	members: {
		id: identifier.shape,
		...shapesOf(recordMembers),
		[wireNames.record.details]: {kind: 'object', isOptional: true, members: shapesOf(detailMembers)},
	},
};

const knownDetails = new Set(Object.values<Member<unknown>>(detailMembers).map(({wire}) => wire));

/**
Reads one element of a listing. Scalars become text, null and missing members become empty, and unknown members stay in `raw`. The tables above are used instead of zod, which takes ten times as long; a listing may have 100,000 elements.

@param raw - The element, parsed by `parseJson`.
@param index - Its position in the listing, from 0.
@param source - The element as received.
@returns A notification, or an unreadable record that says which member is missing or has an unexpected type.
*/
export function readRecord(raw: unknown, index: number, source = sourceOf(raw)): Notification | UnreadableRecord {
	const where = problemIn(raw, recordShape);
	if (where === undefined) {
		return listedNotification(identifier.read((raw as JsonObject).id), source);
	}

	return {
		kind: 'unreadable', index, raw, json: sourceText(source), problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
	};
}

/** Creates a notification from checked bytes: `source` has the shape `recordShape` and this ID. */
export const listedNotification = (id: string, source: ByteRange): Notification => new ListedNotification(id, source);

/**
Describes an element that was not parsed because it is too large or too deeply nested.

@param element - The element from the parser.
@param index - Its position in the listing, from 0.
@param longest - The maximum size of a record in bytes.
*/
export function skippedRecord(element: SkippedElement, index: number, longest: number): UnreadableRecord {
	const {why, length, isCut} = element;
	const text = sourceText(element.source);
	return {
		kind: 'unreadable',
		index,
		// The text is used, because the value would be too deeply nested.
		raw: text,
		...(why === 'deep' && {json: text}),
		isSkipped: true,
		problem: why === 'deep'
			? `nested deeper than ${deepestNesting} levels (${sizeText(length)})`
			: `${isCut ? '' : `${sizeText(length)}, `}larger than ${sizeText(longest)} (limits.record in config.yaml)${isCut ? '; the rest was not read' : ''}`,
	};
}

/** A notification stored as the bytes that were received, and parsed again when a field is read: 100,000 parsed objects would take several times the memory and garbage collection time. */
class ListedNotification implements Notification {
	/** The last parsed notification: callers read several fields of one notification in a row. */
	static #last: {readonly of: ListedNotification; readonly raw: JsonObject; filters: readonly Filter[] | undefined} | undefined;

	readonly id: string;
	readonly source: ByteRange;

	constructor(id: string, source: ByteRange) {
		this.id = id;
		this.source = source;
	}

	get kind() {
		return 'notification' as const;
	}

	get json() {
		return sourceText(this.source);
	}

	get raw(): JsonObject {
		return this.#parsed().raw;
	}

	#parsed() {
		const last = ListedNotification.#last;
		if (last?.of === this) {
			return last;
		}

		const parsed: typeof last = {of: this, raw: (this.source.isPlain ? JSON.parse(this.json) : parseJson(this.json)) as JsonObject, filters: undefined};
		ListedNotification.#last = parsed;
		return parsed;
	}

	get userId() {
		return recordMembers.userId.type.read(this.raw[recordMembers.userId.wire]);
	}

	get channel() {
		return recordMembers.channel.type.read(this.raw[recordMembers.channel.wire]);
	}

	get name() {
		return recordMembers.name.type.read(this.raw[recordMembers.name.wire]);
	}

	get recipient() {
		return recordMembers.recipient.type.read(this.raw[recordMembers.recipient.wire]);
	}

	get network() {
		return detailMembers.network.type.read(detailsOf(this.raw)[detailMembers.network.wire]);
	}

	get eventType() {
		return detailMembers.eventType.type.read(detailsOf(this.raw)[detailMembers.eventType.wire]);
	}

	get addresses() {
		return detailMembers.addresses.type.read(detailsOf(this.raw)[detailMembers.addresses.wire]);
	}

	get filters() {
		const parsed = this.#parsed();
		parsed.filters ??= detailMembers.filters.type.read(detailsOf(parsed.raw)[detailMembers.filters.wire]);
		return parsed.filters;
	}

	/** The members of `event_details` that interface.md does not name, or does not list. */
	get extras(): JsonObject | undefined {
		const extras = undocumentedMembers(detailsOf(this.raw), knownDetails);
		return Object.keys(extras).length === 0 ? undefined : extras;
	}

	/** The undocumented members of the record. */
	get recordExtras(): JsonObject {
		return undocumentedMembers(this.raw, documented.record);
	}
}

const detailsOf = ({event_details: details}: JsonObject) => (details ?? {}) as JsonObject;

const sourceText = ({bytes, from, to}: ByteRange): string => bytes.toString('utf8', from, to);

function sourceOf(raw: unknown): ByteRange {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}
