import type {ListedRecord} from '../domain/notification.ts';
import {hideSecrets} from '../terminal/secrets.ts';

/** The JSON of a record as it is cached: as received; of one that is too large, its beginning as a string. */
export const cachedJson = (record: ListedRecord): string => record.json ?? JSON.stringify(record.raw);

/**
The JSON of records, separated by commas.

@throws When it contains the API key.
*/
export function cachedJsonOf(records: readonly ListedRecord[]): string {
	const json = records.map(record => cachedJson(record)).join(',\n');
	if (hasSecretIn(json)) {
		throw new Error('The listing contains the API key.');
	}

	return json;
}

/** Whether JSON contains an API key, even with escaped characters. */
export function hasSecretIn(json: string): boolean {
	const text = json.includes(String.raw`\/`) || json.includes(String.raw`\u`) ? `${json}\n${withoutEscapes(json)}` : json;
	return hideSecrets(text) !== text;
}

/** Replaces escaped characters in JSON by the characters, at any level of nesting. A key has no control characters. */
function withoutEscapes(json: string): string {
	return json.replaceAll(/\\(?:u(?<code>[\dA-Fa-f]{4})|(?<character>.))/gv, (_match, code: string | undefined, character: string) => (
		code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
	));
}
