import path from 'node:path';
import {checkDraft} from '../notification/check.ts';
import {pathOf} from '../notification/field-path.ts';
import {fieldNamed} from '../notification/spec.ts';
import {checkQuery} from '../query/parse.ts';
import {isObject, type JsonObject} from '../platform/json.ts';
import {largestInput, sizeText} from '../platform/limits.ts';
import {nearest, suggestion} from '../platform/text.ts';
import {createScopeMatcher} from './pair.ts';
import {
	BodiesError,
	byPlace,
	headerNames,
	mostMistakes,
	mostOfEntry,
	unreadableInput,
	type FileEntry,
	type FilePlace,
	type Mistake,
	type NotificationFile,
	type FileScope,
} from './notification-file.ts';
import {readEntry} from './read-entry.ts';
import type {ReferenceSources} from './find-files.ts';
import {readValues, type PlacedValue, type ValuePath} from './read-values.ts';

/** The readable content of a file, and all its mistakes. */
export type FileReading = {readonly file: NotificationFile; readonly mistakes: readonly Mistake[]};

/**
Reads a file of notifications: YAML or JSON with a list under `notifications`, a list, one body, or one JSON object per line.

@param text - The text of the file.
@param name - Its name, for messages.
@param sources - Where its references are read.
@param originalOf - The listed record of an ID, if the text was made from it: what it has is no mistake.
@throws BodiesError if the text cannot be parsed, or is too large.
*/
export function readFile(
	text: string,
	name: string,
	sources: ReferenceSources,
	originalOf?: (id: string) => unknown,
): FileReading {
	const {header, entries} = readValues(text, name);
	const mistakes: Mistake[] = [];
	const placeIn =
		({locate}: PlacedValue) =>
		(at: ValuePath): FilePlace => ({file: name, ...locate(at)});
	const {profile, scope, defaults} =
		header === undefined ? {} : readHeader(header.value as JsonObject, placeIn(header), mistakes);
	const read: FileEntry[] = [];
	// Defaults, references and aliases make a multiple of a text.
	const limit = 10 * Math.max(text.length, largestInput);
	let size = 0;
	for (const entry of entries) {
		const placeOf = placeIn(entry);
		const found = readEntry(entry.value, {defaults, sources, placeOf, mistakes, originalOf});
		if (found !== undefined) {
			const {source} = found.record;
			read.push(found);
			size += source === undefined ? 0 : 2 * (source.to - source.from);
		}

		if (size > limit) {
			throw unreadableInput(name, {
				message: `with its defaults, references and aliases it needs more than ${sizeText(limit)} of memory up to here; divide it into several files`,
				...entry.locate([]),
			});
		}

		if (mistakes.length >= mostMistakes) {
			break;
		}
	}

	mistakes.push(...outsideScope(read, scope).take(mostMistakes));
	const file = {name, profile, scope, entries: read};
	return {file, mistakes: byPlace(mistakes)};
}

type Header = Partial<Pick<NotificationFile, 'profile' | 'scope'> & {readonly defaults: JsonObject}>;

function readHeader(header: JsonObject, placeOf: (path: ValuePath) => FilePlace, mistakes: Mistake[]): Header {
	const add = (field: string, message: string) => {
		mistakes.push({...placeOf([field]), field, message});
	};

	for (const field of Object.keys(header)
		.filter(key => !(headerNames as readonly string[]).includes(key))
		.slice(0, mostOfEntry)) {
		add(field, `is not known in a file of notifications.${suggestion(nearest(field, headerNames))}`);
	}

	const {version = 1, profile, scope, defaults = {}, notifications} = header;
	const read = readScope(scope, placeOf(['scope']));
	const problems = {
		version: version !== 1 && 'must be 1: this chainbell knows no other',
		profile: profile !== undefined && typeof profile !== 'string' && 'must be the name of a profile',
		defaults: !isObject(defaults) && 'must be an object with fields of a notification',
		notifications: notifications !== null && !Array.isArray(notifications) && 'must be a list',
		scope: typeof read === 'string' && read,
	};
	for (const [field, problem] of Object.entries(problems)) {
		if (problem !== false) {
			add(field, problem);
		}
	}

	return {
		profile: typeof profile === 'string' ? profile : undefined,
		scope: typeof read === 'string' ? undefined : read,
		defaults: isObject(defaults) ? defaults : {},
	};
}

/** The scope of a file; undefined if it has none. What is wrong with it, to follow its name. */
function readScope(scope: unknown, place: FilePlace): FileScope | string | undefined {
	if (scope === undefined) {
		return undefined;
	}

	const text = typeof scope === 'string' ? scope.trim() : '';
	if (text === '') {
		return 'must be a query, such as user:=ops, or all';
	}

	if (text === 'all') {
		return {text, query: [], place};
	}

	const checked = checkQuery(text, 'change');
	if (!checked.ok) {
		return `is not a query: ${checked.problem}`;
	}

	return checked.query.flat().some(({field}) => field === 'label')
		? 'cannot have label:, because labels differ from machine to machine'
		: {text, query: checked.query, place};
}

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

/** The places that the files of a command or a screen are read from. */
type FileSources = Pick<ReferenceSources, 'env'> & {
	/** Reads the text of a file. */
	readonly readText: (file: string) => Promise<string>;
	/** The name of a file in messages; by default its path. */
	readonly nameOf?: (file: string) => string;
};

/** What could be read of several files, and the mistakes of all of them. */
export type FilesReading = {
	readonly files: readonly NotificationFile[];
	readonly mistakes: readonly Mistake[];
	/** Set if the only mistake is that a file cannot be parsed. */
	readonly unreadable?: BodiesError | undefined;
};

/** The sources of the references in a file. */
export const sourcesOf = (file: string, env: ReferenceSources['env']): ReferenceSources => ({
	folder: file === '-' ? undefined : path.dirname(path.resolve(file)),
	env,
});

/** Reads files of notifications. A file that cannot be parsed does not hide the mistakes of the others. @throws what `readText` throws */
export async function readNotificationFiles(
	paths: readonly string[],
	{readText, env, nameOf = file => file}: FileSources,
): Promise<FilesReading> {
	const files: NotificationFile[] = [];
	const mistakes: Mistake[] = [];
	let unreadable: BodiesError | undefined;
	for (const file of paths) {
		const text = await readText(file);
		try {
			const reading = readFile(text, nameOf(file), sourcesOf(file, env));
			files.push(file === '-' ? reading.file : {...reading.file, path: file});
			mistakes.push(...reading.mistakes);
		} catch (error) {
			if (!(error instanceof BodiesError)) {
				throw error;
			}

			unreadable = error;
			mistakes.push(error.mistake!);
		}
	}

	return {files, mistakes, unreadable: mistakes.length === 1 ? unreadable : undefined};
}
