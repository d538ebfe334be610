import {checkApiKey, parseBaseUrl, type Connection} from '../api/connection.ts';
import {findProfile, type ProfileRequest} from '../config/profile.ts';
import {keepSecret} from '../terminal/secrets.ts';

export type AccountRequest = {
	/** Which account to open; undefined: the sandbox. */
	readonly profile: ProfileRequest | undefined;
	readonly sandboxFile: string;
	/** Milliseconds for a whole request. */
	readonly timeout: number;
};

export type OpenedAccount =
	| {readonly ok: true; readonly connection: Connection; readonly close: () => Promise<void>}
	/** One line each: what is wrong, and what to do. */
	| {readonly ok: false; readonly summary: string; readonly nextStep: string};

const howTo = 'Give --base-url and the key in CHAINBELL_API_KEY, or run chainbell alone to set up a profile.';

/** Opens the account that the screens would open; where they would ask, says what is missing. */
export async function openAccount({profile: request, sandboxFile, timeout}: AccountRequest): Promise<OpenedAccount> {
	if (request === undefined) {
		const {startSandbox} = await import('../sandbox/server.ts');
		const {baseUrl, apiKey, close} = await startSandbox({file: sandboxFile});
		return {ok: true, connection: {baseUrl, apiKey, timeout}, close};
	}

	const choice = await findProfile(request);
	if (choice.state !== 'found') {
		return {ok: false, summary: choice.state === 'none' ? 'No account is set up.' : `No account can be opened: ${choice.problem}.`, nextStep: howTo};
	}

	const {name} = choice.profile;
	const baseUrl = parseBaseUrl(choice.profile.baseUrl);
	const apiKey = choice.profile.apiKey.trim();
	const problem = baseUrl.ok ? checkApiKey(apiKey) : baseUrl.problem;
	if (!baseUrl.ok || problem !== undefined) {
		return {ok: false, summary: `The ${baseUrl.ok ? 'API key' : 'base URL'} of ${name} cannot be used.`, nextStep: problem ?? howTo};
	}

	keepSecret(apiKey);
	return {ok: true, connection: {baseUrl: baseUrl.value, apiKey, timeout}, async close() {
		// Nothing was started.
	}};
}
