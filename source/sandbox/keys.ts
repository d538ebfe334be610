import {Buffer} from 'node:buffer';
import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	readFileSync,
} from 'node:fs';

/** Where the API keys of a sandbox file are kept: beside it, as `<file without .sqlite>.keys`. */
export const keyFileOf = (file: string): string => `${file.replace(/\.sqlite$/v, '')}.keys`;

/**
Reads the API keys, one a line, and makes the first one if there is none. The file ends up readable by its owner only.

@returns At least one key, in the file's order, without surrounding white space.
@throws When the file cannot be read or written.
*/
export function loadKeys(keyFile: string): readonly [string, ...string[]] {
	let [first, ...others] = readKeys(keyFile);
	if (first === undefined) {
		// Appended, then read again: of two sandboxes that start at once, both take the line that came first.
		appendFileSync(keyFile, `sandbox_${randomBytes(24).toString('base64url')}\n`, {mode: 0o600});
		[first, ...others] = readKeys(keyFile);
	}

	if (first === undefined) {
		throw new Error(`No API key could be kept in ${keyFile}`);
	}

	chmodSync(keyFile, 0o600);
	return [first, ...others];
}

/** The SHA-256 of a key, in hexadecimal: what the database knows an owner by. */
export const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex');

/**
Tells whose key a request carries, in a time that says nothing about the keys (interface.md, "Authentication").

@param owners - Fingerprints of the valid keys.
@param authorization - The header's value, if there is one.
@returns The fingerprint, or undefined when the key is missing or invalid.
*/
export function authenticate(owners: readonly string[], authorization = ''): string | undefined {
	const key = /^bearer +(\S+)$/iv.exec(authorization)?.[1] ?? '';
	const presented = fingerprint(key);
	return owners.find(owner => timingSafeEqual(Buffer.from(owner), Buffer.from(presented)));
}

function readKeys(keyFile: string): string[] {
	const text = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : '';
	return text.split('\n').map(line => line.trim()).filter(line => line !== '');
}
