import {readRecord} from '../service/listing/read-record.ts';
import {parseFilterLine} from '../notification/edit.ts';
import {settledTopics} from '../notification/events.ts';
import {toDraft, type Draft} from '../notification/fields.ts';
import {type Notification, rawOf, type Topics} from '../notification/notification.ts';
import {bodyShape, detailsName, findField, topicNames, toWireFilter, type Shape} from '../notification/spec.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {nearest} from '../platform/text.ts';
import {mostOfEntry, type FileEntry, type FilePlace, type Mistake} from './notification-file.ts';
import {noSources, referredText, type ReferenceSources} from './find-files.ts';
import type {ValuePath} from './read-values.ts';

type EntryReading = {
	/** The defaults of the file; undefined for an entry without a file around it: it can be a listed record, and has no references. */
	readonly defaults: JsonObject | undefined;
	/** Reads the files that it refers to; without it none is read. */
	readonly sources?: ReferenceSources;
	readonly placeOf: (path: ValuePath) => FilePlace;
	/** The mistakes found are added to it. */
	readonly mistakes: Mistake[];
	/** The listed record of an ID, if the entry was made from it; by default the entry itself is the record. */
	readonly originalOf?: ((id: string) => unknown) | undefined;
	/** The ID that pairs an entry which is no listed record. */
	readonly hint?: string | undefined;
};

/** A mistake in an entry. `meant`: the path of the missing member that was probably meant. */
type EntryMistake = {readonly path: ValuePath; readonly message: string; readonly meant?: ValuePath};

/**
Reads an entry of a file: the parts that interface.md names, "Resources and their fields". References, `{env: NAME}` and `{file: PATH}`, are replaced by what they name, and the white space around each text but the template is removed, so that what is checked and compared is what is sent. Members that it does not name can be anything. What has an ID was listed by a service, so that its form is no mistake; without a file around it, it is taken as it is, without references.

@returns What can be read of it, without what is wrong, for further checks; undefined if nothing can.
*/
export function readEntry(
	entry: unknown,
	{defaults, sources = noSources, placeOf, mistakes, originalOf, hint}: EntryReading,
): FileEntry | undefined {
	const isAlone = defaults === undefined;
	const whole = isObject(entry) && !isAlone ? withDefaults(entry, defaults) : entry;
	// A body alone, or a listed record, can have a member of that name.
	const {parked, ...content} = isObject(whole) && !isAlone ? whole : {};
	const written = parked === undefined ? whole : content;
	const id = member(entry, 'id') ?? undefined;
	const hasId = id !== undefined;
	/** Whether its texts are taken as they are. */
	const isAsListed = isAlone && hasId;
	const found: EntryMistake[] = [];
	const refuse = (path: ValuePath, message: string): undefined => {
		found.push({path, message});
	};

	const readText = (value: unknown, path: ValuePath): unknown => {
		if (isAsListed) {
			return value;
		}

		const referred = isObject(value) ? referredText(value, isAlone ? undefined : sources) : undefined;
		if (referred !== undefined && 'problem' in referred) {
			return refuse(path, referred.problem);
		}

		const text = referred?.text ?? value;
		if (text !== null && !isScalar(text) && !hasId) {
			return refuse(path, 'must be text');
		}

		return typeof text === 'string' && path.at(-1) !== 'template' ? text.trim() : text;
	};

	/** Reads a line of filters, which is one filter as an item of a list. */
	const readLine = (line: string, path: ValuePath): readonly unknown[] | undefined => {
		const filters = parseFilterLine(line);
		if (filters.ok && (typeof path.at(-1) === 'string' || filters.value.length === 1)) {
			return filters.value.map(filter => toWireFilter(filter));
		}

		return refuse(path, filters.ok ? 'must be one filter' : filters.problem);
	};

	const readPart = (given: unknown, shape: Shape, path: ValuePath, known: unknown): unknown => {
		const {kind, item, members = {}} = shape;
		const name = path.at(-1);
		const hasLines = shape.hasLines === true && !isAsListed;
		const value = hasLines && typeof given === 'string' ? readLine(given, path) : given;
		if (kind === 'text') {
			return readText(value, path);
		}

		if ((value === null || value === undefined) && typeof name === 'string') {
			return value;
		}

		if (kind === 'list' && Array.isArray(value)) {
			const knownItem: unknown = Object.assign(
				{},
				...(Array.isArray(known) ? known : []).filter(each => isObject(each)),
			);
			return value.map((each: unknown, index) => {
				const at = [...path, index];
				const one = hasLines && typeof each === 'string' ? readLine(each, at)?.[0] : each;
				return one === undefined ? undefined : readPart(one, item!, at, knownItem);
			});
		}

		if (kind === 'list' || !isObject(value)) {
			const wanted = kind === 'list' ? 'a list' : `an object with ${Object.keys(members).join(', ')}`;
			const root = 'is not a notification: fields and their values are expected';
			return hasId ? value : refuse(path, name === undefined ? root : `must be ${shape.hint ?? wanted}`);
		}

		const unknown = misspelled(value, members, path, known, written);
		found.push(...unknown);
		const wrong = new Set(unknown.map(mistake => mistake.path.at(-1)));
		return Object.fromEntries(
			Object.entries(value)
				.filter(([each]) => !wrong.has(each))
				.map(([each, inner]) => [
					each,
					Object.hasOwn(members, each) ? readPart(inner, members[each]!, [...path, each], member(known, each)) : inner,
				])
				.filter(([, read]) => read !== undefined),
		);
	};

	const original = hasId ? (originalOf?.(typeof id === 'string' ? id : JSON.stringify(id)) ?? entry) : undefined;
	const readable = readPart(written, bodyShape, [], original);
	const add = (path: ValuePath, message: string) => {
		mistakes.push({...placeOf(path), field: path.join('.'), message});
	};

	if (parked !== undefined && typeof parked !== 'boolean') {
		add(['parked'], 'must be true or false');
	}

	for (const {path, message} of found.slice(0, mostOfEntry)) {
		add(path, message);
	}

	if (!isObject(readable)) {
		return undefined;
	}

	const record = readRecord(hasId ? readable : {...readable, id: 0}, 0);
	if (record.kind === 'unreadable') {
		if (found.length === 0) {
			const [field, ...problem] = record.problem.split(' ');
			add(field!.split('.'), problem.join(' '));
		}

		return undefined;
	}

	return {
		place: placeOf([]),
		locate: field => placeOf(field.split('.')),
		record,
		draft: draftOfBody(record, hasId),
		id: hasId ? record.id : hint,
		statesTemplate: Object.hasOwn(readable, 'template'),
		statesTopics: topicNames.some(name => member(member(readable[detailsName], 'graphql'), name) !== undefined),
		...(parked === true && {isParked: parked}),
		...(found.length > 0 && {
			mistaken: found.flatMap(({path, meant = path}) => [path, meant]).map(path => path.join('.')),
		}),
	};
}

