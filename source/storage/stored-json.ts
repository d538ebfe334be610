import {isObject, parseJson} from '../system/json.ts';
import {hideSecrets, redaction} from '../terminal/secrets.ts';
import {LedgerError} from './ledger-error.ts';

/** A value as JSON without secrets. */
export type Stored = {
	readonly json: string;
	/** Whether it has `[API key]` in place of an API key, now or since an earlier save. */
	readonly isRedacted: boolean;
};

/**
Converts a value to JSON with every API key redacted, because no file of the ledger may hold one.

@throws LedgerError when a key cannot be redacted.
*/
export function toStored(value: unknown): Stored {
	const json = JSON.stringify(value);
	if (!hasSecret(json)) {
		return {json, isRedacted: json.includes(redaction)};
	}

	const redacted = JSON.stringify(redact(value));
	// A key that looks like JSON matches across values.
	if (hasSecret(redacted)) {
		throw new LedgerError('This contains the API key in a form that cannot be hidden, so it was not saved.');
	}

	return {json: redacted, isRedacted: true};
}

/** Whether a value from the ledger has `[API key]` in place of an API key. */
export const hasRedaction = (value: unknown): boolean => value !== undefined && JSON.stringify(value).includes(redaction);

/** Whether the ledger would hold a value with `[API key]` in place of an API key. */
export const isStoredRedacted = (value: unknown): boolean => hasRedaction(value) || hasSecret(JSON.stringify(value));

/** The JSON of one text, as `toStored`; null for undefined. */
export const toStoredText = (text: string | undefined): string | null => text === undefined ? null : toStored(text).json;

/** The value of JSON from `toStored`. The caller gives its type: this program wrote it. */
export const fromStored = <T>(json: unknown): T => parseJson(String(json)) as T;

/** The text of JSON from `toStoredText`. */
export const fromStoredText = (json: unknown): string | undefined => json === null ? undefined : fromStored<string>(json);

const hasSecret = (text: string): boolean => hideSecrets(text) !== text;

function redact(value: unknown): unknown {
	if (typeof value === 'string') {
		return hideSecrets(value);
	}

	if (Array.isArray(value)) {
		return value.map(item => redact(item));
	}

	if (isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [hideSecrets(name), redact(member)]));
	}

	// A key of digits only may be part of a number.
	const text = JSON.stringify(value) as string | undefined;
	return text === undefined || !hasSecret(text) ? value : hideSecrets(text);
}
