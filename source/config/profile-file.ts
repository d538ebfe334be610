import {isDeepStrictEqual} from 'node:util';
import {parseDocument, type Document, isMap, isScalar} from 'yaml';
import * as z from 'zod/mini';
import {readingProblem} from '../platform/files.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {parseSize} from '../platform/limits.ts';
import {canOthersRead, problemOfWriters, readText, changeFile, screenSettingNames} from './config-file.ts';
import {membersOf, textSchema, yesOrNoSchema} from './settings.ts';

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
		// This check is needed for every config.yaml, because the file names commands that are run.
		const problem = await problemOfWriters(file);
		if (problem !== undefined) {
			return {ok: false, problem};
		}

		text = await readText(file);
	} catch (error) {
		return {ok: false, problem: `${sanitise(file)} cannot be read: ${sanitise(readingProblem(error))}`};
	}

	const read = await parseProfiles(file, text);
	if (!read.ok) {
		return read;
	}

	const {value} = read;
	const hasKey = Object.values(value.profiles).some(profile => profile.apiKey !== undefined);
	return hasKey && (await canOthersRead(file))
		? {ok: false, problem: `${file} contains an API key but other users can read it; run: chmod 600 ${file}`}
		: {ok: true, value};
}

/** The content of config.yaml, or the problem that prevents reading it. */
export type ParsedProfiles =
	| Extract<ProfileFileResult, {ok: false}>
	| {readonly ok: true; readonly value: ProfileFile; readonly document: Document};

/** Parses the text of config.yaml. `file`: the name of the file in messages. The code that describes problems is loaded only when there is one. */
export async function parseProfiles(file: string, text: string): Promise<ParsedProfiles> {
	const document: Document = parseDocument(text, {logLevel: 'error'});
	if (document.errors.length > 0) {
		const {syntaxProblem} = await import('./settings.ts');
		return {ok: false, problem: syntaxProblem(file, document)!};
	}

	let content: unknown;
	try {
		content = document.toJS() ?? {};
	} catch {
		return {ok: false, problem: `${file}: it has an alias (*) that is not defined, or expands too far`};
	}

	const read = checkFile(content);
	if (read.success) {
		return {ok: true, value: read.data, document};
	}

	const {settingProblem} = await import('./settings.ts');
	return {
		ok: false,
		problem: settingProblem(
			{
				file,
				text,
				document,
				content,
			},
			read.error.issues[0]!,
		),
	};
}

/** The settings that say where the API key of a profile is. */
export const keySources = ['apiKey', 'apiKeyEnv', 'apiKeyCommand'] as const;

/** A size in bytes: a number, or text such as `10 MB`. */
const sizeSchema = z.optional(
	z.pipe(
		z.union([z.number(), z.string()], 'must be a size such as 10 MB'),
		z.transform((size, context) => {
			const bytes = typeof size === 'number' ? size : parseSize(size);
			if (bytes === undefined || !Number.isSafeInteger(bytes) || bytes < 1) {
				context.issues.push({code: 'custom', message: 'must be a size such as 10 MB', input: size});
				return z.NEVER;
			}

			return bytes;
		}),
	),
);

/** See `Limits`. */
const limitsSchema = membersOf({
	listing: sizeSchema,
	record: sizeSchema,
	records: z.optional(z.int('must be a number of records').check(z.positive('must be more than 0 records'))),
	response: sizeSchema,
	error: sizeSchema,
	headers: sizeSchema,
});

const commandForm = 'must be a list: the program, then its arguments';

/** The rules for changes. They are checked apart (rule-texts.ts), so that a mistake in them prevents neither reading nor undo. */
const ruleMembers = {protect: z.optional(z.unknown()), policies: z.optional(z.unknown())};

/** The board of a team. Its URL has a password, which stays out of the file. */
const teamSchema = membersOf({
	url: membersOf({env: textSchema}),
	/** The name under which the account is shared. */
	account: textSchema,
	/** Whether nothing is sent while the board cannot be used. */
	required: z._default(yesOrNoSchema, false),
});

const profileSchema = membersOf({
	baseUrl: textSchema,
	apiKey: z.optional(textSchema),
	apiKeyEnv: z.optional(textSchema),
	apiKeyCommand: z.optional(z.array(textSchema, commandForm).check(z.minLength(1, commandForm))),
	readOnly: z._default(yesOrNoSchema, false),
	colour: z._default(yesOrNoSchema, true),
	/** Seconds; 60 by default. */
	settlingTime: z.optional(z.number('must be a number of seconds').check(z.positive('must be more than 0 seconds'))),
	/** The limits on the size of a response, where they differ from the defaults. */
	limits: z.optional(limitsSchema),
	team: z.optional(teamSchema),
	...ruleMembers,
}).check(
	z.refine(
		settings => keySources.filter(source => settings[source] !== undefined).length === 1,
		'needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
	),
);

const storageSchema = membersOf({
	/** Whether the last listing of an account is kept on disk. */
	keepListings: z._default(yesOrNoSchema, true),
	/** The number of days after which the journal deletes sent requests; undefined: never. */
	history: z.optional(
		z.pipe(
			z
				.string('must be a number of days, such as 90d')
				.check(z.regex(/^[1-9]\d{0,4}d$/v, 'must be a number of days, such as 90d')),
			z.transform(text => Number(text.slice(0, -1))),
		),
	),
});

/** These settings are checked when the screens read them (screen-settings.ts), so that a mistake in them does not prevent opening an account. */
const screenMembers = Object.fromEntries(screenSettingNames.map(name => [name, z.optional(z.unknown())])) as Record<
	never,
	never
>;

