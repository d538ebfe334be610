// The small zod: the first page waits for config.yaml, and to make the methods of the large one's schemas takes longer than to read the file.
import * as z from 'zod/mini';
import {parseSize} from '../system/limits.ts';
import {screenSettingNames} from './screen-setting-names.ts';

/** The settings that say where the API key of a profile is. */
export const keySources = ['apiKey', 'apiKeyEnv', 'apiKeyCommand'] as const;

/** A size in bytes: a number, or text such as `10 MB`. */
const sizeSchema = z.optional(z.pipe(z.union([z.number(), z.string()], 'must be a size such as 10 MB'), z.transform((size, context) => {
	const bytes = typeof size === 'number' ? size : parseSize(size);
	if (bytes === undefined || !Number.isSafeInteger(bytes) || bytes < 1) {
		context.issues.push({code: 'custom', message: 'must be a size such as 10 MB', input: size});
		return z.NEVER;
	}

	return bytes;
})));

/** See `Limits`. */
const limitsSchema = z.strictObject({
	listing: sizeSchema,
	record: sizeSchema,
	records: z.optional(z.int('must be a number of records').check(z.positive('must be more than 0 records'))),
	response: sizeSchema,
	error: sizeSchema,
	headers: sizeSchema,
});

const profileSchema = z.strictObject({
	baseUrl: z.string(),
	apiKey: z.optional(z.string()),
	apiKeyEnv: z.optional(z.string()),
	apiKeyCommand: z.optional(z.array(z.string()).check(z.minLength(1))),
	readOnly: z._default(z.boolean(), false),
	colour: z._default(z.boolean(), true),
	/** Seconds; 60 unless given. */
	settlingTime: z.optional(z.number('must be a number of seconds').check(z.positive('must be more than 0 seconds'))),
	/** How much is read of a response, where it is not the default. */
	limits: z.optional(limitsSchema),
}).check(z.refine(
	settings => keySources.filter(source => settings[source] !== undefined).length === 1,
	'needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
));

/** YAML 1.2 reads `no` as a text. */
const yesOrNo = z.union([z.boolean(), z.pipe(z.enum(['yes', 'no']), z.transform(text => text === 'yes'))], 'must be yes or no');

const storageSchema = z.strictObject({
	/** Whether the last listing of an account is kept on disk. */
	keepListings: z._default(yesOrNo, true),
	/** Days that the journal keeps what was sent; for ever unless given. */
	history: z.optional(z.pipe(
		z.string('must be a number of days, such as 90d').check(z.regex(/^[1-9]\d{0,4}d$/v, 'must be a number of days, such as 90d')),
		z.transform(text => Number(text.slice(0, -1))),
	)),
});

/** Checked when the screens read them (screen-settings.ts): a mistake in them keeps no account from being opened. */
const screenMembers = Object.fromEntries(screenSettingNames.map(name => [name, z.optional(z.unknown())])) as Record<never, never>;

const fileSchema = z.strictObject({
	...screenMembers,
	storage: z.pipe(z.nullish(storageSchema), z.transform(storage => storage ?? undefined)),
	/** The default profile. */
	profile: z.pipe(z.nullish(z.string()), z.transform(name => name ?? undefined)),
	profiles: z.pipe(z.nullish(z.record(z.string(), profileSchema)), z.transform(profiles => profiles ?? {})),
});

/** The names of the file's top level. */
export const fileMembers: readonly string[] = Object.keys(fileSchema.shape);

export type ProfileSettings = z.infer<typeof profileSchema>;

/** What is kept on this machine. */
export type StorageSettings = {readonly keepListings: boolean; readonly history?: number | undefined};

/** The content of config.yaml. */
export type ProfileFile = z.infer<typeof fileSchema>;

/** Checks the content of config.yaml, as parsed. */
export const checkFile = (content: unknown) => fileSchema.safeParse(content, {error: z.locales.en().localeError});
