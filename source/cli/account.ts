import type {Connection} from '../api/connection.ts';
import type {KeyCommandPolicy} from '../config/key-command.ts';
import {findProfile, type ProfileRequest} from '../config/profile.ts';
import {toConnection} from '../session/to-connection.ts';

export type AccountRequest = {
	/** The profile to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly sandboxFile: string;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
	/** Called while a key command runs. */
	readonly onKeyCommand?: KeyCommandPolicy['onWait'];
};

export type OpenedAccount =
	| {readonly ok: true; readonly connection: Connection; readonly close: () => Promise<void>}
	/** One line each: what is wrong, and what to do next. */
	| {readonly ok: false; readonly summary: string; readonly nextStep: string};

const setUpHint = 'Pass --base-url and set CHAINBELL_API_KEY, or run chainbell without arguments to set up a profile.';

/** Opens the account that the screens would open. Where they would ask for settings, returns what is missing. */
export async function openAccount({profile: request, sandboxFile, timeout, onKeyCommand}: AccountRequest): Promise<OpenedAccount> {
	if (request === undefined) {
		const {startSandbox} = await import('../sandbox/server.ts');
		const {baseUrl, apiKey, close} = await startSandbox({file: sandboxFile});
		return {ok: true, connection: {baseUrl, apiKey, timeout}, close};
	}

	const choice = await findProfile(request, onKeyCommand && {onWait: onKeyCommand});
	if (choice.state !== 'found') {
		return {ok: false, summary: choice.state === 'none' ? 'No account is set up.' : `Could not open an account: ${choice.problem}.`, nextStep: setUpHint};
	}

	const result = toConnection(choice.profile, timeout);
	if (!result.ok) {
		return {ok: false, summary: `The ${result.field === 'apiKey' ? 'API key' : 'base URL'} of ${choice.profile.name} is not valid.`, nextStep: result.problem};
	}

	return {ok: true, connection: result.connection, async close() {
		// Nothing was opened that needs closing.
	}};
}
