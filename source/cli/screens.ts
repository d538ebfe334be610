import process from 'node:process';
import type {AccountRequest} from './account-request.ts';
import type {CommandContext} from './command.ts';

/**
Opens the screens on an account. `hasColour`: false if the command line disables colours.

@returns The exit code; 2 if standard input or output is not a suitable terminal.
*/
export async function runScreens(
	account: AccountRequest,
	hasColour: boolean,
	{skeleton, openScreens, printError, host}: Pick<CommandContext, 'skeleton' | 'openScreens' | 'printError' | 'host'>,
): Promise<number> {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		printError('chainbell needs a terminal: standard input and standard output must both be one.');
		return 2;
	}

	const {noColour, editor = 'vi', get} = host.environment();
	const terminal = get('TERM') ?? 'dumb';
	if (terminal === 'dumb' && process.platform !== 'win32') {
		printError(
			'chainbell needs a terminal that can move the cursor: TERM is dumb or not set. Set TERM, for example to xterm-256color, or use chainbell list.',
		);
		return 2;
	}

	return openScreens({
		...account,
		hasColour: hasColour && !noColour,
		ledgerFile: host.paths().ledgerFile,
		editor,
		acceptsAnyCertificate: get('NODE_TLS_REJECT_UNAUTHORIZED') === '0',
		skeleton,
	});
}
