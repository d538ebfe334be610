import {checkBaseUrl} from '../api/classify-response.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandHost} from './command.ts';

type Source = Pick<AccountOptions, 'sandbox' | 'profile' | 'baseUrl'>;

/**
Adds the base URL in use and its source to a hint that says to check it.

@param hint - The hint.
@param options - The options of the command line, as far as the command has them.
@param host - The host, for its environment.
*/
export function withBaseUrl(hint: string | undefined, options: Partial<Source>, {environment}: Pick<CommandHost, 'environment'>): string | undefined {
	return hint?.includes(checkBaseUrl) === true && options.sandbox !== true
		? hint.replace(checkBaseUrl, () => `Check ${sourceOf(options, environment())}.`)
		: hint;
}

/** The source of the base URL, in the order of `findProfile`. */
function sourceOf({profile, baseUrl}: Partial<Source>, environment: ReturnType<CommandHost['environment']>): string {
	if (profile === undefined && baseUrl !== undefined) {
		return `--base-url (${baseUrl})`;
	}

	const name = profile ?? environment.profile;
	if (name === undefined && environment.baseUrl !== undefined) {
		return `CHAINBELL_BASE_URL (${environment.baseUrl})`;
	}

	return `the base URL of ${name === undefined ? 'the default profile' : `the profile ${name}`} in config.yaml`;
}