/** The draft of a body that was read. The ID of a listed record is not sent; members that interface.md does not allow are sent unchanged. */
export function draftOfBody(record: Notification, isListed: boolean): Draft {
	const raw = rawOf(record) as JsonObject;
	const {template} = raw;
	const {graphql, ...extras} = record.extras ?? {};
	const given = graphql ?? {};
	const topics = topicNames.map(name => member(given, name) ?? '');
	const isRead = isObject(given) && topics.every(topic => isScalar(topic));
	const others = Object.entries(given).filter(([name]) => !(topicNames as readonly string[]).includes(name));
	const kept = isRead && others.length === 0 ? {} : {graphql: isRead ? Object.fromEntries(others) : given};
	return {
		...toDraft(record),
		recordExtras: record.recordExtras ?? {},
		extras: {...extras, ...kept},
		template: isScalar(template) ? textOf(template) : '',
		topics: settledTopics((isRead ? topics.map(topic => textOf(topic)) : ['', '', '', '']) as unknown as Topics),
		...(isListed && {listed: raw}),
	};
}

const isScalar = (value: unknown): boolean =>
	(typeof value !== 'object' && value !== undefined) || JSON.isRawJSON(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Finds the members of an object that the service does not know, where one that it knows is missing and was probably meant: it is similar, has another name in queries, or belongs elsewhere. Others are sent, and so are those of the listed record, `known`. */
function misspelled(
	value: JsonObject,
	members: Readonly<Record<string, Shape>>,
	path: ValuePath,
	known: unknown,
	entry: unknown,
): EntryMistake[] {
	const isRoot = path.length === 0;
	const unknown = Object.keys(value).filter(
		name => !Object.hasOwn(members, name) && !(isRoot && name === 'id') && member(known, name) === undefined,
	);
	return unknown.flatMap((name): EntryMistake[] => {
		if (isRoot && Array.isArray(value[name]) && nearest(name, ['notifications']) !== undefined) {
			return [
				{path: [name], meant: [], message: 'is not known in a file of notifications. Did you mean notifications?'},
			];
		}

		// All parts of a filter are needed, so that an empty one is missing, too.
		const missing = Object.keys(members).filter(
			each => !Object.hasOwn(value, each) || (typeof path.at(-1) === 'number' && value[each] === ''),
		);
		const similar =
			nearest(name, missing) ??
			missing.find(each => lettersOf(each) === lettersOf(name)) ??
			missing.find(each => members[each]!.isRequired && each.endsWith(`_${name.toLowerCase()}`));
		const meant = similar === undefined ? pathNamed(name, entry) : [...path, similar];
		if (meant === undefined) {
			return [];
		}

		const isOutside = meant.length === 1 && !isRoot && similar === undefined;
		const meantName = isOutside ? `${meant[0]!} outside ${detailsName}` : meant.slice(path.length).join('.');
		return [{path: [...path, name], meant, message: `is not a field of a notification. Did you mean ${meantName}?`}];
	});
}

/** A name without hyphens and underscores. */
const lettersOf = (name: string): string => name.replaceAll(/[\-_ ]/gv, '').toLowerCase();

/** The path of the required member that has a name in queries, or elsewhere in an entry, if it is missing there. */
function pathNamed(name: string, entry: unknown): ValuePath | undefined {
	const {shape, path = ''} = findField(name.toLowerCase()) ?? {};
	const steps = path.split('.');
	const parent = steps.length === 1 ? entry : member(entry, detailsName);
	return shape?.isRequired !== true || member(parent, steps.at(-1)!) !== undefined ? undefined : steps;
}

/** Merges the defaults of a file into an entry, deeply. A list of the entry replaces that of the defaults. */
export function withDefaults(entry: JsonObject = {}, defaults: JsonObject = {}): JsonObject {
	const merged = Object.entries(entry).map(
		([name, value]) =>
			[name, isObject(value) && isObject(defaults[name]) ? withDefaults(value, defaults[name]) : value] as const,
	);
	return {...defaults, ...Object.fromEntries(merged)};
}
