import process from 'node:process';
import {isatty} from 'node:tty';
import {readEnvironment} from '../config/environment.ts';
import {findPaths} from '../platform/own-folders.ts';
import {systemClock} from '../platform/clock.ts';
import type {ServicesOptions} from '../account/services.ts';
import type {CommandHost, EndingSignal, GlobalValues, Running} from './command.ts';

/** A size of a terminal, or that of one without a known size, such as a serial line. */
const knownSize = (size: number, preset: number) => (size > 0 ? size : preset);

const endingSignals: readonly EndingSignal[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** The machine that the program runs on. A check whether a standard stream is a terminal does not open the stream, which would take milliseconds. */
export const systemHost: CommandHost = {
	environment: readEnvironment,
	paths: findPaths,
	clock: systemClock,
	outputColumns: () => (isatty(1) ? knownSize(process.stdout.columns, 80) : undefined),
	outputRows: () => (isatty(1) ? knownSize(process.stdout.rows, 24) : undefined),
	errorColumns: () => (isatty(2) ? knownSize(process.stderr.columns, 80) : undefined),
	isInputTerminal: () => isatty(0),
	input: () => process.stdin,
	onSignal(listener) {
		for (const signal of endingSignals) {
			process.on(signal, listener);
		}

		return () => {
			for (const signal of endingSignals) {
				process.off(signal, listener);
			}
		};
	},
	endBySignal(signal) {
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	},
};

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
