import type {Limits} from '../system/limits.ts';
import type {Environment} from './environment.ts';

/** The account a session works on. */
export type Profile = {
	readonly name: string;
	/** The embedded sandbox: nothing is watched or delivered. */
	readonly isSandbox: boolean;
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Create, edit and delete are disabled. */
	readonly isReadOnly: boolean;
	readonly hasColour: boolean;
	/** Seconds within which a request takes effect and every listing shows it; 60 unless given. */
	readonly settlingTime?: number | undefined;
	/** The limits that the profile gives. */
	readonly limits?: {readonly [Name in keyof Limits]?: number | undefined} | undefined;
};

export type ProfileChoice =
	| {readonly state: 'found'; readonly profile: Profile}
	/** Nothing is set up yet. */
	| {readonly state: 'none'}
	/** `baseUrl`: the address, if that much is known. */
	| {readonly state: 'problem'; readonly problem: string; readonly baseUrl?: string; /** The profile that cannot be opened is read-only. */ readonly isReadOnly?: boolean};

export type ProfileRequest = {
	/** From --profile. */
	readonly name?: string | undefined;
	/** From --base-url. */
	readonly baseUrl?: string | undefined;
	readonly isReadOnly?: boolean;
	readonly environment: Environment;
	readonly configFile: string;
};

/**
Finds the profile to open, in this order: --profile, or --base-url with CHAINBELL_API_KEY; CHAINBELL_PROFILE, or CHAINBELL_BASE_URL with CHAINBELL_API_KEY; the default profile of config.yaml, or its only one.
*/
export async function findProfile(request: ProfileRequest): Promise<ProfileChoice> {
	const {environment} = request;
	const named = request.name ?? (request.baseUrl === undefined ? environment.profile : undefined);
	const baseUrl = named === undefined ? request.baseUrl ?? environment.baseUrl : undefined;
	if (baseUrl !== undefined) {
		return environment.apiKey === undefined
			? {state: 'problem', problem: 'CHAINBELL_API_KEY is not set', baseUrl}
			: found({
				name: hostOf(baseUrl), baseUrl, apiKey: environment.apiKey,
			}, request);
	}

	const {readProfileFile} = await import('./profile-file.ts');
	const file = await readProfileFile(request.configFile);
	if (!file.ok) {
		return {state: 'problem', problem: file.problem};
	}

	const {profiles} = file.value;
	const names = Object.keys(profiles);
	const name = named ?? file.value.profile ?? (names.length === 1 ? names[0] : undefined);
	if (name === undefined) {
		return names.length === 0
			? {state: 'none'}
			: {state: 'problem', problem: `there are several profiles; choose one with --profile: ${names.join(', ')}`};
	}

	const settings = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (settings === undefined) {
		return {state: 'problem', problem: `no profile ${name} in ${request.configFile}${names.length > 0 ? ` (profiles: ${names.join(', ')})` : ''}`};
	}

	const {findApiKey} = await import('./credentials.ts');
	const key = await findApiKey(settings, environment);
	return key.ok
		? found({
			name, baseUrl: settings.baseUrl, apiKey: key.value, isReadOnly: settings.readOnly, hasColour: settings.colour, settlingTime: settings.settlingTime, limits: settings.limits,
		}, request)
		: {state: 'problem', problem: `profile ${name}: ${key.problem}`, isReadOnly: settings.readOnly};
}

function found(profile: Pick<Profile, 'name' | 'baseUrl' | 'apiKey'> & Partial<Profile>, request: ProfileRequest): ProfileChoice {
	return {
		state: 'found',
		profile: {
			isSandbox: false,
			hasColour: true,
			...profile,
			isReadOnly: request.isReadOnly === true || profile.isReadOnly === true,
		},
	};
}

function hostOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
