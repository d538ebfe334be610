import {readBody} from '../api/bodies/body-draft.ts';
import {readRecord} from '../api/listing/read-record.ts';
import {documented, filtersOf} from '../domain/undocumented.ts';
import {topicNames} from '../domain/wire-names.ts';
import {isObject, member, type JsonObject} from '../system/json.ts';
import {nearest} from '../system/nearest.ts';
import type {FileEntry, FilePlace, Mistake} from './notification-file.ts';
import {resolveReferences, type ReferenceSources} from './references.ts';
import {structureMistakes, type StructureMistake, type ValuePath} from './structure.ts';

export type EntryReading = {
	/** The defaults of the file; undefined for an entry without a file around it: it can be a listed record, and has no references. */
	readonly defaults: JsonObject | undefined;
	readonly sources: ReferenceSources;
	readonly placeOf: (path: ValuePath) => FilePlace;
	/** The mistakes found are added to it. */
	readonly mistakes: Mistake[];
	/** The listed record of an ID, if the entry was made from it; by default the entry itself is the record. */
	readonly originalOf?: ((id: string) => unknown) | undefined;
};

/** Reads an entry of a file; undefined if it has mistakes. A listed record is taken as it is: what a service lists is neither a reference nor a mistake. */
export function readEntry(written: unknown, {defaults, sources, placeOf, mistakes, originalOf}: EntryReading): FileEntry | undefined {
	const isAlone = defaults === undefined;
	const id = isAlone ? member(written, 'id') ?? undefined : undefined;
	const isListed = id !== undefined;
	const {value, mistakes: unresolved} = isListed
		? {value: written, mistakes: []}
		: resolveReferences(isObject(written) && !isAlone ? withDefaults(written, defaults) : written, isAlone ? undefined : sources);
	const original = isListed ? originalOf?.(typeof id === 'string' ? id : JSON.stringify(id)) ?? written : undefined;
	const found = [...unresolved, ...isListed ? [] : structureMistakes(value), ...isObject(value) ? misspelled(value, original) : []];
	const reading = found.length === 0 ? readBody(value) : undefined;
	if (reading === undefined || 'issues' in reading) {
		const issues = reading?.issues.map(({field, message}) => ({path: field.split('.'), message})) ?? [];
		mistakes.push(...[...found, ...issues].map(({path, message}) => ({...placeOf(path), field: path.join('.'), message})));
		return undefined;
	}

	const record = readRecord({...value as JsonObject, id: reading.id ?? 0}, 0);
	if (record.kind === 'unreadable') {
		return undefined;
	}

	return {
		place: placeOf([]),
		locate: field => placeOf(field.split('.')),
		record,
		draft: reading.draft,
		id: reading.id,
		statesTemplate: Object.hasOwn(value as JsonObject, 'template'),
		statesTopics: topicNames.some(name => member(member(member(value, 'event_details'), 'graphql'), name) !== undefined),
	};
}

/** Merges the defaults of a file into an entry, deeply. A list of the entry replaces that of the defaults. */
function withDefaults(entry: JsonObject, defaults: JsonObject): JsonObject {
	const merged = Object.entries(entry).map(([name, value]) => [name, isObject(value) && isObject(defaults[name]) ? withDefaults(value, defaults[name]) : value] as const);
	return {...defaults, ...Object.fromEntries(merged)};
}

/** The members that the service does not know, where one that it knows is missing and similar. Others are sent, and so are those of the listed record. */
function misspelled(value: JsonObject, original: unknown): StructureMistake[] {
	const check = (inner: unknown, known: unknown, names: ReadonlySet<string>, path: ValuePath) => {
		const members = isObject(inner) ? inner : {};
		// All parts of a filter are needed, so that an empty one is missing, too.
		const missing = [...names].filter(name => !Object.hasOwn(members, name) || (names === documented.filter && members[name] === ''));
		return Object.keys(members).filter(name => !names.has(name) && member(known, name) === undefined).flatMap(name => {
			const meant = nearest(name, missing);
			return meant === undefined ? [] : [{path: [...path, name], message: `is not a field of a notification. Did you mean ${meant}?`}];
		});
	};

	const [details, listed] = [value, original].map(of => member(of, 'event_details'));
	const filters = member(details, 'filters');
	const listedFilter = Object.assign({}, ...filtersOf(listed)) as JsonObject;
	return [
		...check(value, original, documented.record, []),
		...check(details, listed, documented.details, ['event_details']),
		...(Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index) => check(filter, listedFilter, documented.filter, ['event_details', 'filters', index])),
	];
}
