import {
	sourceOf,
	type Filter,
	type Notification,
	type Source,
	type UnreadableRecord,
} from '../../notification/notification.ts';
import {documented, undocumentedMembers} from '../../notification/undocumented.ts';
import {contentFields, detailsName, filterSpec, isDetail, wireOf, type Shape} from '../../notification/spec.ts';
import {isObject, type JsonObject} from '../../platform/json.ts';
import {deepestNesting, sizeText} from '../../platform/limits.ts';
import type {SkippedElement} from './element-splitter.ts';
import {numberText} from '../../platform/text.ts';

/** Reads a value, null and missing ones too. `path`: where it is, for the message of what is thrown if its type is unexpected. */
type Read<T> = (value: unknown, path: string) => T;

class UnexpectedType extends Error {}

/** Text, a number or a boolean, as text with numbers as written; null and missing are empty. */
const scalar: Read<string> = (value, path) => {
	if (typeof value === 'string') {
		return value;
	}

	if (value === undefined || value === null) {
		return '';
	}

	if (typeof value === 'object' && !JSON.isRawJSON(value)) {
		throw new UnexpectedType(path);
	}

	return JSON.stringify(value);
};

/** Like `scalar`; arrays and objects are read as their JSON text. */
const anything: Read<string> = (value, path) =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : scalar(value, path);

/** Required text or a required number, as text. */
const identifier: Read<string> = (value, path) => {
	const id = typeof value === 'boolean' ? '' : scalar(value, path);
	if (id === '') {
		throw new UnexpectedType(path);
	}

	return id;
};

/** An array; null and missing are read as an empty one. */
const listOf =
	<T>(item: Read<T>): Read<readonly T[]> =>
	(value, path) => {
		if (value === undefined || value === null) {
			return [];
		}

		if (!Array.isArray(value)) {
			throw new UnexpectedType(path);
		}

		return value.map((each: unknown, index) => item(each, `${path}.${index}`));
	};

const object: Read<JsonObject> = (value, path) => {
	if (!isObject(value)) {
		throw new UnexpectedType(path);
	}

	return value;
};

const filter: Read<Filter> = (value, path) => {
	const members = object(value, path);
	const parts: Record<string, unknown> = {};
	for (const {part, wire} of filterSpec) {
		parts[part] = (part === 'value' ? anything : scalar)(members[wire], `${path}.${wire}`);
	}

	const extras = undocumentedMembers(members, documented.filter);
	if (Object.keys(extras).length > 0) {
		parts.extras = extras;
	}

	return parts as Filter;
};

const filterList = listOf(filter);

/** The lists of filters that are kept, at most, and the length of their JSON. */
const maxShared = 1000;

const shared = new Map<string, readonly Filter[]>();

/** Reads filters. Many notifications of an account have the same ones: these share a list, which is frozen, so that what is made of it is made once. */
const filters: Read<readonly Filter[]> = (value, path) => {
	const json = JSON.stringify(value ?? []);
	const known = shared.get(json);
	if (known !== undefined) {
		return known;
	}

	const list = Object.freeze(filterList(value, path));
	if (json.length <= maxShared) {
		if (shared.size >= maxShared) {
			shared.clear();
		}

		shared.set(json, list);
	}

	return list;
};

const readerOf = ({kind, item}: Shape): Read<unknown> => {
	if (kind === 'text') {
		return scalar;
	}

	return item?.kind === 'object' ? filters : listOf(scalar);
};

/** The fields that are listed. */
const rows = contentFields
	.filter(({isUnlisted}) => isUnlisted !== true)
	.map(row => ({key: row.key, path: row.path, wire: wireOf(row), isDetail: isDetail(row), read: readerOf(row.shape)}));

const listedDetails = new Set(rows.filter(row => row.isDetail).map(({wire}) => wire));

/** The shape of every notification, so that all are of one hidden class of V8. */
const blank = {
	kind: 'notification' as const,
	id: '',
	userId: '',
	channel: '',
	name: '',
	recipient: '',
	network: '',
	eventType: '',
	addresses: [],
	filters: [],
	extras: undefined,
	recordExtras: {},
	source: undefined,
};

/**
Reads one element of a listing. Scalars become text, null and missing members become empty. Zod would take ten times as long; a listing may have 100,000 elements.

@param raw - The element, parsed by `parseJson`.
@param index - Its position in the listing, from 0.
@param source - The element as received.
@returns A notification, or an unreadable record that says which member is missing or has an unexpected type.
*/
export function readRecord(raw: unknown, index: number, source = sourceOf(raw)): Notification | UnreadableRecord {
	try {
		return readNotification(object(raw, ''), source);
	} catch (error) {
		if (!(error instanceof UnexpectedType)) {
			throw error;
		}

		return {
			kind: 'unreadable',
			index,
			raw,
			json: source.bytes.toString('utf8', source.from, source.to),
			problem: error.message === '' ? 'not an object' : `${error.message} is missing or of an unexpected type`,
		};
	}
}

function readNotification(raw: JsonObject, source: Source): Notification {
	const notification: Record<string, unknown> = {...blank};
	notification.id = identifier(raw.id, 'id');
	let from = raw;
	for (const {key, wire, isDetail: isInDetails, path, read} of rows) {
		if (isInDetails && from === raw) {
			from = object(raw[detailsName] ?? {}, detailsName);
		}

		notification[key] = read(from[wire], path);
	}

	const extras = undocumentedMembers(from, listedDetails);
	if (Object.keys(extras).length > 0) {
		notification.extras = extras;
	}

	notification.recordExtras = undocumentedMembers(raw, documented.record);
	notification.source = source;
	return notification as unknown as Notification;
}

/**
Describes an element that was not parsed because it is too large or too deeply nested.

@param element - The element.
@param index - Its position in the listing, from 0.
@param longest - The maximum size of a record in bytes.
*/
export function skippedRecord({why, length, text}: SkippedElement, index: number, longest: number): UnreadableRecord {
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
				: `${sizeText(length)}, larger than ${sizeText(longest)} (limits.record in config.yaml)`,
	};
}

/** The message about IDs that occur more than once in a listing (`Listing.repeatedIds`). */
export const repeatedIdsText = (count: number): string =>
	count === 1
		? 'The service lists 1 ID more than once. Its first record is shown.'
		: `The service lists ${numberText(count)} IDs more than once. The first record of each is shown.`;
