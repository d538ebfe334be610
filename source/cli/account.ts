import type {KeyCommandWait} from '../config/key-command.ts';
import {findProfile, sandboxProfile} from '../config/profile.ts';
import {joined, sentence} from '../platform/text.ts';
import {toConnection} from '../account/to-connection.ts';
import {commandError, type CommandError} from './command-error.ts';
import {accountRequest} from './screens.ts';
import type {Running} from './command.ts';
import {createProgressLine, type ProgressContext} from './progress.ts';

/**
Opens the account that the screens would open, but without its ledger, for commands that only list. If settings are missing, the error says which. Disposing of it stops the sandbox.

@throws CommandError when no account is set up, or it has no API key.
*/
export async function openAccount(run: Running) {
	const {host, options} = run;
	const {profile: request, sandboxFile, timeout} = accountRequest(options, host);
	if (request === undefined) {
		const {startSandbox} = await import('../sandbox/server.ts');
		const sandbox = await startSandbox({file: sandboxFile}).catch((error: unknown) => {
			throw noSandbox((error as Error).message);
		});
		const profile = sandboxProfile(sandbox, options.readOnly);
		const {baseUrl, apiKey} = sandbox;
		return {connection: {baseUrl, apiKey, timeout}, profile, [Symbol.asyncDispose]: sandbox.close};
	}

	const choice = await findProfile(request, {onWait: showKeyCommand(run)});
	if (choice.state !== 'found') {
		throw noAccount(choice);
	}

	const {profile} = choice;
	const result = toConnection(profile, timeout, host.clock);
	if (!result.ok) {
		const isKey = result.field === 'apiKey';
		throw commandError(
			isKey ? 'unauthorized' : 'invalid',
			isKey ? 'no-api-key' : 'invalid',
			`The ${isKey ? 'API key' : 'base URL'} of ${profile.name} is not valid.`,
			result.problem,
		);
	}

	// No server was started, so there is nothing to close.
	return {connection: result.connection, profile, [Symbol.asyncDispose]: async () => undefined};
}

/** The profile that a command would open, without its API key; undefined of the sandbox. */
export async function chosenProfile({options, host}: Running) {
	const {profile} = accountRequest(options, host);
	return profile && findProfile({...profile, isAddressOnly: true});
}

/** Creates the error for a sandbox that cannot be opened. `problem` is in full sentences. */
export const noSandbox = (problem: string): CommandError => commandError('failed', 'sandbox', problem);

/** Creates the error for the case that no account can be opened: none is set up, or `problem`. */
export function noAccount({
	problem,
	isKeyMissing = false,
	isUnknown = false,
	keyRemedy,
}: {
	readonly state: string;
	readonly problem?: string | undefined;
	readonly isKeyMissing?: boolean | undefined;
	readonly isUnknown?: boolean | undefined;
	readonly keyRemedy?: string | undefined;
}): CommandError {
	const code = isUnknown ? 'invalid' : 'failed';
	return commandError(
		isKeyMissing || problem === undefined ? 'unauthorized' : code,
		isKeyMissing ? 'no-api-key' : 'no-account',
		problem === undefined ? 'No account is set up.' : sentence(`Could not open an account: ${problem}`),
		keyRemedy ??
			(isUnknown ? 'chainbell profile list prints the profiles.' : undefined) ??
			(problem === undefined || isKeyMissing
				? 'Pass --base-url and set CHAINBELL_API_KEY, or run chainbell profile add to set up a profile.'
				: undefined),
	);
}

/** Shows the status of a key command on one line of a terminal, and erases the line at the end. */
export function showKeyCommand(run: Omit<ProgressContext, 'options'>) {
	const line = createProgressLine('', {...run, options: {quiet: false}});
	return (wait: KeyCommandWait | undefined) => {
		if (wait === undefined) {
			line.clear();
		} else {
			const {command, seconds, limit, said} = wait;
			const text = `Waiting for the API key from ${command}: ${seconds} s of at most ${limit} s`;
			line.show(joined([text, said], ' · '));
		}
	};
}
