import type {Environment} from './environment.ts';
import {runKeyCommand, type KeyCommandPolicy, type KeyResult} from './key-command.ts';
import type {ProfileSettings} from './profile-schema.ts';

/**
Reads a profile's API key from the environment variable `apiKeyEnv`, from the first line that the command `apiKeyCommand` prints (`runKeyCommand`), or from `apiKey` itself.

@returns The key without surrounding white space, or what is wrong, in a phrase that never quotes the key.
*/
export async function findApiKey(
	settings: Pick<ProfileSettings, 'apiKey' | 'apiKeyEnv' | 'apiKeyCommand'>,
	environment: Environment,
	policy?: KeyCommandPolicy,
): Promise<KeyResult> {
	if (settings.apiKeyEnv !== undefined) {
		const key = environment.get(settings.apiKeyEnv)?.trim();
		return key === undefined || key === ''
			? {ok: false, problem: `the environment variable ${settings.apiKeyEnv} is not set`}
			: {ok: true, value: key};
	}

	if (settings.apiKeyCommand !== undefined) {
		return runKeyCommand(settings.apiKeyCommand, policy);
	}

	const key = settings.apiKey?.trim() ?? '';
	return key === '' ? {ok: false, problem: 'apiKey is empty'} : {ok: true, value: key};
}
