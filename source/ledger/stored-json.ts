import {parseJson} from '../platform/json.ts';
import {hasSecret, hideSecretsIn, holdsSecret, redaction} from '../terminal/secrets.ts';
import {LedgerError} from './ledger-error.ts';

/** A row of a table. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A value as JSON without secrets. */
type Stored = {
	readonly json: string;
	/** Whether it has `[API key]` in place of an API key, from this or an earlier save. */
	readonly isRedacted: boolean;
};

/**
Converts a value to JSON and redacts every API key, because no file of the ledger may contain one.

@throws LedgerError when a key cannot be redacted.
*/
export function toStored(value: unknown): Stored {
	const json = JSON.stringify(value);
	if (!hasSecret(json)) {
		return {json, isRedacted: json.includes(redaction)};
	}

	const redacted = JSON.stringify(hideSecretsIn(value));
	// A key that looks like JSON could match across several values.
	if (hasSecret(redacted)) {
		throw new LedgerError('This contains the API key in a form that cannot be hidden, so it was not saved.');
	}

	return {json: redacted, isRedacted: true};
}

/** Whether a value from the ledger has `[API key]` in place of an API key. */
export const hasRedaction = (value: unknown): boolean =>
	value !== undefined && JSON.stringify(value).includes(redaction);

/** Whether the ledger would store a value with `[API key]` in place of an API key. */
export const isStoredRedacted = (value: unknown): boolean => value !== undefined && holdsSecret(JSON.stringify(value));

/** Converts a text to JSON like `toStored`; null for undefined. */
export const toStoredText = (text: string | undefined): string | null =>
	text === undefined ? null : toStored(text).json;

/** Parses JSON from `toStored`. The caller names the type, since this program wrote the value. */
export const fromStored = <T>(json: unknown): T => parseJson(String(json)) as T;

/** Parses JSON from `toStoredText`. */
export const fromStoredText = (json: unknown): string | undefined =>
	json === null ? undefined : fromStored<string>(json);
