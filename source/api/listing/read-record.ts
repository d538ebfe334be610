import {Buffer} from 'node:buffer';
import type {Notification, UnreadableRecord} from '../../domain/notification.ts';
import {documented, undocumentedMembers} from '../../domain/undocumented.ts';
import {type JsonObject, parseJson} from '../../system/json.ts';
import {deepestNesting, sizeText} from '../../system/limits.ts';
import type {ByteRange} from './json-bytes.ts';
import type {SkippedElement} from './pass-elements.ts';
import {MemberReader, textPlaces, type ReadMembers} from './member-reader.ts';
import {identifier, problemIn, type Member} from './member-types.ts';
import {detailMembers, recordMembers, recordShape} from './record-shape.ts';
import {sharedFilters} from './shared-filters.ts';

const knownDetails = new Set(Object.values<Member<unknown>>(detailMembers).map(({wire}) => wire));

/**
Reads one element of a listing. Scalars become text, null and missing members become empty, and unknown members stay in `raw`. The tables of record-shape.ts are used instead of zod, which takes ten times as long; a listing may have 100,000 elements.

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

/** A notification stored as the bytes that were received, and read again when a field is read: 100,000 parsed objects would take several times the memory and garbage collection time. */
class ListedNotification implements Notification {
	/** What was read of the last notification: callers read several fields of one notification in a row. */
	static #last: {readonly of: ListedNotification; readonly json: string; members: ReadMembers | undefined; raw: JsonObject | undefined} | undefined;
	static readonly #reader = new MemberReader();

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
		return this.#read().json;
	}

	get raw(): JsonObject {
		const last = this.#read();
		last.raw ??= this.#parse(last.json) as JsonObject;
		return last.raw;
	}

	#read() {
		let last = ListedNotification.#last;
		if (last?.of !== this) {
			last = {of: this, json: sourceText(this.source), members: undefined, raw: undefined};
			ListedNotification.#last = last;
		}

		return last;
	}

	#parse(json: string): unknown {
		return this.source.isPlain ? JSON.parse(json) : parseJson(json);
	}

	get #members(): ReadMembers {
		const last = this.#read();
		last.members ??= ListedNotification.#reader.read(last.json) ?? this.#parsedMembers(last.json);
		return last.members;
	}

	#parsedMembers(json: string): ReadMembers {
		ListedNotification.#reader.learn(json, this.raw);
		return parsedMembers(this.raw);
	}

	get userId() {
		return this.#members.texts[textPlaces.userId]!;
	}

	get channel() {
		return this.#members.texts[textPlaces.channel]!;
	}

	get name() {
		return this.#members.texts[textPlaces.name]!;
	}

	get recipient() {
		return this.#members.texts[textPlaces.recipient]!;
	}

	get network() {
		return this.#members.texts[textPlaces.network]!;
	}

	get eventType() {
		return this.#members.texts[textPlaces.eventType]!;
	}

	get addresses() {
		return this.#members.addresses;
	}

	get filters() {
		return sharedFilters(this.#members.filters, json => detailMembers.filters.type.read(this.#parse(json)));
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

/** What is read of a parsed record. */
export function parsedMembers(raw: JsonObject): ReadMembers {
	const details = detailsOf(raw);
	const texts = Object.keys(textPlaces).map(field => field in recordMembers
		? readMember(recordMembers[field as keyof typeof recordMembers], raw)
		: readMember(detailMembers[field as 'network' | 'eventType'], details));
	const filters = details[detailMembers.filters.wire] ?? undefined;
	return {texts, addresses: readMember(detailMembers.addresses, details), filters: filters === undefined ? '' : JSON.stringify(filters)};
}

const readMember = <T>({wire, type}: Member<T>, object: JsonObject): T => type.read(object[wire]);

const detailsOf = ({event_details: details}: JsonObject) => (details ?? {}) as JsonObject;

const sourceText = ({bytes, from, to}: ByteRange): string => bytes.toString('utf8', from, to);

function sourceOf(raw: unknown): ByteRange {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}
