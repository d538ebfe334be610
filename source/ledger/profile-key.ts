import {hash} from 'node:crypto';

/** The `profileKey` of the sandbox, and of every account before version 0.2: the service's URL and a fingerprint of the API key, never the key. */
export function fingerprintKey({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}): string {
	return `${baseUrl} ${hash('sha256', apiKey).slice(0, 16)}`;
}
