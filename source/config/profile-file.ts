import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {
	isMap,
	isScalar,
	parseDocument,
	type Document,
} from 'yaml';
import type * as z from 'zod/mini';
import {nearest} from '../system/nearest.ts';
import {canOthersRead, problemOfWriters} from './file-trust.ts';
import {readText, replaceFile} from './text-file.ts';
import {checkFile, fileMembers, keySources, type ProfileFile, type ProfileSettings} from './profile-schema.ts';

export type ProfileFileResult =
	| {readonly ok: true; readonly value: ProfileFile}
	| {readonly ok: false; readonly problem: string};

/**
Reads config.yaml. A missing file has no profiles.

@returns The file's content, or what is wrong, in one line that never quotes a value. No other user may write to the file, and none may read it if it contains an API key.
*/
export async function readProfileFile(file: string): Promise<ProfileFileResult> {
	let text: string;
	try {
		// Whatever it holds: it names commands that are run.
		const problem = await problemOfWriters(file);
		if (problem !== undefined) {
			return {ok: false, problem};
		}

		text = await readText(file);
	} catch (error) {
		return {ok: false, problem: `could not read ${file} (${String(error instanceof Error && 'code' in error ? error.code : error)})`};
	}

	const read = readProfiles(file, text);
	if (!read.ok) {
		return read;
	}

	const {value} = read;
	const hasKey = Object.values(value.profiles).some(profile => profile.apiKey !== undefined);
	return hasKey && await canOthersRead(file)
		? {ok: false, problem: `${file} contains an API key but other users can read it; run: chmod 600 ${file}`}
		: {ok: true, value};
}

/**
Adds a profile to config.yaml, or updates the one with that name. The rest of the file stays, including comments and settings that are not given, except that a profile has only one source of its API key. The new file is written beside the old one with mode 0600 and renamed over it. If it is a symbolic link, its target is replaced.

@throws When the file cannot be written, exists but is not valid, or would not be valid with the profile.
*/
export async function saveProfile(file: string, name: string, settings: Partial<ProfileSettings>): Promise<void> {
	const read = readProfiles(file, await readText(file));
	if (!read.ok) {
		throw new Error(read.problem);
	}

	const {document} = read;
	ensureProfiles(document);
	const hasSource = keySources.some(source => settings[source] !== undefined);
	for (const source of keySources) {
		const where = ['profiles', name, source];
		if (hasSource && settings[source] === undefined && document.hasIn(where)) {
			document.deleteIn(where);
		}
	}

	for (const [member, value] of Object.entries(settings)) {
		document.setIn(['profiles', name, member], value);
	}

	if (read.value.profile === undefined) {
		document.set('profile', name);
	}

	const text = document.toString();
	if (!isOnlyChange(name, read.value, readProfiles(file, text))) {
		throw new Error(`${file} cannot hold a profile with this name beside the others; choose another name`);
	}

	await replaceFile(file, text);
}

/**
Removes a profile from config.yaml, and the rest stays, as with `saveProfile`. If it was the default, the file names none any more.

@throws When the file cannot be written or is not valid, has no such profile, or others refer to it by an alias.
*/
export async function removeProfile(file: string, name: string): Promise<void> {
	const {document, value} = await readToChange(file, name);
	document.deleteIn(['profiles', name]);
	if (value.profile === name) {
		deleteDefault(document);
	}

	const {[name]: _, ...others} = value.profiles;
	await replaceIfValid(file, document, ({profiles}) => isDeepStrictEqual(profiles, others), `others in ${file} refer to the profile ${name}`);
}

/**
Makes a profile the default one of config.yaml: it is opened when none is named.

@throws When the file cannot be written or is not valid, or has no such profile.
*/
export async function setDefaultProfile(file: string, name: string): Promise<void> {
	const {document, value} = await readToChange(file, name);
	document.set('profile', name);
	await replaceIfValid(file, document, after => isDeepStrictEqual(after, {...value, profile: name}), `${file} cannot name this profile`);
}

/** Removes the name of the default profile, and keeps the comment at the top of the file. */
function deleteDefault(document: Document): void {
	const [first, second] = isMap(document.contents) ? document.contents.items : [];
	if (isScalar(first?.key) && isScalar(second?.key) && first.key.value === 'profile') {
		second.key.commentBefore ??= first.key.commentBefore ?? null;
	}

	document.delete('profile');
}

