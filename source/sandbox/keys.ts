import {Buffer} from 'node:buffer';
import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {appendFileSync, chmodSync, existsSync} from 'node:fs';
import {readTextFile} from '../platform/files.ts';

/** The path of the file with the API keys of a sandbox, beside its database: `<file without .sqlite>.keys`. */
export const keyFileOf = (file: string): string => `${file.replace(/\.sqlite$/v, '')}.keys`;

/**
Reads the API keys, one per line; generates one if there is none. Makes the file readable by its owner only.

@returns At least one key, in the file's order, without surrounding white space.
@throws When the file cannot be read or written.
*/
export function loadKeys(keyFile: string): readonly [string, ...string[]] {
	let [first, ...others] = readKeys(keyFile);
	if (first === undefined) {
		// The key is appended and the file read again, so that two sandboxes starting at the same time agree on the first line.
		appendFileSync(keyFile, `sandbox_${randomBytes(24).toString('base64url')}\n`, {mode: 0o600});
		[first, ...others] = readKeys(keyFile);
	}

	if (first === undefined) {
		throw new Error(`Could not store an API key in ${keyFile}`);
	}

	chmodSync(keyFile, 0o600);
	return [first, ...others];
}

/** The SHA-256 of a key in hexadecimal, which identifies an owner in the database. */
export const fingerprint = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The suffix that the fault `key-renewed` appends to an API key to make its successor. */
export const successorSuffix = '_renewed';

/**
Finds the owner of a request's API key (interface.md, "Authentication"), comparing in constant time.

@param owners - Fingerprints of the valid keys.
@param authorization - The Authorization header, if there is one.
@returns The fingerprint, and whether the key is a successor (`successorSuffix`); undefined when the key is missing or invalid.
*/
export function authenticate(
	owners: readonly string[],
	authorization = '',
): {readonly owner: string; readonly isSuccessor: boolean} | undefined {
	const key = /^bearer +(\S+)$/iv.exec(authorization)?.[1] ?? '';
	const isSuccessor = key.endsWith(successorSuffix);
	const presented = fingerprint(isSuccessor ? key.slice(0, -successorSuffix.length) : key);
	const owner = owners.find(each => timingSafeEqual(Buffer.from(each), Buffer.from(presented)));
	return owner === undefined ? undefined : {owner, isSuccessor};
}

function readKeys(keyFile: string): string[] {
	const text = existsSync(keyFile) ? readTextFile(keyFile) : '';
	return text
		.split('\n')
		.map(line => line.trim())
		.filter(line => line !== '');
}
