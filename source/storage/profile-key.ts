import {createHash} from 'node:crypto';

/** Identifies an account in the ledger and the listing cache: the service's URL and a fingerprint of the API key, never the key. */
export function profileKey({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}): string {
	return `${baseUrl} ${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`;
}
