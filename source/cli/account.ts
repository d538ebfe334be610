import type {Connection} from '../api/connection.ts';
import type {KeyCommandPolicy} from '../config/key-command.ts';
import {findProfile, type Profile} from '../config/profile.ts';
import {toConnection} from '../session/to-connection.ts';
import {sentence} from '../platform/text.ts';
import {accountRequest, type AccountOptions} from './account-request.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext, CommandHost} from './command.ts';
import {exitCode} from './exit-codes.ts';
import {isDumb} from './output/output-format.ts';

export type OpenedAccount = {
	readonly connection: Connection;
	readonly profile: Profile;
	/** The name of the account as received: sanitise it before showing it. */
	readonly name: string;
	readonly close: () => Promise<void>;
};

/** Creates the error for a sandbox that cannot be opened. `problem` is in full sentences. */
export const noSandbox = (problem: string): CommandError =>
	new CommandError({exitCode: exitCode.failed, kind: 'sandbox', message: problem});

const setUpHint = 'Pass --base-url and set CHAINBELL_API_KEY, or run chainbell profile add to set up a profile.';

/**
Opens the account that the screens would open, but without its ledger, for commands that only list. If settings are missing, the error says which.

@throws CommandError when no account is set up, or it has no API key.
*/
export async function openAccount(
	options: AccountOptions,
	{host, writeError}: Pick<CommandContext, 'host' | 'writeError'>,
): Promise<OpenedAccount> {
	const {profile: request, sandboxFile, timeout} = accountRequest(options, host);
	if (request === undefined) {
		const {startSandbox} = await import('../sandbox/server.ts');
		const {baseUrl, apiKey, close} = await startSandbox({file: sandboxFile}).catch((error: unknown) => {
			throw noSandbox(error instanceof Error ? error.message : String(error));
		});
		const profile = {
			name: 'sandbox',
			isSandbox: true,
			baseUrl,
			apiKey,
			isReadOnly: options.readOnly,
			isReadOnlyRun: options.readOnly,
			hasColour: true,
		};
		return {connection: {baseUrl, apiKey, timeout}, profile, name: 'sandbox', close};
	}

	const choice = await findProfile(request, {onWait: lazyKeyCommandLine(host, writeError)});
	if (choice.state !== 'found') {
		throw noAccount(choice.state === 'problem' ? choice : undefined);
	}

	const result = toConnection(choice.profile, timeout, host.clock);
	if (!result.ok) {
		throw badAccount(choice.profile.name, result);
	}

	return {
		connection: result.connection,
		profile: choice.profile,
		name: choice.profile.name,
		async close() {
			// No account was opened, so there is nothing to close.
		},
	};
}

/** Creates the error for the case that no account can be opened: none is set up, or `problem`. */
export function noAccount(
	found:
		| {readonly problem: string; readonly isKeyMissing?: boolean | undefined; readonly keyRemedy?: string | undefined}
		| undefined,
): CommandError {
	const isKeyMissing = found?.isKeyMissing === true;
	return new CommandError({
		exitCode: isKeyMissing || found === undefined ? exitCode.unauthorized : exitCode.failed,
		kind: isKeyMissing ? 'no-api-key' : 'no-account',
		message: found === undefined ? 'No account is set up.' : sentence(`Could not open an account: ${found.problem}`),
		hint: found?.keyRemedy ?? setUpHint,
	});
}

/** Creates the error for an invalid base URL or API key. */
export function badAccount(
	name: string,
	{field, problem}: {readonly field: 'baseUrl' | 'apiKey'; readonly problem: string},
): CommandError {
	const isKey = field === 'apiKey';
	return new CommandError({
		exitCode: isKey ? exitCode.unauthorized : exitCode.invalid,
		kind: isKey ? 'no-api-key' : 'invalid',
		message: `The ${isKey ? 'API key' : 'base URL'} of ${name} is not valid.`,
		hint: problem,
	});
}

/** Shows on a terminal that a key command is running. The code for that is loaded only when one runs. */
function lazyKeyCommandLine(
	host: CommandHost,
	writeError: CommandContext['writeError'],
): NonNullable<KeyCommandPolicy['onWait']> {
	const columns = isDumb(host) ? undefined : host.errorColumns();
	let show: Promise<NonNullable<KeyCommandPolicy['onWait']>> | undefined;
	return wait => {
		if (columns === undefined) {
			return;
		}

		show ??= (async () => {
			const {showKeyCommand} = await import('./key-command-line.ts');
			return showKeyCommand({columns, write: writeError});
		})();
		void (async () => {
			const shown = await show;
			shown(wait);
		})();
	};
}
