import {checkBaseUrl} from '../api/classify-response.ts';
import type {AccountOptions} from './account-request.ts';
import type {CommandHost} from './command.ts';

type Source = Pick<AccountOptions, 'sandbox' | 'profile' | 'baseUrl'>;

/**
Names the base URL that is in use in a hint that says to check it: where it comes from, and what it is.

@param hint - What to do next.
@param options - The options of the command line, as far as the command has them.
@param host - For the environment.
*/
export function withBaseUrl(hint: string | undefined, options: Partial<Source>, {environment}: Pick<CommandHost, 'environment'>): string | undefined {
	return hint?.includes(checkBaseUrl) === true && options.sandbox !== true
		? hint.replace(checkBaseUrl, () => `Check ${sourceOf(options, environment())}.`)
		: hint;
}

/** Where the base URL comes from, in the order of `findProfile`. */
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