/** Reads a file that has a profile. */
async function readToChange(file: string, name: string): Promise<Extract<ReadResult, {readonly ok: true}>> {
	const read = readProfiles(file, await readText(file));
	if (!read.ok || !Object.hasOwn(read.value.profiles, name)) {
		throw new Error(read.ok ? `there is no profile ${name}` : read.problem);
	}

	return read;
}

async function replaceIfValid(file: string, document: Document, isExpected: (after: ProfileFile) => boolean, problem: string): Promise<void> {
	let text: string;
	try {
		text = document.toString();
	} catch {
		// An alias without its anchor.
		throw new Error(problem);
	}

	const after = readProfiles(file, text);
	if (!after.ok || !isExpected(after.value)) {
		throw new Error(problem);
	}

	await replaceFile(file, text);
}

/** Where a profile's API key comes from, in words that never hold it: `$NAME`, the name of a command (its arguments may be confidential), or the file itself. */
export function keySourceText({apiKeyEnv, apiKeyCommand}: Pick<ProfileSettings, 'apiKeyEnv' | 'apiKeyCommand'>): string {
	if (apiKeyEnv !== undefined) {
		return `environment variable ${apiKeyEnv}`;
	}

	return apiKeyCommand === undefined ? 'config.yaml' : `command ${path.basename(apiKeyCommand[0]!)}`;
}

/** Whether a file with a new profile can be read, and says what it said before of the others: an alias can make two profiles one. */
function isOnlyChange(name: string, before: ProfileFile, after: ReadResult): boolean {
	const others = ({profiles}: ProfileFile) => Object.entries(profiles).filter(([other]) => other !== name);
	return after.ok && Object.hasOwn(after.value.profiles, name) && isDeepStrictEqual(others(after.value), others(before)) && isDeepStrictEqual(after.value.storage, before.storage);
}

/** Adds an empty `profiles` mapping to a file where it is missing, or holds nothing but comments. */
function ensureProfiles(document: Document): void {
	const old = document.get('profiles', true);
	if (isMap(old)) {
		return;
	}

	const profiles = document.createNode({});
	profiles.commentBefore = isScalar(old) ? old.comment ?? old.commentBefore ?? null : null;
	document.set('profiles', profiles);
}

type ReadResult = Extract<ProfileFileResult, {ok: false}> | {readonly ok: true; readonly value: ProfileFile; readonly document: Document};

function readProfiles(file: string, text: string): ReadResult {
	const document: Document = parseDocument(text, {logLevel: 'error'});
	const problem = syntaxProblem(file, document);
	if (problem !== undefined) {
		return {ok: false, problem};
	}

	let content: unknown;
	try {
		content = document.toJS() ?? {};
	} catch {
		return {ok: false, problem: `${file}: it has an alias (*) that is not defined, or expands too far`};
	}

	const read = checkFile(content);
	return read.success ? {ok: true, value: read.data, document} : {ok: false, problem: `${file}: ${describe(read.error.issues[0]!)}`};
}

/** Why a file is not YAML, in one line that never quotes it; undefined if it is. */
export function syntaxProblem(file: string, document: Document): string | undefined {
	const [error] = document.errors;
	if (error === undefined) {
		return undefined;
	}

	// Not the error's own message, which quotes the file.
	const {code, linePos} = error;
	return `${file} is not YAML: ${code.toLowerCase().replaceAll('_', ' ')}${linePos === undefined ? '' : ` at line ${linePos[0].line}`}`;
}

function describe(issue: z.core.$ZodIssue): string {
	// The name of a profile can be any text, even a mapping with an API key.
	const where = issue.path.map(step => /^[\d\p{Letter} \-_]{1,40}$/v.test(String(step)) ? String(step) : '…').join('.');
	if (issue.code !== 'unrecognized_keys') {
		return `${where} ${issue.message}`.trim();
	}

	// Only plain names: an API key may have been written where a name belongs.
	const names = issue.keys.filter(name => /^[a-z]{1,20}$/iv.test(name));
	const near = issue.path.length === 0 && names.length > 0 ? nearest(names[0]!, fileMembers) : undefined;
	return `${where} has unknown settings${names.length === 0 ? '' : `: ${names.join(', ')}`}${near === undefined ? '' : `; did you mean ${near}?`}`.trim();
}
