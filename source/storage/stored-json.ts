import {isObject, parseJson} from '../system/json.ts';
import {hideSecrets} from '../terminal/secrets.ts';
import {LedgerError} from './ledger-error.ts';

export type Stored = {
	readonly json: string;
	/** Whether `[API key]` stands in it, where an API key stood, now or before. */
	readonly isIncomplete: boolean;
};

/** What `hideSecrets` puts in a secret's place. */
const placeholder = '[API key]';

/**
A value as the ledger keeps it: as JSON, with every API key hidden, since the file never holds one.

@throws LedgerError when it cannot be hidden.
*/
export function toStored(value: unknown): Stored {
	const json = JSON.stringify(value);
	if (isFreeOfSecrets(json)) {
		return {json, isIncomplete: json.includes(placeholder)};
	}

	const hidden = JSON.stringify(hide(value));
	// Only a key that looks like JSON itself can be here still.
	if (!isFreeOfSecrets(hidden)) {
		throw new LedgerError('The ledger cannot keep this: it holds the API key, and it could not be hidden.');
	}

	return {json: hidden, isIncomplete: true};
}

/** One text, as `toStored`; undefined is kept as null. */
export const toStoredText = (text: string | undefined): string | null => text === undefined ? null : toStored(text).json;

/** What `toStored` was given. The caller knows its type, since this program has written it. */
export const fromStored = <T>(json: unknown): T => parseJson(String(json)) as T;

export const fromStoredText = (json: unknown): string | undefined => json === null ? undefined : fromStored<string>(json);

const isFreeOfSecrets = (text: string): boolean => hideSecrets(text) === text;

function hide(value: unknown): unknown {
	if (typeof value === 'string') {
		return hideSecrets(value);
	}

	if (Array.isArray(value)) {
		return value.map(item => hide(item));
	}

	if (isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [hideSecrets(name), hide(member)]));
	}

	// A key may consist of digits.
	const text = JSON.stringify(value) as string | undefined;
	return text === undefined || isFreeOfSecrets(text) ? value : hideSecrets(text);
}
