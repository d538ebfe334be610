import * as z from 'zod/mini';
import {parseSize} from '../system/limits.ts';
import {screenSettingNames} from './screen-setting-names.ts';
import {membersOf, textSchema, yesOrNoSchema} from './setting-schemas.ts';

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
