import process from 'node:process';
import type {ServicesOptions} from '../account/services.ts';
import type {GlobalValues, Running} from './command.ts';
import type {CommandHost} from './command-host.ts';

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
		settlingTime,
	};
}

/**
Opens the screens on an account.

@returns The exit code; 2 if standard input or output is not a suitable terminal.
*/
export async function runScreens({
	options,
	skeleton,
	openScreens,
	printError,
	host,
}: Omit<Running<AccountOptions & Pick<GlobalValues, 'noColor'>>, 'commands'>) {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		printError('chainbell needs a terminal: standard input and standard output must both be one.');
		return 2;
	}

	const {noColour, get} = host.environment();
	const terminal = get('TERM') ?? 'dumb';
	if (terminal === 'dumb' && process.platform !== 'win32') {
		printError(
			'chainbell needs a terminal that can move the cursor: TERM is dumb or not set. Set TERM, for example to xterm-256color, or use chainbell list.',
		);
		return 2;
	}

	return openScreens({
		...accountRequest(options, host),
		hasColour: !options.noColor && !noColour,
		acceptsAnyCertificate: get('NODE_TLS_REJECT_UNAUTHORIZED') === '0',
		skeleton,
	});
}
