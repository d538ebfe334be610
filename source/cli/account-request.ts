import type {ServicesOptions} from '../session/services.ts';
import type {CommandHost, GlobalValues} from './command.ts';

/** The options that identify an account. */
export type AccountOptions = Pick<GlobalValues, 'sandbox' | 'profile' | 'baseUrl' | 'timeout' | 'readOnly'>;

/** The account requested by the options of a command line, for the services that open it. Only the environment is read, which provides with config.yaml what the options leave out, and nothing is opened. */
export function accountRequest(
	{sandbox, profile, baseUrl, timeout, readOnly}: AccountOptions,
	{paths, environment, clock, settlingTime}: CommandHost,
): ServicesOptions {
	const {configFile, sandboxFile, ledgerFile} = paths();
	return {
		profile: sandbox
			? undefined
			: {name: profile, baseUrl, isReadOnly: readOnly, environment: environment(), configFile},
		configFile,
		sandboxFile,
		ledgerFile,
		isReadOnly: readOnly,
		timeout: Math.round(timeout * 1000),
		clock,
		editor: environment().editor ?? 'vi',
		...(settlingTime !== undefined && {settlingTime}),
	};
}
