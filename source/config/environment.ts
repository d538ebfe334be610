import process from 'node:process';
import {hideSecrets} from '../terminal/secrets.ts';

/** The environment variables that the program uses. An empty variable counts as unset. */
export type Environment = ReturnType<typeof readEnvironment>;

/** The environment for programs that this one runs: without CHAINBELL_API_KEY, and without any other variable that contains a known API key. */
export function childEnvironment(): NodeJS.ProcessEnv {
	const harmless = Object.entries(process.env).filter(
		([name, value = '']) => name !== 'CHAINBELL_API_KEY' && hideSecrets(value) === value,
	);
	return Object.fromEntries(harmless);
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];

/** The environment variables that name proxies; undefined if none does. */
export function proxyEnvironment(): Readonly<Record<string, string | undefined>> | undefined {
	const set = proxyVariables.filter(name => process.env[name] !== undefined);
	return set.length === 0 ? undefined : Object.fromEntries(set.map(name => [name, process.env[name]]));
}

/** Reads the environment; no other file does. */
export function readEnvironment() {
	const get = (name: string) => (process.env[name] === '' ? undefined : process.env[name]);

	return {
		baseUrl: get('CHAINBELL_BASE_URL'),
		apiKey: get('CHAINBELL_API_KEY'),
		profile: get('CHAINBELL_PROFILE'),
		/** Set by NO_COLOR (https://no-color.org). */
		noColour: get('NO_COLOR') !== undefined,
		editor: get('VISUAL') ?? get('EDITOR'),
		/** Any other variable, such as the one that a profile's `apiKeyEnv` names. */
		get,
	};
}
