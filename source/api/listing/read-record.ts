import {Buffer} from 'node:buffer';
import type {Filter, ListedRecord, Notification, UnreadableRecord} from '../../domain/notification.ts';
import {documented, undocumentedMembers} from '../../domain/undocumented.ts';
import {type JsonObject, parseJson} from '../../platform/json.ts';
import {deepestNesting, sizeText} from '../../platform/limits.ts';
import type {ByteRange} from './json-bytes.ts';
import type {SkippedElement} from './pass-elements.ts';
import {detachedSource, sourceText, writtenMember, type ScannedSource} from './member-places.ts';
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
		kind: 'unreadable',
		index,
		raw,
		json: sourceText(source),
		problem: where === '' ? 'not an object' : `${where} is missing or of an unexpected type`,
	};
}

/** Creates a notification from checked bytes: `source` has the shape `recordShape` and this ID. */
export const listedNotification = (id: string, source: ListedSource): Notification =>
	new ListedNotification(id, source);

/** Where a notification is in the received bytes, and if it was scanned, where its members are. */
export type ListedSource = ByteRange & Partial<ScannedSource>;

/** Copies the bytes of a record. The buffer it was received in has many other records, and would stay in memory with it. */
export const detachedRecord = (record: ListedRecord): ListedRecord =>
	record instanceof ListedNotification ? new ListedNotification(record.id, detachedSource(record.source)) : record;

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
		problem:
			why === 'deep'
				? `nested deeper than ${deepestNesting} levels (${sizeText(length)})`
				: `${isCut ? '' : `${sizeText(length)}, `}larger than ${sizeText(longest)} (limits.record in config.yaml)${isCut ? '; the rest was not read' : ''}`,
	};
}

const listedMembers = {...recordMembers, ...detailMembers};

type TextField = Exclude<keyof typeof listedMembers, 'addresses' | 'filters'>;

/** A notification stored as the bytes that were received, and read again when a field is read: 100,000 parsed objects would take several times the memory and garbage collection time. */
class ListedNotification implements Notification {
	/** What was read of the last notification: callers read several fields of one notification in a row. */
	static #last:
		| {readonly of: ListedNotification; readonly json: string; raw?: JsonObject; filters?: readonly Filter[]}
		| undefined;

	readonly id: string;
	readonly source: ListedSource;

	constructor(id: string, source: ListedSource) {
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
			last = {of: this, json: sourceText(this.source)};
			ListedNotification.#last = last;
		}

		return last;
	}

	#parse(json: string): unknown {
		return this.source.isPlain ? JSON.parse(json) : parseJson(json);
	}

	/** The value of a member, parsed. */
	#value(field: keyof typeof listedMembers): unknown {
		return (field in detailMembers ? detailsOf(this.raw) : this.raw)[listedMembers[field].wire];
	}

	#text(field: TextField): string {
		if (!isScanned(this.source)) {
			return listedMembers[field].type.read(this.#value(field));
		}

		const written = writtenMember(this.source, this.json, field);
		return written.startsWith('"') ? (JSON.parse(written) as string) : written;
	}

	/** The JSON of a list; empty if it is null or missing. */
	#list(field: 'addresses' | 'filters'): string {
		return isScanned(this.source)
			? writtenMember(this.source, this.json, field)
			: (JSON.stringify(this.#value(field) ?? undefined) ?? '');
	}

	get userId() {
		return this.#text('userId');
	}

	get channel() {
		return this.#text('channel');
	}

	get name() {
		return this.#text('name');
	}

	get recipient() {
		return this.#text('recipient');
	}

	get network() {
		return this.#text('network');
	}

	get eventType() {
		return this.#text('eventType');
	}

	get addresses(): readonly string[] {
		const json = this.#list('addresses');
		const one = onlyText(json);
		return one === undefined ? detailMembers.addresses.type.read(json === '' ? undefined : this.#parse(json)) : [one];
	}

	get filters() {
		const last = this.#read();
		last.filters ??= sharedFilters(this.#list('filters'), json => detailMembers.filters.type.read(this.#parse(json)));
		return last.filters;
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

/** The text in the JSON of a list of one text without escapes, as nearly all addresses are. */
function onlyText(json: string): string | undefined {
	const end = json.length - 2;
	return json.startsWith('["') && json.indexOf('"', 2) === end && !json.includes('\\') ? json.slice(2, end) : undefined;
}

const isScanned = (source: ListedSource): source is ScannedSource => source.places !== undefined;

const detailsOf = ({event_details: details}: JsonObject) => (details ?? {}) as JsonObject;

function sourceOf(raw: unknown): ByteRange {
	const bytes = Buffer.from(JSON.stringify(raw));
	return {bytes, from: 0, to: bytes.length};
}
