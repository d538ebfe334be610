import {isDeepStrictEqual} from 'node:util';
import {type Document, isMap, isScalar} from 'yaml';
import * as z from 'zod/mini';
import {readingProblem} from '../platform/files.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {parseSize} from '../platform/limits.ts';
import {wrong, type Parsed} from '../platform/text.ts';
import {canOthersRead, problemOfWriters, readText, changeFile, screenSettingNames} from './config-file.ts';
import {checkSetting, membersOf, parseConfig, textSchema, yesOrNoSchema} from './settings.ts';

/**
Reads config.yaml. A missing file has no profiles.

@returns The file's content, or what is wrong, in one line that never quotes a value. No other user may write to the file, and none may read it if it contains an API key.
*/
export async function readProfileFile(file: string): Promise<Parsed<ProfileFile>> {
	let text: string;
	try {
		// This check is needed for every config.yaml, because the file names commands that are run.
		const problem = problemOfWriters(file);
		if (problem !== undefined) {
			return wrong(problem);
		}

		text = await readText(file);
	} catch (error) {
		return wrong(`${sanitise(file)} cannot be read: ${sanitise(readingProblem(error))}`);
	}

	const read = parseProfiles(file, text);
	const hasKey = read.ok && Object.values(read.value.profiles).some(profile => profile.apiKey !== undefined);
	return hasKey && canOthersRead(file)
		? wrong(`${file} contains an API key but other users can read it; run: chmod 600 ${file}`)
		: read;
}

/** Parses the text of config.yaml. `file`: the name of the file in messages. */
export function parseProfiles(file: string, text: string): Parsed<ProfileFile> {
	const config = parseConfig(file, text);
	return config.ok ? checkSetting(config.value, fileSchema) : config;
}

/** The settings that say where the API key of a profile is. */
const keySources = ['apiKey', 'apiKeyEnv', 'apiKeyCommand'] as const;

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

/** The rules for changes. They are checked apart (rules.ts), so that a mistake in them prevents neither reading nor undo. */
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

/** These settings are checked when the screens read them (settings.ts), so that a mistake in them does not prevent opening an account. */
const screenMembers = Object.fromEntries(screenSettingNames.map(name => [name, z.optional(z.unknown())])) as Record<
	never,
	never
>;

/** A setting that may have no value. */
const orMissing = <T extends z.core.$ZodType>(schema: T) =>
	z.pipe(
		z.nullish(schema),
		z.transform(value => value ?? undefined),
	);

const fileSchema = membersOf({
	/** The default profile. */
	profile: orMissing(textSchema),
	profiles: z.pipe(
		z.nullish(z.record(z.string(), profileSchema, 'must be names with their settings')),
		z.transform(profiles => profiles ?? {}),
	),
	storage: orMissing(storageSchema),
	/** Of the only account: where there are several profiles, each has its own. */
	team: orMissing(teamSchema),
	...ruleMembers,
	...screenMembers,
	/** Checked apart (account/read-labels.ts), for the same reason. */
	labels: z.optional(z.unknown()),
}).check(
	z.refine(({team, profiles}) => team === undefined || Object.keys(profiles).length < 2, {
		error: 'belongs in one of the profiles, because there are several: move it to the account that the team shares',
		path: ['team'],
	}),
);

export type ProfileSettings = z.infer<typeof profileSchema>;

/** The settings for data kept on this machine. */
export type StorageSettings = z.infer<typeof storageSchema>;

/** The settings for the board of a team. */
export type TeamSettings = z.infer<typeof teamSchema>;

/** The content of config.yaml. */
export type ProfileFile = z.infer<typeof fileSchema>;

/**
Changes a profile in config.yaml. The rest of the file is kept, including comments.

@param problem - The error if that is not possible: with YAML aliases, changing one profile can change another.
@param isNew - Whether there is no profile with that name yet.
@throws When the file cannot be written or is not valid, or has a profile with that name where there should be none, or the other way around.
*/
async function changeProfile(
	file: string,
	name: string,
	problem: string,
	edit: (document: Document, before: ProfileFile) => void,
	isNew = false,
) {
	const othersOf = ({profile: _, profiles, ...others}: ProfileFile) => [
		others,
		Object.entries(profiles).filter(([other]) => other !== name),
	];
	await changeFile(file, old => {
		const config = parseConfig(file, old);
		const before = config.ok ? checkSetting(config.value, fileSchema) : config;
		if (!config.ok || !before.ok) {
			throw new Error(before.ok ? problem : before.problem);
		}

		if (Object.hasOwn(before.value.profiles, name) === isNew) {
			throw new Error(
				isNew ? `there is a profile ${name} already; choose another name` : `there is no profile ${name}`,
			);
		}

		const {document} = config.value;
		edit(document, before.value);
		const text = textOf(document);
		const after = parseProfiles(file, text);
		if (
			text === '' ||
			!after.ok ||
			(isNew && !Object.hasOwn(after.value.profiles, name)) ||
			!isDeepStrictEqual(othersOf(after.value), othersOf(before.value))
		) {
			throw new Error(problem);
		}

		return text;
	});
}

/** The text of a document; empty if it has an alias whose anchor was removed. */
function textOf(document: Document) {
	try {
		return document.toString();
	} catch {
		return '';
	}
}

/**
Adds a profile to config.yaml.

@throws As `changeProfile`.
*/
export async function saveProfile(file: string, name: string, settings: Partial<ProfileSettings>) {
	const problem = `${file} cannot hold a profile with this name beside the others; choose another name`;
	const add = (document: Document, {profile}: ProfileFile) => {
		ensureProfiles(document);
		for (const [member, value] of Object.entries(settings)) {
			document.setIn(['profiles', name, member], value);
		}

		if (profile === undefined) {
			document.set('profile', name);
		}
	};

	await changeProfile(file, name, problem, add, true);
}

/**
Removes a profile from config.yaml. If the profile was the default, the file has no default afterwards.

@throws As `changeProfile`, and when others refer to the profile by an alias.
*/
export async function removeProfile(file: string, name: string) {
	await changeProfile(file, name, `others in ${file} refer to the profile ${name}`, (document, {profile}) => {
		document.deleteIn(['profiles', name]);
		if (profile === name) {
			deleteDefault(document);
		}
	});
}

/**
Sets the default profile in config.yaml: the one that is opened when none is named.

@throws As `changeProfile`.
*/
export async function setDefaultProfile(file: string, name: string) {
	await changeProfile(file, name, `${file} cannot name this profile`, document => {
		document.set('profile', name);
	});
}

/** Removes the setting for the default profile, and keeps the comment at the top of the file. */
function deleteDefault(document: Document) {
	const [first, second] = isMap(document.contents) ? document.contents.items : [];
	if (isScalar(first?.key) && isScalar(second?.key) && first.key.value === 'profile') {
		second.key.commentBefore ??= first.key.commentBefore ?? null;
	}

	document.delete('profile');
}

/** Adds an empty `profiles` mapping to a file that has none, or only comments in it. */
function ensureProfiles(document: Document) {
	const old = document.get('profiles', true);
	if (isMap(old)) {
		return;
	}

	const profiles = document.createNode({});
	profiles.commentBefore = isScalar(old) ? (old.comment ?? old.commentBefore ?? null) : null;
	document.set('profiles', profiles);
}
