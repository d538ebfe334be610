import {readValues, type PlacedValue} from './read-values.ts';
import {checkDraft} from '../domain/draft/check.ts';
import {pathOf} from '../domain/draft/field-path.ts';
import {fieldNamed} from '../domain/fields.ts';
import {checkQuery} from '../domain/query/check-query.ts';
import {isObject, type JsonObject} from '../platform/json.ts';
import {largestInput} from '../platform/limits.ts';
import {nearest, suggestion} from '../platform/text.ts';
import {
	headerNames,
	mostMistakes,
	mostOfEntry,
	type FileEntry,
	type FilePlace,
	type Mistake,
	type NotificationFile,
	type FileScope,
} from './notification-file.ts';
import {readEntry} from './read-entry.ts';
import type {ReferenceSources} from './references.ts';
import {createScopeMatcher} from './scope.ts';
import {createSizeLimit} from './size-limit.ts';
import type {ValuePath} from './yaml-values.ts';

/** A file, or all its mistakes with what could be read of it. */
export type FileReading =
	| {readonly ok: true; readonly file: NotificationFile}
	| {readonly ok: false; readonly file: NotificationFile; readonly mistakes: readonly Mistake[]};

/**
Reads a file of notifications: YAML or JSON with a list under `notifications`, a list, one body, or one JSON object per line.

@param text - The text of the file.
@param name - Its name, for messages.
@param sources - Where its references are read.
@param originalOf - The listed record of an ID, if the text was made from it: what it has is no mistake.
@throws BodiesError if the text cannot be parsed.
*/
export async function readFile(
	text: string,
	name: string,
	sources: ReferenceSources,
	originalOf?: (id: string) => unknown,
): Promise<FileReading> {
	const {header, entries} = await readValues(text, name);
	const mistakes: Mistake[] = [];
	const placeIn =
		({locate}: PlacedValue) =>
		(path: ValuePath): FilePlace => ({file: name, ...locate(path)});
	const {profile, scope, defaults} =
		header === undefined ? noHeader : await readHeader(header.value as JsonObject, placeIn(header), mistakes);
	const read: FileEntry[] = [];
	const size = createSizeLimit(name, 10 * Math.max(text.length, largestInput));
	for (const entry of entries) {
		const placeOf = placeIn(entry);
		const found = readEntry(entry.value, {defaults, sources, placeOf, mistakes, originalOf});
		if (found !== undefined) {
			read.push(found);
			size.add(found);
		}

		if (mistakes.length >= mostMistakes) {
			break;
		}
	}

	mistakes.push(...outsideScope(read, scope).take(mostMistakes));
	const file = {name, profile, scope, entries: read};
	return mistakes.length > 0 ? {ok: false, file, mistakes: byPlace(mistakes)} : {ok: true, file};
}

type Header = Pick<NotificationFile, 'profile' | 'scope'> & {readonly defaults: JsonObject | undefined};

const noHeader: Header = {profile: undefined, scope: undefined, defaults: undefined};

async function readHeader(
	header: JsonObject,
	placeOf: (path: ValuePath) => FilePlace,
	mistakes: Mistake[],
): Promise<Header> {
	const add = (field: string, message: string) => {
		mistakes.push({...placeOf([field]), field, message});
	};

	for (const field of Object.keys(header)
		.filter(key => !(headerNames as readonly string[]).includes(key))
		.slice(0, mostOfEntry)) {
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

async function readScope(
	scope: unknown,
	place: FilePlace,
	addProblem: (problem: string) => void,
): Promise<FileScope | undefined> {
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

	const checked = checkQuery(scope, 'change');
	if (!checked.ok) {
		addProblem(`is not a query: ${checked.problem}`);
		return undefined;
	}

	return {text: scope.trim(), query: checked.query, place};
}

/** The mistakes of a file in the order of its lines. */
export const byPlace = (mistakes: readonly Mistake[]): readonly Mistake[] =>
	mistakes.toSorted((a, b) => (a.line === b.line ? a.column - b.column : a.line - b.line));

/** The mistakes of the entries that the scope of their own file does not match. Where a field that the scope names is missing, that is the mistake. */
function outsideScope(entries: readonly FileEntry[], scope: FileScope | undefined): IteratorObject<Mistake, undefined> {
	const query = scope?.query ?? [];
	const isMatching = createScopeMatcher(query);
	const named = new Set(query.flat().flatMap(({field}) => (field === undefined ? [] : [fieldNamed(field).path])));
	return entries
		.values()
		.filter(({record, mistaken}) => mistaken === undefined && !isMatching(record))
		.flatMap(({place, locate, draft}) => {
			const missing = checkDraft(draft)
				.filter(({isMissing, severity}) => isMissing === true && severity === 'error')
				.map(({field, message}) => ({...locate(pathOf(field)), field: pathOf(field), message}))
				.filter(({field}) => named.has(field));
			return missing.length > 0
				? missing
				: [{...place, field: '', message: `does not belong to the scope of this file, ${scope!.text}`}];
		});
}
