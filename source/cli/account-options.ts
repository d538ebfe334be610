import {defaultTimeout} from '../api/connection.ts';
import {readEnvironment} from '../config/environment.ts';
import {findPaths} from '../config/paths.ts';
import type {AccountRequest} from './account.ts';
import type {Options, OptionValues} from './command.ts';

/** The options of every command that opens an account. */
export const accountOptions = {
	sandbox: {type: 'boolean', summary: 'use the embedded sandbox; nothing is watched or delivered'},
	profile: {type: 'string', value: 'NAME', summary: 'use this profile of config.yaml'},
	baseUrl: {type: 'string', value: 'URL', conflictsWith: 'profile', summary: 'use this service, with the API key in CHAINBELL_API_KEY'},
	timeout: {
		type: 'number', value: 'SECONDS', minimum: 0.001, maximum: 86_400, default: defaultTimeout / 1000,
		summary: 'request timeout in seconds (listings: idle timeout)',
	},
} as const satisfies Options;

/** The account that these options name; the environment and config.yaml fill in what they leave out. */
export function accountRequest({sandbox, profile, baseUrl, timeout}: OptionValues<typeof accountOptions>, isReadOnly = false): AccountRequest {
	const {configFile, sandboxFile} = findPaths();
	return {
		profile: sandbox ? undefined : {name: profile, baseUrl, isReadOnly, environment: readEnvironment(), configFile},
		sandboxFile,
		timeout: Math.round(timeout * 1000),
	};
}
