import process from 'node:process';

/** The one place that reads the environment. Unset and empty are the same. */
export type Environment = {
	readonly baseUrl: string | undefined;
	readonly apiKey: string | undefined;
	readonly profile: string | undefined;
	/** https://no-color.org */
	readonly noColour: boolean;
	/** $VISUAL, else $EDITOR. */
	readonly editor: string | undefined;
	/** Any other variable, such as the one a profile's `apiKeyEnv` names. */
	readonly get: (name: string) => string | undefined;
};

export function readEnvironment(): Environment {
	const get = (name: string) => process.env[name] === '' ? undefined : process.env[name];

	return {
		baseUrl: get('CHAINBELL_BASE_URL'),
		apiKey: get('CHAINBELL_API_KEY'),
		profile: get('CHAINBELL_PROFILE'),
		noColour: get('NO_COLOR') !== undefined,
		editor: get('VISUAL') ?? get('EDITOR'),
		get,
	};
}
