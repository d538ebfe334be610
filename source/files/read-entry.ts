import {draftOfBody, readBody, type BodyReading} from './body-draft.ts';
import type {Notification} from '../domain/notification.ts';
import {topicNames} from '../domain/spec.ts';
import {isObject, member, type JsonObject} from '../platform/json.ts';
import {misspelled} from './misspelled.ts';
import {mostOfEntry, type FileEntry, type FilePlace, type Mistake} from './notification-file.ts';
import {readTexts, type ReferenceSources} from './references.ts';
import {structureMistakes, type ValuePath} from './structure.ts';

export type EntryReading = {
	/** The defaults of the file; undefined for an entry without a file around it: it can be a listed record, and has no references. */
	readonly defaults: JsonObject | undefined;
	readonly sources: ReferenceSources;
	readonly placeOf: (path: ValuePath) => FilePlace;
	/** The mistakes found are added to it. */
	readonly mistakes: Mistake[];
	/** The listed record of an ID, if the entry was made from it; by default the entry itself is the record. */
	readonly originalOf?: ((id: string) => unknown) | undefined;
	/** The ID that pairs an entry which is no listed record. */
	readonly hint?: string | undefined;
};

/** Reads an entry of a file. With mistakes it has what can be read of it, for further checks, or is undefined. What has an ID was listed by a service, so that its form is no mistake; without a file around it, it is taken as it is, without references. */
export function readEntry(
	written: unknown,
	{defaults, sources, placeOf, mistakes, originalOf, hint}: EntryReading,
): FileEntry | undefined {
	const isAlone = defaults === undefined;
	const id = member(written, 'id') ?? undefined;
	const hasId = id !== undefined;
	const isListed = isAlone && hasId;
	const {value, mistakes: unresolved} = isListed
		? {value: written, mistakes: []}
		: readTexts(
				isObject(written) && !isAlone ? withDefaults(written, defaults) : written,
				isAlone ? undefined : sources,
			);
	const original = hasId ? (originalOf?.(typeof id === 'string' ? id : JSON.stringify(id)) ?? written) : undefined;
	const misnamed = isObject(value) ? misspelled(value, original) : [];
	const found = [...unresolved, ...(hasId ? [] : structureMistakes(value)), ...misnamed].slice(0, mostOfEntry);
	const readable = withoutMembers(
		value,
		found.map(({path}) => path),
	);
	const reading = readBody(readable);
	const issues =
		found.length === 0 && 'issues' in reading
			? reading.issues.map(({field, message}) => ({path: field.split('.'), message}))
			: [];
	mistakes.push(
		...[...found, ...issues].map(({path, message}) => ({...placeOf(path), field: path.join('.'), message})),
	);
	if ('issues' in reading) {
		return undefined;
	}

	return new ReadEntry(reading, placeOf, {
		hint,
		statesTemplate: Object.hasOwn(readable as JsonObject, 'template'),
		statesTopics: topicNames.some(
			name => member(member(member(readable, 'event_details'), 'graphql'), name) !== undefined,
		),
		mistaken:
			found.length === 0
				? undefined
				: [...found.map(({path}) => path), ...misnamed.map(({meant}) => meant)].map(path => path.join('.')),
	});
}

/** An entry as it is kept: its record, which holds bytes. What was parsed is not held, and the draft is made when it is asked for, because a file has many entries. */
class ReadEntry implements FileEntry {
	readonly place: FilePlace;
	readonly locate: FileEntry['locate'];
	readonly record: Notification;
	readonly id: string | undefined;
	readonly statesTemplate: boolean;
	readonly statesTopics: boolean;
	readonly mistaken?: readonly string[];
	readonly #isListed: boolean;

	constructor(
		{record, id}: Extract<BodyReading, {readonly record: Notification}>,
		placeOf: (path: ValuePath) => FilePlace,
		{
			hint,
			statesTemplate,
			statesTopics,
			mistaken,
		}: Pick<FileEntry, 'statesTemplate' | 'statesTopics'> & {
			readonly hint: string | undefined;
			readonly mistaken: readonly string[] | undefined;
		},
	) {
		this.place = placeOf([]);
		this.locate = field => placeOf(field.split('.'));
		this.record = record;
		this.id = id ?? hint;
		this.#isListed = id !== undefined;
		this.statesTemplate = statesTemplate;
		this.statesTopics = statesTopics;
		if (mistaken !== undefined) {
			this.mistaken = mistaken;
		}
	}

	get draft() {
		return draftOfBody(this.record, this.#isListed);
	}
}

/** Copies a value without members. An item of a list is emptied, so that the others keep their indexes. */
function withoutMembers(value: unknown, paths: readonly ValuePath[]): unknown {
	if (paths.length === 0) {
		return value;
	}

	const inner = (name: string | number) => paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
	if (Array.isArray(value)) {
		return value.map((item: unknown, index) =>
			inner(index).some(path => path.length === 0) ? '' : withoutMembers(item, inner(index)),
		);
	}

	return isObject(value)
		? Object.fromEntries(
				Object.entries(value)
					.filter(([name]) => !inner(name).some(path => path.length === 0))
					.map(([name, item]) => [name, withoutMembers(item, inner(name))]),
			)
		: value;
}

/** Merges the defaults of a file into an entry, deeply. A list of the entry replaces that of the defaults. */
function withDefaults(entry: JsonObject, defaults: JsonObject): JsonObject {
	const merged = Object.entries(entry).map(
		([name, value]) =>
			[name, isObject(value) && isObject(defaults[name]) ? withDefaults(value, defaults[name]) : value] as const,
	);
	return {...defaults, ...Object.fromEntries(merged)};
}
