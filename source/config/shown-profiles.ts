import path from 'node:path';
import type {ProfileFile, ProfileSettings} from './profile-schema.ts';

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

function shownUrl(baseUrl: string): string {
	const url = URL.parse(baseUrl);
	return url !== null && (url.username !== '' || url.password !== '') ? url.host : baseUrl;
}
