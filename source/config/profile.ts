import {lstatSync} from 'node:fs';
import path from 'node:path';
import type {Limits} from '../platform/limits.ts';
import {nonEmpty, parsed, sentence, wrong, type Parsed} from '../platform/text.ts';
import {sanitise} from '../terminal/sanitise.ts';
import type {Environment} from './environment.ts';
import type {KeyCommandPolicy} from './key-command.ts';
import type {StorageSettings, TeamSettings, ProfileSettings, ProfileFile} from './profile-file.ts';

/** The account that a session is connected to. */
export type Profile = {
	readonly name: string;
	/** The embedded sandbox: nothing is monitored or delivered. */
	readonly isSandbox: boolean;
	/** Whether it is a profile of config.yaml, which can have rules of its own. */
	readonly isConfigured?: true;
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Create, edit and delete are disabled. */
	readonly isReadOnly: boolean;
	/** They are disabled because chainbell was started with --read-only. */
	readonly isReadOnlyRun?: boolean | undefined;
	/** They are disabled for this reason, in sentences, safe to show. */
	readonly readOnlyReason?: string | undefined;
	/** They are disabled because config.yaml, which may require a team or have rules, cannot be used: the reason, in a phrase that is safe to show. */
	readonly configProblem?: string | undefined;
	readonly hasColour: boolean;
	/** Seconds within which a request takes effect and every listing shows it; 60 by default. */
	readonly settlingTime?: number | undefined;
	/** The data of the account that is kept on this machine; all by default. */
	readonly storage?: StorageSettings | undefined;
	/** The advice when the service refuses the API key; undefined for a key that was typed. */
	readonly keyRemedy?: string | undefined;
	/** The advice when the service cannot be reached at its address; undefined for an address that was typed. */
	readonly addressHint?: string | undefined;
	/** The command that prints the API key, if the profile has one. */
	readonly keyCommand?: readonly string[] | undefined;
	/** The limits set in the profile. */
	readonly limits?: {readonly [Name in keyof Limits]?: number | undefined} | undefined;
	/** The team that shares the account, if one does. */
	readonly team?: TeamOfProfile | undefined;
};

/** The profile of the sandbox. */
export const sandboxProfile = (
	{baseUrl, apiKey}: Pick<Profile, 'baseUrl' | 'apiKey'>,
	isReadOnly: boolean,
	configProblem?: string,
): Profile => ({
	name: 'sandbox',
	isSandbox: true,
	baseUrl,
	apiKey,
	isReadOnly: isReadOnly || configProblem !== undefined,
	isReadOnlyRun: isReadOnly,
	configProblem,
	hasColour: true,
});

/** The team of a profile. */
export type TeamOfProfile = NonNullable<ReturnType<typeof teamOf>>;

export type ProfileChoice =
	| {readonly state: 'found'; readonly profile: Profile}
	/** Nothing is set up yet. */
	| {readonly state: 'none'}
	/** `isUnknown`: there is no profile of this name. `isKeyMissing`: only the API key is. The rest is of the profile that cannot be opened, as far as it is known. */
	| ({
			readonly state: 'problem';
			readonly problem: string;
			readonly isUnknown?: true;
			readonly isKeyMissing?: true;
	  } & Partial<Pick<Profile, 'baseUrl' | 'isReadOnly' | 'keyRemedy' | 'keyCommand' | 'team'>>);

export type ProfileRequest = {
	/** The value of --profile. */
	readonly name?: string | undefined;
	/** The value of --base-url. */
	readonly baseUrl?: string | undefined;
	readonly isReadOnly?: boolean;
	/** Leaves the API key empty instead of reading it. */
	readonly isAddressOnly?: boolean;
	readonly environment: Environment;
	readonly configFile: string;
};

