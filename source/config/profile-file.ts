import {
	mkdir,
	readFile,
	rename,
	stat,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {
	isMap,
	isScalar,
	parseDocument,
	type Document,
} from 'yaml';
import * as z from 'zod';
import {parseSize} from '../system/limits.ts';

const keySources = ['apiKey', 'apiKeyEnv', 'apiKeyCommand'] as const;

/** A size in bytes: a number, or text such as `10 MB`. */
const sizeSchema = z.union([z.number(), z.string()], 'must be a size such as 10 MB').transform((size, context) => {
	const bytes = typeof size === 'number' ? size : parseSize(size);
	if (bytes === undefined || !Number.isSafeInteger(bytes) || bytes < 1) {
		context.addIssue('must be a size such as 10 MB');
		return z.NEVER;
	}

	return bytes;
}).optional();

/** See `Limits`. */
const limitsSchema = z.strictObject({
	listing: sizeSchema,
	record: sizeSchema,
	records: z.int('must be a number of records').positive('must be more than 0 records').optional(),
	response: sizeSchema,
	error: sizeSchema,
	headers: sizeSchema,
});

const profileSchema = z.strictObject({
	baseUrl: z.string(),
	apiKey: z.string().optional(),
	apiKeyEnv: z.string().optional(),
	apiKeyCommand: z.array(z.string()).min(1).optional(),
	readOnly: z.boolean().default(false),
	colour: z.boolean().default(true),
	/** Seconds; 60 unless given. */
	settlingTime: z.number('must be a number of seconds').positive('must be more than 0 seconds').optional(),
	/** How much is read of a response, where it is not the default. */
	limits: limitsSchema.optional(),
}).refine(
	settings => keySources.filter(source => settings[source] !== undefined).length === 1,
	'needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
);

const fileSchema = z.strictObject({
	/** The default profile. */
	profile: z.string().nullish().transform(name => name ?? undefined),
	profiles: z.record(z.string(), profileSchema).nullish().transform(profiles => profiles ?? {}),
});

export type ProfileSettings = z.infer<typeof profileSchema>;

export type ProfileFile = z.infer<typeof fileSchema>;

export type ProfileFileResult =
	| {readonly ok: true; readonly value: ProfileFile}
	| {readonly ok: false; readonly problem: string};

/**
Reads config.yaml. A missing file has no profiles.

@returns The file's content, or what is wrong, in one line that never quotes a value. A file that contains an API key must not be readable by others.
*/
export async function readProfileFile(file: string): Promise<ProfileFileResult> {
	let text: string;
	try {
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
Adds a profile to config.yaml, or updates the one with that name. The rest of the file stays, including comments and settings that are not given, except that a profile has only one source of its API key. The new file is written beside the old one with mode 0600 and renamed over it.

@throws When the file cannot be written, or exists but is not valid.
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

	await mkdir(path.dirname(file), {recursive: true, mode: 0o700});
	const temporaryFile = `${file}.${process.pid}.new`;
	await writeFile(temporaryFile, document.toString(), {mode: 0o600});
	await rename(temporaryFile, file);
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
	const document: Document = parseDocument(text);
	const [syntaxError] = document.errors;
	if (syntaxError !== undefined) {
		// Not the error's own message, which quotes the file.
		const {code, linePos} = syntaxError;
		return {ok: false, problem: `${file} is not YAML: ${code.toLowerCase().replaceAll('_', ' ')}${linePos === undefined ? '' : ` at line ${linePos[0].line}`}`};
	}

	let content: unknown;
	try {
		content = document.toJS() ?? {};
	} catch {
		return {ok: false, problem: `${file}: it has an alias (*) that is not defined, or expands too far`};
	}

	const read = fileSchema.safeParse(content);
	return read.success ? {ok: true, value: read.data, document} : {ok: false, problem: `${file}: ${describe(read.error.issues[0]!)}`};
}

function describe(issue: z.core.$ZodIssue): string {
	const where = issue.path.join('.');
	if (issue.code !== 'unrecognized_keys') {
		return `${where} ${issue.message}`.trim();
	}

	// Only plain names: an API key may have been written where a name belongs.
	const names = issue.keys.filter(name => /^[a-z]{1,20}$/iv.test(name));
	return `${where} has unknown settings${names.length === 0 ? '' : `: ${names.join(', ')}`}`.trim();
}

async function readText(file: string): Promise<string> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return '';
		}

		throw error;
	}
}

async function canOthersRead(file: string): Promise<boolean> {
	const {mode} = await stat(file);
	// The last two octal digits are the permissions of group and others.
	return process.platform !== 'win32' && !mode.toString(8).endsWith('00');
}
