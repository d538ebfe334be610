import {readBody} from '../api/bodies/body-draft.ts';
import {readValues, type PlacedValue} from '../api/bodies/body-values.ts';
import {readRecord} from '../api/listing/read-record.ts';
import {checkQuery} from '../domain/query/check-query.ts';
import {createMatcher, searchTextOf} from '../domain/query/search.ts';
import {documented} from '../domain/undocumented.ts';
import {topicNames} from '../domain/wire-names.ts';
import {isObject, member, type JsonObject} from '../system/json.ts';
import {nearest, suggestion} from '../system/nearest.ts';
import type {FileEntry, FilePlace, Mistake, NotificationFile, FileScope} from './notification-file.ts';
import {resolveReferences, type ReferenceSources} from './references.ts';
import {structureMistakes, type ValuePath} from './structure.ts';

/** The members of a file beside the list of notifications. */
const headerNames = ['version', 'profile', 'scope', 'defaults', 'notifications'] as const;

/** A file, or all its mistakes. */
export type FileReading =
	| {readonly ok: true; readonly file: NotificationFile}
	| {readonly ok: false; readonly mistakes: readonly Mistake[]};

/**
Reads a file of notifications: YAML or JSON with a list under `notifications`, a list, one body, or one JSON object per line.

@param text - The text of the file.
@param name - Its name, for messages.
@param sources - Where its references are read.
@throws BodiesError if the text cannot be parsed.
*/
export async function readFile(text: string, name: string, sources: ReferenceSources): Promise<FileReading> {
	const {header, entries} = await readValues(text, name);
	const mistakes: Mistake[] = [];
	const placeIn = ({locate}: PlacedValue) => (path: ValuePath): FilePlace => ({file: name, ...locate(path)});
	const {profile, scope, defaults} = header === undefined ? noHeader : await readHeader(header.value as JsonObject, placeIn(header), mistakes);
	const read = entries.map(entry => readEntry(entry.value, defaults, {sources, placeOf: placeIn(entry), mistakes})).filter(entry => entry !== undefined);
	mistakes.push(...outsideScope(read, scope));
	return mistakes.length > 0
		? {ok: false, mistakes: mistakes.toSorted((a, b) => a.line === b.line ? a.column - b.column : a.line - b.line)}
		: {ok: true, file: {name, profile, scope, entries: read}};
}

type Header = Pick<NotificationFile, 'profile' | 'scope'> & {readonly defaults: JsonObject};

const noHeader: Header = {profile: undefined, scope: undefined, defaults: {}};

async function readHeader(header: JsonObject, placeOf: (path: ValuePath) => FilePlace, mistakes: Mistake[]): Promise<Header> {
	const add = (field: string, message: string) => {
		mistakes.push({...placeOf([field]), field, message});
	};

	for (const field of Object.keys(header).filter(key => !(headerNames as readonly string[]).includes(key))) {
		add(field, `is not known in a file of notifications.${suggestion(nearest(field, headerNames))}`);
	}

	const {version = 1, profile, scope, defaults = {}, notifications} = header;
	if (version !== 1) {
		add('version', 'must be 1: this chainbell knows no other');
	}

	if (profile !== undefined && typeof profile !== 'string') {
		add('profile', 'must be the name of a profile');
	}

	if (!isObject(defaults)) {
		add('defaults', 'must be an object with fields of a notification');
	}

	if (notifications !== null && !Array.isArray(notifications)) {
		add('notifications', 'must be a list');
	}

	return {
		profile: typeof profile === 'string' ? profile : undefined,
		scope: await readScope(scope, placeOf(['scope']), problem => {
			add('scope', problem);
		}),
		defaults: isObject(defaults) ? defaults : {},
	};
}

async function readScope(scope: unknown, place: FilePlace, addProblem: (problem: string) => void): Promise<FileScope | undefined> {
	if (scope === undefined) {
		return undefined;
	}

	if (typeof scope !== 'string' || scope.trim() === '') {
		addProblem('must be a query, such as user:=ops, or all');
		return undefined;
	}

	if (scope.trim() === 'all') {
		return {text: 'all', query: [], place};
	}

	const checked = await checkQuery(scope, 'change');
	if (!checked.ok) {
		addProblem(`is not a query: ${checked.problem}`);
		return undefined;
	}

	return {text: scope.trim(), query: checked.query, place};
}

type EntryReading = {
	readonly sources: ReferenceSources;
	readonly placeOf: (path: ValuePath) => FilePlace;
	/** The mistakes found are added to it. */
	readonly mistakes: Mistake[];
};

function readEntry(written: unknown, defaults: JsonObject, {sources, placeOf, mistakes}: EntryReading): FileEntry | undefined {
	const {value, mistakes: unresolved} = resolveReferences(isObject(written) ? withDefaults(written, defaults) : written, sources);
	const found = [...unresolved, ...structureMistakes(value), ...isObject(value) ? misspelled(value) : []];
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

/** The members that the service does not know, where one that it knows is missing and similar. Others are sent. */
function misspelled(value: JsonObject): Array<{readonly path: ValuePath; readonly message: string}> {
	const check = (inner: unknown, names: ReadonlySet<string>, path: ValuePath) => Object.keys(isObject(inner) ? inner : {}).filter(name => !names.has(name)).flatMap(name => {
		const missing = [...names].filter(known => !Object.hasOwn(inner as JsonObject, known));
		const meant = nearest(name, missing);
		return meant === undefined ? [] : [{path: [...path, name], message: `is not a field of a notification. Did you mean ${meant}?`}];
	});
	const {event_details: details} = value;
	const filters = member(details, 'filters');
	return [
		...check(value, documented.record, []),
		...check(details, documented.details, ['event_details']),
		...(Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index) => check(filter, documented.filter, ['event_details', 'filters', index])),
	];
}

/** The entries that the scope of their own file does not match. */
function outsideScope(entries: readonly FileEntry[], scope: FileScope | undefined): Mistake[] {
	if (scope === undefined || scope.query.length === 0) {
		return [];
	}

	const isMatching = createMatcher(scope.query);
	return entries.filter(({record}) => !isMatching(record, searchTextOf(record))).map(({place}) => ({...place, field: '', message: `does not belong to the scope of this file, ${scope.text}`}));
}
