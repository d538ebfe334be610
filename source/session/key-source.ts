import {findApiKey} from '../config/credentials.ts';
import {readEnvironment} from '../config/environment.ts';
import type {ProfileSettings} from '../config/profile-schema.ts';

/**
The setting that names where a profile's API key comes from.

@param source - `$NAME` for an environment variable, a command with its arguments, or nothing for the key itself.
@param apiKey - The key that it must give.
@throws An error with a message for the operator if it gives another key, or none.
*/
export async function keySource(source: string, apiKey: string): Promise<Pick<ProfileSettings, 'apiKey' | 'apiKeyEnv' | 'apiKeyCommand'>> {
	if (source === '') {
		return {apiKey};
	}

	const setting = source.startsWith('$') ? {apiKeyEnv: source.slice(1)} : {apiKeyCommand: source.split(/\s+/v)};
	const found = await findApiKey(setting, readEnvironment());
	if (!found.ok) {
		throw new Error(found.problem);
	}

	if (found.value !== apiKey) {
		throw new Error('that gives another API key than the one entered above');
	}

	return setting;
}
