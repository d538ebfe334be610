import {checkApiKey, parseBaseUrl, type Connection} from '../api/connection.ts';
import {findProfile, type ProfileRequest} from '../config/profile.ts';
import {keepSecret} from '../terminal/secrets.ts';

export type AccountRequest = {
	/** The profile to open; undefined for the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly sandboxFile: string;
	/** The request timeout in milliseconds. */
	readonly timeout: number;
};

export type OpenedAccount =
	| {readonly ok: true; readonly connection: Connection; readonly close: () => Promise<void>}
	/** One line each: what is wrong, and what to do next. */
	| {readonly ok: false; readonly summary: string; readonly nextStep: string};

const setUpHint = 'Pass --base-url and set CHAINBELL_API_KEY, or run chainbell without arguments to set up a profile.';

/** Opens the account that the screens would open. Where they would ask for settings, returns what is missing. */
export async function openAccount({profile: request, sandboxFile, timeout}: AccountRequest): Promise<OpenedAccount> {
	if (request === undefined) {
		const {startSandbox} = await import('../sandbox/server.ts');
		const {baseUrl, apiKey, close} = await startSandbox({file: sandboxFile});
		return {ok: true, connection: {baseUrl, apiKey, timeout}, close};
	}

	const choice = await findProfile(request);
	if (choice.state !== 'found') {
		return {ok: false, summary: choice.state === 'none' ? 'No account is set up.' : `Could not open an account: ${choice.problem}.`, nextStep: setUpHint};
	}

	const {name} = choice.profile;
	const baseUrl = parseBaseUrl(choice.profile.baseUrl);
	const apiKey = choice.profile.apiKey.trim();
	const problem = baseUrl.ok ? checkApiKey(apiKey) : baseUrl.problem;
	if (!baseUrl.ok || problem !== undefined) {
		return {ok: false, summary: `The ${baseUrl.ok ? 'API key' : 'base URL'} of ${name} is not valid.`, nextStep: problem ?? setUpHint};
	}

	keepSecret(apiKey);
	return {ok: true, connection: {baseUrl: baseUrl.value, apiKey, timeout}, async close() {
		// Nothing was opened that needs closing.
	}};
}