/**
Finds the profile to open, in this order: --profile, or --base-url with CHAINBELL_API_KEY; CHAINBELL_PROFILE, or CHAINBELL_BASE_URL with CHAINBELL_API_KEY; the default profile of config.yaml, or its only one. `policy`: how to run a key command.
*/
export async function findProfile(request: ProfileRequest, policy?: KeyCommandPolicy): Promise<ProfileChoice> {
	const {environment} = request;
	const named = request.name ?? (request.baseUrl === undefined ? environment.profile : undefined);
	const baseUrl = named === undefined ? (request.baseUrl ?? environment.baseUrl) : undefined;
	if (baseUrl !== undefined) {
		const apiKey = request.isAddressOnly === true ? '' : environment.apiKey;
		return apiKey === undefined
			? {state: 'problem', problem: 'CHAINBELL_API_KEY is not set', baseUrl, isKeyMissing: true}
			: found(
					{
						// `localhost:80` is a scheme without a host.
						name: nonEmpty([URL.parse(baseUrl)?.host, baseUrl])[0]!,
						baseUrl,
						apiKey,
						keyRemedy: 'Correct CHAINBELL_API_KEY.',
						addressHint: `Check ${request.baseUrl === undefined ? 'CHAINBELL_BASE_URL' : '--base-url'} (${sanitise(baseUrl)}).`,
						...(await findShared(request.configFile, environment)),
					},
					request,
				);
	}

	const {readProfileFile} = await import('./profile-file.ts');
	const file = await readProfileFile(request.configFile);
	if (!file.ok) {
		return {state: 'problem', problem: `${sentence(file.problem)} Correct it first.`};
	}

	const {profiles} = file.value;
	const names = Object.keys(profiles);
	const name = named ?? file.value.profile ?? (names.length === 1 ? names[0] : undefined);
	if (name === undefined) {
		return names.length === 0
			? {state: 'none'}
			: {
					state: 'problem',
					problem: `none of the profiles is the default: ${names.join(', ')}. Pass --profile NAME, or run chainbell profile use NAME`,
				};
	}

	const settings = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (settings === undefined) {
		return {
			state: 'problem',
			isUnknown: true,
			problem: `no profile ${name} in ${request.configFile}${names.length > 0 ? ` (profiles: ${names.join(', ')})` : ''}`,
		};
	}

	const key = request.isAddressOnly === true ? parsed('') : await findApiKey(settings, environment, policy);
	const profile = {
		name,
		isConfigured: true,
		baseUrl: settings.baseUrl,
		isReadOnly: settings.readOnly,
		hasColour: settings.colour,
		settlingTime: settings.settlingTime,
		keyRemedy: keyRemedy(name, settings),
		addressHint: `Check the base URL of profile ${sanitise(name)} in config.yaml (${sanitise(settings.baseUrl)}).`,
		keyCommand: settings.apiKeyCommand,
		limits: settings.limits,
		storage: file.value.storage,
		team: teamOf(settings.team ?? file.value.team, environment),
	} as const;
	return key.ok
		? found({...profile, apiKey: key.value}, request)
		: {...profile, state: 'problem', problem: `profile ${name}: ${key.problem}`, isKeyMissing: true};
}

/** The settings of config.yaml for an account that is no profile of it. */
export type SharedSettings = Pick<Profile, 'storage' | 'team' | 'configProblem'>;

/** Reads the settings of config.yaml for an account that is no profile of it. The team is that of the only account. If the file cannot be used, no listing is kept and nothing is changed, because the file may say so. */
export async function findShared(configFile: string, environment: Environment): Promise<SharedSettings> {
	if (isMissing(configFile)) {
		return {};
	}

	const {readProfileFile} = await import('./profile-file.ts');
	const file = await readProfileFile(configFile);
	if (!file.ok) {
		return {storage: {keepListings: false}, configProblem: sanitise(file.problem)};
	}

	const {storage, team, profiles} = file.value;
	return {storage, team: Object.keys(profiles).length === 0 ? teamOf(team, environment) : undefined};
}

function isMissing(file: string) {
	try {
		return lstatSync(file, {throwIfNoEntry: false}) === undefined;
	} catch {
		// A folder above it cannot be searched.
		return false;
	}
}

const teamOf = (settings: TeamSettings | undefined, environment: Environment) =>
	settings && {
		account: settings.account,
		isRequired: settings.required,
		variable: settings.url.env,
		/** The URL in that environment variable, with the password; undefined if it is not set. */
		url: environment.get(settings.url.env),
	};

function found(
	profile: Pick<Profile, 'name' | 'baseUrl' | 'apiKey'> & Partial<Profile>,
	request: ProfileRequest,
): ProfileChoice {
	return {
		state: 'found',
		profile: {
			isSandbox: false,
			hasColour: true,
			...profile,
			isReadOnly: request.isReadOnly === true || profile.isReadOnly === true || profile.configProblem !== undefined,
			isReadOnlyRun: request.isReadOnly,
		},
	};
}