const fileSchema = membersOf({
	/** The default profile. */
	profile: z.pipe(
		z.nullish(textSchema),
		z.transform(name => name ?? undefined),
	),
	profiles: z.pipe(
		z.nullish(z.record(z.string(), profileSchema, 'must be names with their settings')),
		z.transform(profiles => profiles ?? {}),
	),
	storage: z.pipe(
		z.nullish(storageSchema),
		z.transform(storage => storage ?? undefined),
	),
	/** Of the only account: where there are several profiles, each has its own. */
	team: z.pipe(
		z.nullish(teamSchema),
		z.transform(team => team ?? undefined),
	),
	...ruleMembers,
	...screenMembers,
}).check(
	z.refine(({team, profiles}) => team === undefined || Object.keys(profiles).length < 2, {
		error: 'belongs in one of the profiles, because there are several: move it to the account that the team shares',
		path: ['team'],
	}),
);

export type ProfileSettings = z.infer<typeof profileSchema>;

/** The settings for data kept on this machine. */
export type StorageSettings = {readonly keepListings: boolean; readonly history?: number | undefined};

/** The settings for the board of a team. */
export type TeamSettings = z.infer<typeof teamSchema>;

/** The content of config.yaml. */
export type ProfileFile = z.infer<typeof fileSchema>;

/** Checks the content of config.yaml, as parsed. */
export const checkFile = (content: unknown) => fileSchema.safeParse(content);

/**
Adds a profile to config.yaml. The rest of the file is kept, including comments.

@throws When the file cannot be written, exists but is not valid, has a profile with that name, or would not be valid with the profile.
*/
export async function saveProfile(file: string, name: string, settings: Partial<ProfileSettings>): Promise<void> {
	await changeFile(file, async old => {
		const read = await parseProfiles(file, old);
		if (!read.ok) {
			throw new Error(read.problem);
		}

		const {document} = read;
		if (Object.hasOwn(read.value.profiles, name)) {
			throw new Error(`there is a profile ${name} already; choose another name`);
		}

		ensureProfiles(document);
		for (const [member, value] of Object.entries(settings)) {
			document.setIn(['profiles', name, member], value);
		}

		if (read.value.profile === undefined) {
			document.set('profile', name);
		}

		const text = document.toString();
		if (!isOnlyChange(name, read.value, await parseProfiles(file, text))) {
			throw new Error(`${file} cannot hold a profile with this name beside the others; choose another name`);
		}

		return text;
	});
}

/**
Removes a profile from config.yaml. The rest of the file is kept, as with `saveProfile`. If the profile was the default, the file has no default afterwards.

@throws When the file cannot be written or is not valid, has no such profile, or others refer to it by an alias.
*/
export async function removeProfile(file: string, name: string): Promise<void> {
	await changeFile(file, async text => {
		const {document, value} = await readToChange(file, text, name);
		document.deleteIn(['profiles', name]);
		if (value.profile === name) {
			deleteDefault(document);
		}

		const {[name]: _, ...others} = value.profiles;
		return textIfValid(
			file,
			document,
			({profiles}) => isDeepStrictEqual(profiles, others),
			`others in ${file} refer to the profile ${name}`,
		);
	});
}

/**
Sets the default profile in config.yaml: the one that is opened when none is named.

@throws When the file cannot be written or is not valid, or has no such profile.
*/
export async function setDefaultProfile(file: string, name: string): Promise<void> {
	await changeFile(file, async text => {
		const {document, value} = await readToChange(file, text, name);
		document.set('profile', name);
		return textIfValid(
			file,
			document,
			after => isDeepStrictEqual(after, {...value, profile: name}),
			`${file} cannot name this profile`,
		);
	});
}

/** Removes the setting for the default profile, and keeps the comment at the top of the file. */
function deleteDefault(document: Document): void {
	const [first, second] = isMap(document.contents) ? document.contents.items : [];
	if (isScalar(first?.key) && isScalar(second?.key) && first.key.value === 'profile') {
		second.key.commentBefore ??= first.key.commentBefore ?? null;
	}

	document.delete('profile');
}

/** Parses a file and checks that it has the profile. */
async function readToChange(
	file: string,
	old: string,
	name: string,
): Promise<Extract<ParsedProfiles, {readonly ok: true}>> {
	const read = await parseProfiles(file, old);
	if (!read.ok || !Object.hasOwn(read.value.profiles, name)) {
		throw new Error(read.ok ? `there is no profile ${name}` : read.problem);
	}

	return read;
}

async function textIfValid(
	file: string,
	document: Document,
	isExpected: (after: ProfileFile) => boolean,
	problem: string,
): Promise<string> {
	let text: string;
	try {
		text = document.toString();
	} catch {
		// The document has an alias whose anchor was removed.
		throw new Error(problem);
	}

	const after = await parseProfiles(file, text);
	if (!after.ok || !isExpected(after.value)) {
		throw new Error(problem);
	}

	return text;
}

/** Whether the new file is valid and the other profiles are unchanged in it. With YAML aliases, changing one profile can change another. */
function isOnlyChange(name: string, before: ProfileFile, after: ParsedProfiles): boolean {
	const others = ({profiles}: ProfileFile) => Object.entries(profiles).filter(([other]) => other !== name);
	return (
		after.ok &&
		Object.hasOwn(after.value.profiles, name) &&
		isDeepStrictEqual(others(after.value), others(before)) &&
		isDeepStrictEqual(after.value.storage, before.storage)
	);
}

/** Adds an empty `profiles` mapping to a file that has none, or only comments in it. */
function ensureProfiles(document: Document): void {
	const old = document.get('profiles', true);
	if (isMap(old)) {
		return;
	}

	const profiles = document.createNode({});
	profiles.commentBefore = isScalar(old) ? (old.comment ?? old.commentBefore ?? null) : null;
	document.set('profiles', profiles);
}
