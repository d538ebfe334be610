import {createHash} from 'node:crypto';
import {tryParseJson} from '../platform/json.ts';

/** The longest text that goes into an index of the database. */
export const longestKey = 1000;

/** A text for an index, as JSON: a database accepts neither U+0000 nor half a surrogate pair in a text, and an ID may have them. One that is too long becomes a hash. */
export function toStoredKey(text: string): string {
	const stored = JSON.stringify(text);
	return stored.length > longestKey ? `"hash ${createHash('sha256').update(stored).digest('hex')}"` : stored;
}

/** The text of an index; as it is if somebody else has written it. */
export function fromStoredKey(stored: string): string {
	const text = tryParseJson(stored);
	return typeof text === 'string' ? text : stored;
}
