import {createHash} from 'node:crypto';

/** What the ledger knows an account by: the service's origin and path, and a fingerprint of the key, never the key. */
export function profileKey({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}): string {
	return `${baseUrl} ${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;
}