/**
Reads a profile's API key from the environment variable `apiKeyEnv`, from the first line that the command `apiKeyCommand` prints (`runKeyCommand`), or from `apiKey` itself.

@returns The key without surrounding white space, or what is wrong, in a phrase that never quotes the key.
*/
export async function findApiKey(
	settings: Pick<ProfileSettings, 'apiKey' | 'apiKeyEnv' | 'apiKeyCommand'>,
	environment: Environment,
	policy?: KeyCommandPolicy,
): Promise<Parsed<string>> {
	if (settings.apiKeyEnv !== undefined) {
		const key = environment.get(settings.apiKeyEnv)?.trim();
		return key === undefined || key === ''
			? wrong(`the environment variable ${settings.apiKeyEnv} is not set`)
			: parsed(key);
	}

	if (settings.apiKeyCommand !== undefined) {
		const {runKeyCommand} = await import('./key-command.ts');
		return runKeyCommand(settings.apiKeyCommand, policy);
	}

	const key = settings.apiKey?.trim() ?? '';
	return key === '' ? wrong('apiKey is empty') : parsed(key);
}

/** The advice when the API key of a profile is missing or refused. It names the source of the key, but no argument of a command, which may be confidential. Safe to show. */
export function keyRemedy(
	profile: string,
	{apiKeyEnv, apiKeyCommand}: Pick<ProfileSettings, 'apiKeyEnv' | 'apiKeyCommand'>,
): string {
	const name = sanitise(profile);
	if (apiKeyEnv !== undefined) {
		return `Correct the environment variable ${sanitise(apiKeyEnv)}, from which profile ${name} takes its API key.`;
	}

	return apiKeyCommand === undefined
		? `Correct apiKey of profile ${name} in config.yaml.`
		: `Check what ${sanitise(path.basename(apiKeyCommand[0]!))} prints (apiKeyCommand of profile ${name}), then try again: the command is run once more.`;
}

/** The sentence that says why nothing of an account can be changed; undefined if it can. */
export function readOnlyReason({
	isReadOnly,
	isReadOnlyRun = false,
	readOnlyReason: reason,
	configProblem,
}: Pick<Profile, 'isReadOnly' | 'isReadOnlyRun' | 'readOnlyReason' | 'configProblem'>): string | undefined {
	if (!isReadOnly) {
		return undefined;
	}

	if (configProblem !== undefined) {
		return `Read-only: config.yaml cannot be used: ${configProblem}. Correct it first, then start again.`;
	}

	return reason ?? (isReadOnlyRun ? 'Read-only: started with --read-only.' : 'This profile is read-only.');
}

/** A profile as displayed: without its API key. */
export type ShownProfile = Pick<ProfileSettings, 'readOnly' | 'colour' | 'settlingTime' | 'limits'> & {
	readonly name: string;
	/** Whether this profile is opened when none is named. */
	readonly isDefault: boolean;
	/** The base URL as written in the file. If it contains a password, which no request may be made with, only its host. */
	readonly baseUrl: string;
	/** See `keySourceText`. */
	readonly apiKeyFrom: string;
	/** Whether config.yaml contains the API key itself. */
	readonly isKeySaved: boolean;
};

/** The source of a profile's API key, without the key itself: `$NAME`, the name of a command (its arguments may be confidential), or the file. */
export function keySourceText({
	apiKeyEnv,
	apiKeyCommand,
}: Pick<ProfileSettings, 'apiKeyEnv' | 'apiKeyCommand'>): string {
	if (apiKeyEnv !== undefined) {
		return `environment variable ${apiKeyEnv}`;
	}

	return apiKeyCommand === undefined ? 'config.yaml' : `command ${path.basename(apiKeyCommand[0]!)}`;
}

/** The profiles of config.yaml, in the order of the file. */
export function shownProfiles({profile, profiles}: ProfileFile): ShownProfile[] {
	const entries = Object.entries(profiles);
	return entries.map(([name, settings]) => {
		const {baseUrl, apiKey, readOnly, colour, settlingTime, limits} = settings;
		return {
			name,
			isDefault: name === profile || (profile === undefined && entries.length === 1),
			baseUrl: shownUrl(baseUrl),
			apiKeyFrom: keySourceText(settings),
			isKeySaved: apiKey !== undefined,
			readOnly,
			colour,
			settlingTime,
			limits,
		};
	});
}

/** The effect of removing a profile on the next start, to follow the question, safe to show; empty if there is none. */
export function removalNote({name, isDefault}: ShownProfile, profiles: readonly ShownProfile[]): string {
	const others = profiles.filter(profile => profile.name !== name);
	if (!isDefault || others.length === 0) {
		return '';
	}

	return others.length === 1
		? ` It is the default: the next start opens ${sanitise(others[0]!.name)}.`
		: ' It is the default: the next start opens no profile, unless you make another one the default.';
}

function shownUrl(baseUrl: string) {
	const url = URL.parse(baseUrl);
	return url !== null && (url.username !== '' || url.password !== '') ? url.host : baseUrl;
}
