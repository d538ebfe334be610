import path from 'node:path';
import {sanitise} from '../terminal/sanitise.ts';
import type {ProfileSettings} from './profile-schema.ts';

/** The advice when the API key from the environment is missing or refused. */
export const environmentRemedy = 'Correct CHAINBELL_API_KEY.';

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
