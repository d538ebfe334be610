import {findApiKey} from '../config/profile.ts';
import {splitCommand} from '../config/key-command.ts';
import {readEnvironment} from '../config/environment.ts';
import type {ProfileSettings} from '../config/profile-file.ts';

/**
Creates the setting for the source of a profile's API key.

@param source - `$NAME` for an environment variable, a command with its arguments, or empty for the key itself.
@param apiKey - The key that the source must return.
@throws An error with a message for the operator if the source returns another key, or none.
*/
export async function keySource(
	source: string,
	apiKey: string,
): Promise<Pick<ProfileSettings, 'apiKey' | 'apiKeyEnv' | 'apiKeyCommand'>> {
	if (source === '') {
		return {apiKey};
	}

	const words = splitCommand(source);
	if (words === undefined) {
		throw new Error('the command has a quote that is not closed');
	}

	const setting = source.startsWith('$') ? {apiKeyEnv: source.slice(1)} : {apiKeyCommand: words};
	const found = await findApiKey(setting, readEnvironment());
	if (!found.ok) {
		throw new Error(found.problem);
	}

	if (found.value !== apiKey) {
		throw new Error('that gives another API key than the one entered above');
	}

	return setting;
}
