import type {Environment} from './environment.ts';

/** The account a session works on. */
export type Profile = {
	readonly name: string;
	/** The embedded service: nothing is watched or delivered. */
	readonly isSandbox: boolean;
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Nothing is created, edited or deleted on it. */
	readonly isReadOnly: boolean;
	readonly hasColour: boolean;
};

export type ProfileChoice =
	| {readonly state: 'found'; readonly profile: Profile}
	/** Nothing is set up yet: ask. */
	| {readonly state: 'none'}
	/** `baseUrl`: what is known of the account all the same. */
	| {readonly state: 'problem'; readonly problem: string; readonly baseUrl?: string};

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
Finds the profile to open: the one that --profile names, or --base-url with CHAINBELL_API_KEY; else the one that CHAINBELL_PROFILE names, or CHAINBELL_BASE_URL with CHAINBELL_API_KEY; else the file's own choice, or its only one.
*/
export async function findProfile(request: ProfileRequest): Promise<ProfileChoice> {
	const {environment} = request;
	const named = request.name ?? (request.baseUrl === undefined ? environment.profile : undefined);
	const baseUrl = named === undefined ? request.baseUrl ?? environment.baseUrl : undefined;
	if (baseUrl !== undefined) {
		return environment.apiKey === undefined
			? {state: 'problem', problem: 'a base URL is given, but CHAINBELL_API_KEY is not set', baseUrl}
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
			: {state: 'problem', problem: `choose a profile with --profile: ${names.join(', ')}`};
	}

	const settings = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
	if (settings === undefined) {
		return {state: 'problem', problem: `there is no profile ${name} in ${request.configFile}${names.length > 0 ? `; it has ${names.join(', ')}` : ''}`};
	}

	const {findApiKey} = await import('./credentials.ts');
	const key = await findApiKey(settings, environment);
	return key.ok
		? found({
			name, baseUrl: settings.baseUrl, apiKey: key.value, isReadOnly: settings.readOnly, hasColour: settings.colour,
		}, request)
		: {state: 'problem', problem: `profile ${name}: ${key.problem}`};
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
