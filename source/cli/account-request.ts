import type {ProfileRequest} from '../config/profile.ts';
import type {CommandHost, GlobalValues} from './command.ts';

/** The options that identify an account. */
export type AccountOptions = Pick<GlobalValues, 'sandbox' | 'profile' | 'baseUrl' | 'timeout' | 'readOnly'>;

/** The account requested by the options of a command line. The environment and config.yaml provide what they leave out. */
export type AccountRequest = {
	/** The profile to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly configFile: string;
	readonly sandboxFile: string;
	readonly isReadOnly: boolean;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
};

/** Creates the request from the options. Only the environment is read, and nothing is opened. */
export function accountRequest(
	{sandbox, profile, baseUrl, timeout, readOnly}: AccountOptions,
	host: CommandHost,
): AccountRequest {
	const {configFile, sandboxFile} = host.paths();
	return {
		profile: sandbox
			? undefined
			: {name: profile, baseUrl, isReadOnly: readOnly, environment: host.environment(), configFile},
		configFile,
		sandboxFile,
		isReadOnly: readOnly,
		timeout: Math.round(timeout * 1000),
	};
}
